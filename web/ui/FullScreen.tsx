import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Overlay, type OverlayProps } from './Overlay.tsx'

type FullScreenProps = OverlayProps & { title: string; header: ReactNode; footer: ReactNode }

export function FullScreen({ title, header, footer, children, ...overlay }: FullScreenProps) {
  return (
    <Overlay {...overlay} parts={Radix} focusesItself className="inset-0 flex flex-col bg-canvas outline-none">
      <header className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 md:px-6">
        <Radix.Title className="font-bold">{title}</Radix.Title>
        {header}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      <footer className="border-t border-line bg-surface px-4 py-3 empty:hidden md:px-6">{footer}</footer>
    </Overlay>
  )
}

export const FullScreenClose = ({ children }: { children: ReactNode }) => <Radix.Close asChild>{children}</Radix.Close>
