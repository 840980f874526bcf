import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { overlayClass } from './Dialog.tsx'
import { useReturnFocus } from './returnFocus.ts'

type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; title: string; children: ReactNode }

/** A dialog that hangs from the top, so that its first line stays where it is while what is below it changes. */
export function Palette({ open, onOpenChange, title, children }: PaletteProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="appear fixed top-2 left-1/2 z-50 flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1rem)] max-w-2xl -translate-x-1/2 flex-col overflow-hidden rounded-dialog border border-line bg-surface shadow-floating md:top-[10vh] md:max-h-[75vh]"
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
