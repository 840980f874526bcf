import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { iconButtonClass } from './IconButton.tsx'
import { useReturnFocus } from './returnFocus.ts'
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
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={cx(
            'appear fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 scroll-pt-6 scroll-pb-24 overflow-y-auto rounded-dialog border border-line bg-surface px-6 pt-6 shadow-floating',
            wide ? 'max-w-3xl' : 'max-w-lg',
          )}
        >
          <Radix.Title className="pr-10 text-xl font-bold text-balance break-words">{title}</Radix.Title>
          {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
          {/* Its own padding, not the scroller's: browsers keep what is sticky above that. */}
          <div className="mt-4 pb-6">{children}</div>
          {/* Last, so that the focus starts at the first control of the content. */}
          <Radix.Close aria-label="Close" className={cx(iconButtonClass, 'absolute top-4 right-4')}>
            <CloseIcon />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The buttons at the foot of a dialog, the way out first in the tab order. They stay in view while the rest scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions sticky bottom-0 z-2 -mx-6 mt-2 -mb-6 flex flex-wrap justify-end gap-2 rounded-b-dialog bg-surface px-6 pt-4 pb-6">
      {children}
    </div>
  )
}
