import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass, Field, type FieldTexts } from './Field.tsx'
import { ChevronIcon } from './icons.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly { value: string; label: string; disabled?: boolean }[]
    /** Shown while nothing is chosen. */
    placeholder?: string
  }

/** The browser's own list: it knows every keyboard, screen reader and phone. */
export function Select({ label, hint, error, required, options, placeholder, className, ...rest }: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <div className="relative">
          <select
            {...rest}
            {...aria}
            aria-required={required || undefined}
            className={cx(controlClass, 'appearance-none pr-9 text-ellipsis', className)}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-ink-3">
            <ChevronIcon />
          </span>
        </div>
      )}
    </Field>
  )
}
