import { useState } from 'react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { readStrikeBoard } from '#contract/strikes/board.ts'
import { ClipPlayer } from '#web/features/highlights/index.ts'
import {
  ExcusalDialog,
  StrikeDialog,
  type StrikeNotice,
  useExcusalNotice,
  useStrikeNotice,
} from '#web/features/strikes/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { Button, Dialog, EmptyState, Skeleton } from '#web/ui/kit.ts'

type StrikeFromQuoteProps = {
  sessionId: string
  highlight: Highlight
  onClose: () => void
  onSaved: (notice: StrikeNotice) => void
}

/** Courts excuse jurors for hardship, so a hardship starts an excusal request instead of a strike. */
export function StrikeFromQuote({ sessionId, highlight, onClose, onSaved }: StrikeFromQuoteProps) {
  const board = useRead(readStrikeBoard, { params: { sessionId }, input: {} })
  const describeStrike = useStrikeNotice()
  const describeExcusal = useExcusalNotice()
  const [isExcusal, setExcusal] = useState(highlight.type === 'hardship')
  const juror = board.data?.jurors.find(({ id }) => id === highlight.juror?.id)
  function finish(notice: StrikeNotice) {
    onClose()
    onSaved(notice)
  }
  if (board.data && juror && board.data.may.draft) {
    return isExcusal ? (
      <ExcusalDialog
        board={board.data}
        quoted={highlight}
        alternative={
          <Button variant="quiet" className="mr-auto" onClick={() => setExcusal(false)}>
            Strike instead
          </Button>
        }
        onClose={onClose}
        onSaved={(excusal) => finish(describeExcusal(excusal))}
      />
    ) : (
      <StrikeDialog
        editing={{ jurorId: juror.id, highlightId: highlight.id, quoted: highlight }}
        board={board.data}
        renderClip={(clip) => <ClipPlayer {...clip} />}
        onClose={onClose}
        onSaved={(strike) => finish(describeStrike(strike))}
      />
    )
  }
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={isExcusal ? 'Add hardship' : 'New strike'}>
      <Loaded query={board} skeleton={<Skeleton className="h-96" />}>
        {({ may }) => (
          <EmptyState
            title={isExcusal ? 'You can’t add this hardship' : 'You can’t add this strike'}
            hint={may.draft ? 'This juror is no longer in the case.' : 'Ask the case lead for access to draft strikes.'}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
