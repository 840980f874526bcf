import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass, Field, type FieldTexts } from './Field.tsx'
import { ChevronIcon } from './icons.tsx'
import type { Reading } from './Notice.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'children'> &
  FieldTexts & {
    options: readonly { value: string; label: string; disabled?: boolean }[]
    placeholder?: string
    /**
     * The query that loads the options. The select is disabled until the query finishes, and shows “Try again” if it
     * fails.
     */
    read?: Reading | undefined
  }

export function Select({ label, hint, error, required, options, placeholder, read, className, ...rest }: SelectProps) {
  const isUnknown = read !== undefined && read.data === undefined
  const failure = isUnknown && read.error && <ReadFailure read={read} />
  return (
    <Field label={label} hint={hint} error={failure || error} required={required}>
      {(aria) => (
        <div className="relative">
          <select
            {...rest}
            {...aria}
            {...(isUnknown && { disabled: true, value: '' })}
            aria-required={required || undefined}
            className={cx(
              controlClass,
              'appearance-none pr-9 text-ellipsis',
              placeholder !== undefined && rest.value === '' && 'text-ink-3 [&>option]:text-ink',
              className,
            )}
          >
            {isUnknown ? (
              <option value="">{read.error ? 'Unavailable' : 'Loading…'}</option>
            ) : (
              placeholder !== undefined && <option value="">{placeholder}</option>
            )}
            {(isUnknown ? [] : options).map((option) => (
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

function ReadFailure({ read }: { read: Reading }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <span className="min-w-0 wrap-anywhere">{read.error?.message}</span>
      <button
        type="button"
        disabled={read.isFetching}
        onClick={() => void read.refetch()}
        className="min-h-6 font-bold underline touch:min-h-11"
      >
        Try again
      </button>
    </span>
  )
}
