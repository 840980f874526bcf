import type { Highlight } from '#contract/highlights/highlights.ts'
import { readStrikeBoard } from '#contract/strikes/board.ts'
import { ClipPlayer } from '#web/features/highlights/index.ts'
import { StrikeDialog, type StrikeNotice, useStrikeNotice } from '#web/features/strikes/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { Dialog, EmptyState, Skeleton } from '#web/ui/kit.ts'

type StrikeFromQuoteProps = {
  sessionId: string
  highlight: Highlight
  onClose: () => void
  onSaved: (notice: StrikeNotice) => void
}

export function StrikeFromQuote({ sessionId, highlight, onClose, onSaved }: StrikeFromQuoteProps) {
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} })
  const describeStrike = useStrikeNotice()
  const juror = board.data?.jurors.find(({ id }) => id === highlight.juror?.id)
  if (board.data && juror && board.data.may.draft) {
    return (
      <StrikeDialog
        editing={{ jurorId: juror.id, highlightId: highlight.id, quoted: highlight }}
        board={board.data}
        renderClip={(clip) => <ClipPlayer {...clip} />}
        onClose={onClose}
        onSaved={(strike) => {
          onClose()
          onSaved(describeStrike(strike))
        }}
      />
    )
  }
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title="New strike">
      <Loaded query={board} skeleton={<Skeleton className="h-96" />}>
        {({ may }) => (
          <EmptyState
            title="You can’t add this strike"
            hint={may.draft ? 'This juror is no longer in the case.' : 'Ask the case lead for access to draft strikes.'}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
