import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { iconButtonClass } from './IconButton.tsx'
import { CloseIcon } from './icons.tsx'
import { Overlay, type OverlayProps } from './Overlay.tsx'

type DrawerProps = OverlayProps & {
  title: string
  side?: 'left' | 'right'
  badge?: ReactNode
  footer?: ReactNode
}

export function Drawer({ title, side = 'left', badge, footer, children, ...overlay }: DrawerProps) {
  return (
    <Overlay
      {...overlay}
      parts={Radix}
      className={cx(
        'inset-y-0 flex max-w-[calc(100vw-3rem)] flex-col',
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
    </Overlay>
  )
}
