import type { FindingDecision } from '#contract/highlights/highlights.ts'
import { readSession } from '#contract/sessions/sessions.ts'
import { useRead } from '#web/platform/api.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorCard } from '#web/ui/ErrorCard.tsx'
import { ClipButton } from './ClipButton.tsx'
import { ReelExportDialog } from './ReelExportDialog.tsx'

/** A finding that a person let stand is a highlight of its session: this is the way to a film of it alone. */
export function FindingClip({ decision }: { decision: FindingDecision }) {
  if (decision.status === 'dismissed') return null
  return <ClipButton renderDialog={(onClose) => <ClipDialog decision={decision} onClose={onClose} />} />
}

function ClipDialog({
  decision: { sessionId, highlightId: id, status },
  onClose,
}: {
  decision: FindingDecision
  onClose: () => void
}) {
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  if (session.data)
    return (
      <ReelExportDialog session={session.data} picked={[{ id, status }]} first="highlight_clip" onClose={onClose} />
    )
  if (!session.error) return null
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Export Clip">
      <ErrorCard message={session.error.message} busy={session.isFetching} onRetry={() => void session.refetch()} />
    </Dialog>
  )
}
