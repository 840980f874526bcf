import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { showInRow } from '#web/ui/showInRow.ts'
import { type StepName, stepNames, stepWords } from './steps.ts'

type StepListProps = { current: StepName; onStep?: ((step: StepName) => void) | undefined }

/** The steps in their order. Before the draft exists only the first can be opened. */
export function StepList({ current, onStep }: StepListProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (row.current) showInRow(row.current, row.current.querySelector(`[data-step="${current}"]`))
  }, [current])
  return (
    <nav ref={row} aria-label="Steps" className="mb-4 overflow-x-auto">
      <ol className="flex min-w-max gap-1">
        {stepNames.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              data-step={name}
              aria-current={name === current ? 'step' : undefined}
              disabled={!onStep && name !== current}
              onClick={() => onStep?.(name)}
              className={cx(
                'flex min-h-9 items-center gap-2 rounded-control px-3 touch:min-h-11',
                name === current ? 'bg-accent-soft font-bold text-accent-ink' : 'text-ink-2 hover:enabled:bg-hover',
                'disabled:cursor-not-allowed',
              )}
            >
              <span className="tabular">{index + 1}.</span>
              {stepWords[name]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
