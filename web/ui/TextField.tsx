import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { controlClass, Field, type FieldTexts } from './Field.tsx'

export function TextField({ label, hint, error, required, className, ...rest }: ComponentProps<'input'> & FieldTexts) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <input
          type="text"
          {...rest}
          {...aria}
          aria-required={required || undefined}
          className={cx(controlClass, className)}
        />
      )}
    </Field>
  )
}

export function TextArea({
  label,
  hint,
  error,
  required,
  className,
  ...rest
}: ComponentProps<'textarea'> & FieldTexts) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(aria) => (
        <textarea
          rows={4}
          {...rest}
          {...aria}
          aria-required={required || undefined}
          className={cx(controlClass, 'py-2', className)}
        />
      )}
    </Field>
  )
}
