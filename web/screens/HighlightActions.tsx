import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import type { Highlight } from '#contract/highlights.ts'
import type { Session } from '#contract/sessions.ts'
import { iconButtonClass } from '#web/ui/IconButton.tsx'
import { Tooltip } from '#web/ui/Tooltip.tsx'
import { ReelActions } from './ReelPanel.tsx'

/** What can be made of a highlight: a strike that rests on it, a place in the reel, a film. */
export function HighlightActions({ session, highlight }: { session: Session; highlight: Highlight }) {
  return (
    <>
      <StrikeLink session={session} highlight={highlight} />
      <ReelActions session={session} highlight={highlight} />
    </>
  )
}

/** Opens the strike log with a draft that names the juror and quotes these words. */
function StrikeLink({ session, highlight: { id, juror, status } }: { session: Session; highlight: Highlight }) {
  if (!juror || status === 'dismissed') return null
  const label = `Draft a strike of juror ${juror.number}`
  return (
    <Tooltip content={label}>
      <Link
        to="/sessions/$sessionId/strike-log"
        params={{ sessionId: session.id }}
        search={{ juror: juror.id ?? juror.number, highlight: id }}
        aria-label={label}
        className={iconButtonClass}
      >
        <Scale className="size-4" aria-hidden="true" />
      </Link>
    </Tooltip>
  )
}
