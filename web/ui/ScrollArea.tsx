import { type ReactNode, type Ref, useState } from 'react'
import { cx } from './cx.ts'

const hideDelayMs = 600

type ScrollAreaProps = {
  /** Accessible name. The region is focusable so the keyboard can scroll it. */
  label: string
  className?: string
  ref?: Ref<HTMLElement>
  children: ReactNode
}

/** Native scrolling with a thin scrollbar shown on hover and focus. */
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only shows and hides its bar
    <section
      ref={ref}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- without a tab stop no keyboard can scroll it
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
