import { Link } from '@tanstack/react-router'
import type { HighlightSummary } from '#contract/highlights/highlights.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** What was searched in vain, so that an empty list is not taken for a clean panel; or that nothing was searched yet. */
export function NoHighlights({ sessionId, summary }: { sessionId: string; summary: HighlightSummary }) {
  const analysed = summary.searched.filter((each) => each.isAnalysed)
  const skipped = summary.searched.flatMap((each) => (each.skipped ? [`${each.filename}: ${each.skipped}`] : []))
  return (
    <EmptyState
      title="No highlights"
      action={
        analysed.length === 0 && (
          <Link to="/sessions/$sessionId/progress" params={{ sessionId }} className={buttonClass()}>
            See its videos
          </Link>
        )
      }
      hint={
        analysed.length === 0
          ? 'No video of this session has been analysed yet.'
          : `Searched: ${analysed.map((each) => each.filename).join(', ')}. Hardships, bias indicators, key statements and pauses of 3 seconds and more were looked for in the jurors’ own words. ${skipped.join(' ')}`
      }
    />
  )
}
