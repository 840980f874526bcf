import type { HighlightSummary } from '#contract/highlights/highlights.ts'
import { formatCount } from '#web/platform/format.ts'
import { Checkbox } from '#web/ui/kit.ts'

type AgreedOnlyProps = { summary: HighlightSummary; onChange: (opinion: 'agreed' | 'all') => void }

export function AgreedOnly({ summary: { opinion }, onChange }: AgreedOnlyProps) {
  if (opinion === null) return null
  const { isAgreedOnly, left } = opinion
  return (
    <Checkbox
      label="Hide findings the second opinion disagrees with"
      hint={`${formatCount(left)} ${left === 1 ? 'suggestion' : 'suggestions'} ${
        isAgreedOnly ? (left === 1 ? 'is hidden.' : 'are hidden.') : 'would be hidden.'
      }`}
      checked={isAgreedOnly}
      onChange={(event) => onChange(event.target.checked ? 'agreed' : 'all')}
    />
  )
}
