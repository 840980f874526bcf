import type { Highlight } from '#contract/highlights/highlights.ts'
import { highlightStatusWords } from '#contract/highlights/words.ts'
import { formatPercent } from '#web/platform/format.ts'
import { Badge } from '#web/ui/kit.ts'
import { statusTones } from './labels.ts'

/** How sure the machine is of its suggestion; once a person has decided, what they decided. */
export function HighlightStatusBadge({
  highlight: { status, source, confidence },
}: {
  highlight: Pick<Highlight, 'status' | 'source' | 'confidence'>
}) {
  const isSuggested = status === 'suggested'
  return (
    <Badge tone={statusTones[status]} dashed={isSuggested}>
      {isSuggested && source === 'ai' && confidence !== null
        ? `AI · ${formatPercent(confidence)}`
        : highlightStatusWords[status]}
    </Badge>
  )
}
