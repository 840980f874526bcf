import { Play } from 'lucide-react'
import { formatDuration } from '#web/platform/format.ts'
import { Button } from '#web/ui/kit.ts'

/** Plays the recording from a moment; nothing where the moment is not known. */
export function PlayButton({ startMs, onPlay }: { startMs: number | null; onPlay: (seconds: number) => void }) {
  if (startMs === null) return null
  const seconds = startMs / 1000
  return (
    <Button
      variant="quiet"
      className="-ml-3 touch:-ml-4"
      icon={<Play className="size-4" />}
      onClick={() => onPlay(seconds)}
    >
      {`Play from ${formatDuration(seconds)}`}
    </Button>
  )
}
