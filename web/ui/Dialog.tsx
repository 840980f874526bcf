import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { iconButtonClass } from './IconButton.tsx'
import { cx } from './cx.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  wide?: boolean
  children: ReactNode
}

export const overlayClass = 'appear fixed inset-0 z-50 bg-black/50'

/** Keeps the focus inside, closes on Escape and on a press outside, and gives the focus back. */
export function Dialog({ open, onOpenChange, title, description, wide, children }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'appear fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-dialog border border-line bg-surface p-6 shadow-floating',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <div className="mb-4 flex items-start justify-between gap-4">
            <div>
              <Radix.Title className="text-xl font-bold">{title}</Radix.Title>
              {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
            </div>
            <Radix.Close aria-label="Close" className={cx(iconButtonClass, '-mt-1 -mr-2')}>
              <CloseIcon />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The buttons at the foot of a dialog, the way out first in the tab order. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className="mt-6 flex flex-wrap justify-end gap-2">{children}</div>
}
