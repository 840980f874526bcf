import { Play } from 'lucide-react'
import type { SessionSpeaker } from '#contract/speakers/speakers.ts'
import { speakerRoleWords, type Turn } from '#contract/videos/transcript.ts'
import { formatDuration } from '#web/platform/format.ts'
import { Button } from '#web/ui/kit.ts'

export function nameOfSpeaker({ displayName, assignment }: Pick<SessionSpeaker, 'displayName' | 'assignment'>): string {
  if (!assignment) return displayName
  if (assignment.jurorNumber !== null) return `Juror ${assignment.jurorNumber}`
  return speakerRoleWords[assignment.role]
}

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

/** Unnamed voices keep the label from the transcript. */
export function nameTurn({
  role,
  speaker,
  jurorNumber,
}: Pick<Turn, 'role' | 'speaker' | 'jurorNumber'>): string | null {
  if (jurorNumber !== null) return `Juror ${jurorNumber}`
  return role === 'other' || role === 'unknown' ? speaker : speakerRoleWords[role]
}
