import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { overlayClass } from './Dialog.tsx'
import { iconButtonClass } from './IconButton.tsx'
import { CloseIcon } from './icons.tsx'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  footer?: ReactNode
  children: ReactNode
}

/** A panel from the left edge over the page; behaves as a dialog. */
export function Drawer({ open, onOpenChange, title, footer, children }: DrawerProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          aria-describedby={undefined}
          className="slide-in fixed inset-y-0 left-0 z-50 flex w-80 max-w-[calc(100vw-3rem)] flex-col border-r border-line bg-surface shadow-floating"
        >
          <div className="flex min-h-14 items-center justify-between border-b border-line px-4">
            <Radix.Title className="text-lg font-bold">{title}</Radix.Title>
            <Radix.Close aria-label="Close" className={cx(iconButtonClass, '-mr-2')}>
              <CloseIcon />
            </Radix.Close>
          </div>
          <div className="flex-1 overflow-y-auto p-4">{children}</div>
          {footer && <div className="border-t border-line px-4 py-3 text-sm text-ink-3">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
