import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { overlayClass } from './Dialog.tsx'
import { iconButtonClass } from './IconButton.tsx'
import { CloseIcon } from './icons.tsx'
import { useReturnFocus } from './returnFocus.ts'

type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The edge it lies at. */
  side?: 'left' | 'right'
  /** Beside the title. */
  badge?: ReactNode
  footer?: ReactNode
  children: ReactNode
}

/** A panel at an edge over the page; behaves as a dialog. */
export function Drawer({ open, onOpenChange, title, side = 'left', badge, footer, children }: DrawerProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className={cx(
            'fixed inset-y-0 z-50 flex max-w-[calc(100vw-3rem)] flex-col border-line bg-surface shadow-floating',
            side === 'left' ? 'slide-in left-0 w-80 border-r' : 'appear right-0 w-96 border-l',
          )}
        >
          <div className="flex min-h-14 items-center justify-between border-b border-line px-4">
            <div className="flex items-center gap-2">
              <Radix.Title className="text-lg font-bold">{title}</Radix.Title>
              {badge}
            </div>
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
