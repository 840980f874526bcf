import { type ReactNode, useId } from 'react'
import { showInDialog } from './showInDialog.ts'

export type FieldTexts = { label: string; hint?: ReactNode; error?: string | undefined }
export type ControlAria = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

type FieldProps = Omit<FieldTexts, 'error'> & {
  error?: ReactNode
  required?: boolean | undefined
  children: (aria: ControlAria) => ReactNode
}

export const controlClass =
  'w-full min-h-8 rounded-control border border-line-strong bg-surface px-3 py-1 text-base text-ink touch:min-h-11 touch:text-lg disabled:cursor-not-allowed disabled:opacity-60 aria-invalid:border-danger-fg'

export function Field({ label, hint, error, required, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : ''
  const errorId = error ? `${id}-error` : ''
  const describedBy = [errorId, hintId].filter(Boolean).join(' ')
  return (
    <div className="grid content-start gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
        {required === false && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p ref={showInDialog} id={errorId} role="alert" className="text-sm text-danger-fg">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
    </div>
  )
}
