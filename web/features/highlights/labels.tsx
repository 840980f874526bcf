import type { Highlight, HighlightStatus } from '#contract/highlights/highlights.ts'
import { highlightStatusWords } from '#contract/highlights/words.ts'
import { describeConfidence, formatCount } from '#web/platform/format.ts'
import { Badge, type Tone } from '#web/ui/kit.ts'

export function HighlightStatusBadge({
  highlight: { type, status, source, confidence },
}: {
  highlight: Pick<Highlight, 'type' | 'status' | 'source' | 'confidence'>
}) {
  const isSuggested = status === 'suggested'
  return (
    <Badge tone={statusTones[status]} dashed={isSuggested}>
      {isSuggested && source === 'ai' && confidence !== null
        ? `AI · ${describeConfidence(type, confidence)}`
        : highlightStatusWords[status]}
    </Badge>
  )
}

const statusTones: Record<HighlightStatus, Tone> = {
  suggested: 'info',
  confirmed: 'success',
  edited: 'success',
  dismissed: 'neutral',
}

export const describeSpeaker = ({ juror, speaker }: Pick<Highlight, 'juror' | 'speaker'>): string | null =>
  juror
    ? [`Juror ${juror.number}`, juror.name].filter(Boolean).join(', ')
    : (speaker?.replace(/^voice-(?=\d+$)/, 'Voice ') ?? null)

export const describeCounts = ({ suggested, confirmed, edited, dismissed }: Record<HighlightStatus, number>): string =>
  `${formatCount(suggested)} suggested, ${formatCount(confirmed + edited)} confirmed, ${formatCount(dismissed)} dismissed`
