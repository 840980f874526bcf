import { useState, useSyncExternalStore } from 'react'
import type { Player, Stretch } from '#web/features/player/index.ts'
import { formatTimecode, toast } from '#web/platform/index.ts'
import { Button, KeyHint } from '#web/ui/kit.ts'

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000

export function useMarks(player: Player, duration: number | null) {
  const [start, setStart] = useState<number | null>(null)
  const [end, setEnd] = useState<number | null>(null)
  const [isAsking, setAsking] = useState(false)
  const repeated = useSyncExternalStore(player.subscribe, player.repeated)
  const stretch: Stretch | null = start !== null && end !== null ? { start, end } : null
  return {
    start,
    stretch,
    isAsking: isAsking && stretch !== null,
    isRepeating: repeated !== null,
    markStart: () => {
      setStart(toMilliseconds(player.now()))
      setEnd(null)
    },
    markEnd: () => {
      // At the end, browsers may report a time past the measured duration. Marks aren't valid there.
      const now = Math.min(toMilliseconds(player.now()), duration ?? Infinity)
      if (start === null || now <= start) {
        toast({ title: 'No clip marked', description: 'Press I to mark the start, then O to mark the end.' })
        return
      }
      player.element()?.pause()
      setEnd(now)
      setAsking(true)
    },
    ask: () => setAsking(true),
    leave: () => setAsking(false),
    clear: () => {
      setStart(null)
      setEnd(null)
      setAsking(false)
    },
    repeat: (other: Stretch | null) => {
      if (repeated) return player.repeat(null)
      const chosen = stretch ?? other
      if (chosen) return player.repeat(chosen)
      toast({ title: 'Nothing to repeat', description: 'Mark a clip with I and O, or select a highlight.' })
    },
  }
}

type MarkBarProps = { marks: ReturnType<typeof useMarks>; mayReview: boolean; onRepeat: () => void }

export function MarkBar({ marks, mayReview, onRepeat }: MarkBarProps) {
  const { start, stretch, isRepeating } = marks
  return (
    <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2 max-sm:[&>button]:px-3!">
      {mayReview && (
        <>
          <Button onClick={marks.markStart}>
            Mark in
            <KeyHint keys="I" />
          </Button>
          <Button onClick={marks.markEnd}>
            Mark out
            <KeyHint keys="O" />
          </Button>
        </>
      )}
      <Button
        aria-pressed={isRepeating}
        className="aria-pressed:bg-accent-soft aria-pressed:text-accent-ink"
        onClick={onRepeat}
      >
        Repeat
        <KeyHint keys="R" />
      </Button>
      {stretch && mayReview && <Button onClick={marks.ask}>Save clip</Button>}
      {start !== null && (
        <Button variant="quiet" onClick={marks.clear}>
          Clear
        </Button>
      )}
      {mayReview && (
        <output className="tabular text-sm text-ink-2">
          {stretch
            ? `${formatTimecode(stretch.start)} – ${formatTimecode(stretch.end)}`
            : start === null
              ? 'No start marked'
              : `Starts at ${formatTimecode(start)}`}
        </output>
      )}
    </div>
  )
}
