import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

const openDelayMs = 700
const skipDelayMs = 300

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={openDelayMs} skipDelayDuration={skipDelayMs}>
      {children}
    </Radix.Provider>
  )
}

/** `children` must be one focusable element that accepts a ref. */
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
