import { cx } from '#web/ui/kit.ts'
import { type StepName, stepNames, stepWords } from './steps.ts'

type StepListProps = { current: StepName; onStep?: ((step: StepName) => void) | undefined }

/** The steps in their order. Before the draft exists only the first can be opened. */
export function StepList({ current, onStep }: StepListProps) {
  return (
    <nav aria-label="Steps" className="mb-4">
      {/* Two rows on a phone: how far it is to the last step is part of what the list says. */}
      <ol className="flex flex-wrap gap-1">
        {stepNames.map((name, index) => (
          <li key={name}>
            <button
              type="button"
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
