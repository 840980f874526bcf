import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Milliseconds before a tooltip opens, and while moving from one to the next. */
const openDelayMs = 700
const skipDelayMs = 300

/** Stands once around the application. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Radix.Provider>
  )
}

/** `children` is one element that takes a ref and the focus. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          collisionPadding={8}
          className="appear z-60 max-w-72 rounded-control bg-ink px-2 py-1 text-xs text-bg shadow-floating"
        >
          {content}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
