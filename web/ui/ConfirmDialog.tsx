import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, buttonClass } from './Button.tsx'
import { DialogActions, overlayClass } from './Dialog.tsx'
import { useReturnFocus } from './returnFocus.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** A question that names the object: "Delete panel-b.mp4?" */
  title: string
  /** What will happen, and whether it can be taken back. */
  description: ReactNode
  /** The verb of the act, never "OK". */
  confirmLabel: string
  danger?: boolean
  busy?: boolean
  /** What went wrong at the last attempt. */
  error?: string | null
  /** Stands above the error. */
  errorTitle?: string
  onConfirm: () => void
}

/** Stays open while busy and after an error; the caller closes it when the act is done. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  danger = false,
  busy = false,
  error,
  errorTitle,
  onConfirm,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          className="appear fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-dialog border border-line bg-surface px-6 pt-6 shadow-floating"
        >
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
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
