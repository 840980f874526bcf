import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { ReelButton } from '#web/features/reel/ReelButton.tsx'
import { DraftStrikeLink } from './DraftStrikeLink.tsx'
import { hasClip } from './ReelPanel.tsx'

/** What is made of a highlight most often: a strike that rests on it, a place in the reel. */
export function HighlightActions({ session, highlight }: { session: Session; highlight: Highlight }) {
  return (
    <>
      <DraftStrikeLink sessionId={session.id} highlight={highlight} />
      {hasClip(highlight) && <ReelButton sessionId={session.id} highlight={highlight} />}
    </>
  )
}
