import type { ComponentProps } from 'react'
import { Button } from '#web/ui/kit.ts'

/** What is pressed in court is hit without looking; larger also than the buttons for fingers elsewhere. */
export function LargeButton({ wide = true, ...rest }: ComponentProps<typeof Button>) {
  return <Button {...rest} wide={wide} className="min-h-14! text-lg!" />
}
