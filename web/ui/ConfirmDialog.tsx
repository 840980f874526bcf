import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './Button.tsx'
import { cx } from './cx.ts'
import { DialogActions } from './Dialog.tsx'
import { centeredClass, Overlay, type OverlayProps } from './Overlay.tsx'

type ConfirmDialogProps = Omit<OverlayProps, 'children'> & {
  title: string
  description: ReactNode
  confirmLabel: string
  danger?: boolean
  busy?: boolean
  error?: string | null
  errorTitle?: string
  onConfirm: () => void
}

export function ConfirmDialog({
  title,
  description,
  confirmLabel,
  danger = false,
  busy = false,
  error,
  errorTitle,
  onConfirm,
  ...overlay
}: ConfirmDialogProps) {
  return (
    <Overlay {...overlay} parts={Radix} isDescribed className={cx(centeredClass, 'max-w-md')}>
      <div className="pb-6">
        <Radix.Title className="text-lg font-bold break-words">{title}</Radix.Title>
        <Radix.Description className="mt-2 text-ink-2">{description}</Radix.Description>
        {error && (
          <div role="alert" className="mt-3 break-words text-danger-fg">
            {errorTitle && <p className="font-medium">{errorTitle}</p>}
            <p>{error}</p>
          </div>
        )}
        <DialogActions>
          <Radix.Cancel className={buttonClass()}>Cancel</Radix.Cancel>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </div>
    </Overlay>
  )
}
