import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; hint?: ReactNode }

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div
      className={cx('relative flex gap-2 touch:min-h-11', hint ? 'touch:items-start touch:py-2' : 'touch:items-center')}
    >
      <input
        {...rest}
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative z-1 mt-0.5 size-4 shrink-0 accent-accent touch:mt-0 touch:size-6"
      />
      <div className="min-w-0">
        {/* On touch screens, tapping anywhere in the row toggles the checkbox, except on links in the hint. */}
        <label htmlFor={id} className="touch:after:absolute touch:after:inset-0">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-3 [&_a]:relative [&_a]:z-1">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
