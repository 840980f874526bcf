import type { HighlightSummary } from '#contract/highlights/highlights.ts'
import { formatCount } from '#web/platform/format.ts'
import { Checkbox } from '#web/ui/kit.ts'

type AgreedOnlyProps = { summary: HighlightSummary; onChange: (opinion: 'agreed' | 'all') => void }

export function AgreedOnly({ summary: { opinion }, onChange }: AgreedOnlyProps) {
  if (opinion === null) return null
  const { isAgreedOnly, left } = opinion
  return (
    <Checkbox
      label="Only findings the second opinion agrees with"
      hint={`${formatCount(left)} ${left === 1 ? 'suggestion' : 'suggestions'} the second opinion doesn’t support ${
        isAgreedOnly ? (left === 1 ? 'is hidden.' : 'are hidden.') : left === 1 ? 'is shown.' : 'are shown.'
      }`}
      checked={isAgreedOnly}
      onChange={(event) => onChange(event.target.checked ? 'agreed' : 'all')}
    />
  )
}
