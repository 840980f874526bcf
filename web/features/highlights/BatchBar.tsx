import { type FormEvent, useState } from 'react'
import { type Highlight, type DismissReason, dismissReasons } from '#contract/highlights/highlights.ts'
import { dismissReasonWords } from '#contract/highlights/words.ts'
import { Button, cx, Dialog, DialogActions, Select, ErrorCard } from '#web/ui/kit.ts'
import type { Decisions } from './useDecisions.ts'
import type { useHighlights } from './useHighlights.ts'

const pressedClass = 'aria-pressed:bg-accent-soft aria-pressed:text-accent-ink'

type BatchBarProps = {
  byJuror: boolean
  onGroup: (byJuror: boolean) => void
  mayReview: boolean
  decisions: Decisions
  batch: readonly Highlight[]
  onChooseAll: () => void
  onChooseNone: () => void
  onDismiss: (items: readonly Highlight[]) => void
}

export function BatchBar(props: BatchBarProps) {
  const { byJuror, onGroup, mayReview, decisions, batch, onChooseAll, onChooseNone, onDismiss } = props
  const isAny = batch.length > 0
  const toConfirm = batch.filter(({ status }) => status === 'suggested' || status === 'dismissed')
  const toDismiss = batch.filter(({ status }) => status !== 'dismissed')
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-between gap-2',
        isAny && 'sticky top-14 z-20 -mx-2 rounded-b-card border-b border-line bg-bg px-2 py-2 print:static',
      )}
    >
      <div className="flex gap-2">
        <Button aria-pressed={!byJuror} className={pressedClass} onClick={() => onGroup(false)}>
          By time
        </Button>
        <Button aria-pressed={byJuror} className={pressedClass} onClick={() => onGroup(true)}>
          By juror
        </Button>
      </div>
      {mayReview && (
        <div className="flex flex-wrap gap-2 max-sm:[&>button]:px-3!">
          <Button onClick={isAny ? onChooseNone : onChooseAll}>{isAny ? 'Clear selection' : 'Select all'}</Button>
          {isAny && (
            <>
              {toConfirm.length > 0 && (
                <Button
                  onClick={() => {
                    decisions.confirm(toConfirm)
                    onChooseNone()
                  }}
                >
                  {`Confirm ${toConfirm.length}`}
                </Button>
              )}
              {toDismiss.length > 0 && (
                <Button onClick={() => onDismiss(toDismiss)}>{`Dismiss ${toDismiss.length}`}</Button>
              )}
            </>
          )}
        </div>
      )}
    </div>
  )
}

type DismissDialogProps = {
  items: readonly Highlight[]
  onClose: () => void
  onDismiss: (items: readonly Highlight[], reason: DismissReason) => void
}

const options = dismissReasons.map((value) => ({ value, label: dismissReasonWords[value] }))

export function DismissDialog({ items, onClose, onDismiss }: DismissDialogProps) {
  const [reason, setReason] = useState<DismissReason>('not_relevant')
  function submit(event: FormEvent) {
    event.preventDefault()
    onDismiss(items, reason)
    onClose()
  }
  return (
    <Dialog
      open={items.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={items.length === 1 ? 'Dismiss this highlight?' : `Dismiss ${items.length} highlights?`}
      description="It stays in the dismissed list and can be restored."
    >
      <form onSubmit={submit} className="grid gap-4">
        <Select
          label="Reason"
          value={reason}
          options={options}
          onChange={(event) => setReason(dismissReasons.find((each) => each === event.target.value) ?? 'other')}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Dismiss
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function RemainingUnread({ query }: { query: ReturnType<typeof useHighlights> }) {
  if (!query.isError || query.isComplete || query.data === undefined) return null
  return (
    <ErrorCard
      title="Some highlights couldn’t be loaded"
      message={query.error.message}
      busy={query.isFetching}
      onRetry={() => void query.fetchNextPage()}
    />
  )
}
