import { Clapperboard } from 'lucide-react'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { IconButton } from '#web/ui/kit.ts'
import { useReel } from './useReel.ts'

type ReelButtonProps = { sessionId: string; highlight: Highlight }

/** Puts a highlight at the end of the reel, or takes it out. */
export function ReelButton({ sessionId, highlight }: ReelButtonProps) {
  const { isKnown, has, add, remove } = useReel(sessionId)
  const isIn = has(highlight.id)
  return (
    <IconButton
      label={isIn ? 'Take out of the reel' : 'Add to the reel'}
      aria-pressed={isIn}
      disabled={!isKnown}
      word="Reel"
      icon={<Clapperboard className="size-4" />}
      className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
      onClick={() => (isIn ? remove(highlight.id) : add(highlight))}
    />
  )
}
