import type { Highlight } from '#contract/highlights/highlights.ts'
import { Button } from '#web/ui/kit.ts'
import type { Decisions } from './useHighlights.ts'

const pressedClass = 'aria-pressed:bg-accent-soft aria-pressed:text-accent-ink'

type BatchBarProps = {
  byJuror: boolean
  onGroup: (byJuror: boolean) => void
  mayReview: boolean
  decisions: Decisions
  /** The chosen ones, as many as one command takes. */
  batch: readonly Highlight[]
  onChooseAll: () => void
  onChooseNone: () => void
  onDismiss: (items: readonly Highlight[]) => void
}

/** The order of the list, and what is decided on many at once: its buttons come with the first that is chosen. */
export function BatchBar(props: BatchBarProps) {
  const { byJuror, onGroup, mayReview, decisions, batch, onChooseAll, onChooseNone, onDismiss } = props
  const isAny = batch.length > 0
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
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
          <Button onClick={isAny ? onChooseNone : onChooseAll}>{isAny ? 'Choose none' : 'Choose all'}</Button>
          {isAny && (
            <>
              <Button
                onClick={() => {
                  decisions.confirm(batch)
                  onChooseNone()
                }}
              >
                {`Confirm ${batch.length}`}
              </Button>
              <Button onClick={() => onDismiss(batch)}>{`Dismiss ${batch.length}`}</Button>
            </>
          )}
        </div>
      )}
    </div>
  )
}
