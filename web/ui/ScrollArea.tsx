import { type ReactNode, type Ref, useState } from 'react'
import { cx } from './cx.ts'

const hideDelayMs = 600

type ScrollAreaProps = {
  label: string
  className?: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

export function ScrollArea({ label, className, ref, children }: ScrollAreaProps) {
  const [shown, setShown] = useState(false)
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout> | undefined>(undefined)
  function show() {
    clearTimeout(timer)
    setShown(true)
  }
  function hideLater() {
    clearTimeout(timer)
    setTimer(setTimeout(() => setShown(false), hideDelayMs))
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only show and hide the scrollbar
    <section
      ref={ref}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users need a tab stop to scroll it
      tabIndex={0}
      onPointerEnter={show}
      onPointerLeave={hideLater}
      onFocus={show}
      onBlur={hideLater}
      className={cx(
        'relative overflow-auto [scrollbar-width:thin] print:max-h-none! print:overflow-visible!',
        shown ? '[scrollbar-color:var(--border-strong)_transparent]' : '[scrollbar-color:transparent_transparent]',
        className,
      )}
    >
      {children}
    </section>
  )
}
