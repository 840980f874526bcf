import { Dialog as Radix } from 'radix-ui'
import { Overlay, type OverlayProps } from './Overlay.tsx'

export function Palette({ title, children, ...overlay }: OverlayProps & { title: string }) {
  return (
    <Overlay
      {...overlay}
      parts={Radix}
      className="appear top-2 left-1/2 flex max-h-[calc(100dvh-1rem)] w-[calc(100vw-1rem)] max-w-2xl -translate-x-1/2 flex-col overflow-hidden rounded-dialog border md:top-[10vh] md:max-h-[75vh]"
    >
      <Radix.Title className="sr-only">{title}</Radix.Title>
      {children}
    </Overlay>
  )
}
