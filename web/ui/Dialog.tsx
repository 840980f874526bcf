import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { CloseIcon } from './icons.tsx'
import { iconButtonClass } from './IconButton.tsx'
import { centeredClass, Overlay, type OverlayProps } from './Overlay.tsx'
import { cx } from './cx.ts'

type DialogProps = OverlayProps & {
  title: string
  description?: ReactNode
  wide?: boolean
}

export function Dialog({ title, description, wide, children, ...overlay }: DialogProps) {
  return (
    <Overlay
      {...overlay}
      parts={Radix}
      isDescribed={Boolean(description)}
      className={cx(centeredClass, 'scroll-pt-6', wide ? 'max-w-3xl scroll-pb-48' : 'max-w-lg scroll-pb-24')}
    >
      <Radix.Title className="pr-10 text-xl font-bold text-balance break-words">{title}</Radix.Title>
      {description && <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>}
      {/* The padding goes here because on the scroller it would offset the sticky footer. */}
      <div className="mt-4 pb-6">{children}</div>
      {/* The Close button is last in the DOM, so focus starts at the first control of the content. */}
      <Radix.Close aria-label="Close" className={cx(iconButtonClass, 'absolute top-4 right-4')}>
        <CloseIcon />
      </Radix.Close>
    </Overlay>
  )
}

export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="dialog-actions sticky bottom-0 z-2 -mx-6 mt-2 -mb-6 flex flex-wrap justify-end gap-2 rounded-b-dialog bg-surface px-6 pt-4 pb-6">
      {children}
    </div>
  )
}
