import type { SpeakersArtifact } from '#contract/analysis.ts'
import type { Turn } from '#contract/transcript.ts'
import { sharedMs } from './group.ts'

/**
 * Turns with the voices that the transcript does not name. Where several speak at once for most of a turn it is marked
 * and given to nobody: whose words they are cannot be heard.
 */
export function withVoices(
  turns: readonly Turn[],
  { speakers, turnVoices = [], overlaps = [] }: SpeakersArtifact,
): Turn[] {
  const labels = new Map(turnVoices.map(({ turn, label }) => [turn, label]))
  const people = new Map(speakers.map((each) => [each.label, each]))
  return turns.map((turn) => {
    const { startMs, endMs } = turn
    const span = startMs === null || endMs === null ? null : { startMs, endMs }
    const sharedAll = span === null ? 0 : overlaps.reduce((sum, overlap) => sum + sharedMs(overlap, span), 0)
    const isOverlapped = span !== null && sharedAll > (span.endMs - span.startMs) / 2
    const marked = isOverlapped ? { ...turn, isOverlapped } : turn
    const label = labels.get(turn.index)
    if (turn.speaker !== null || label === undefined || isOverlapped) return marked
    const person = people.get(label)
    return {
      ...marked,
      speaker: label,
      role: person && person.role !== 'unknown' ? person.role : turn.role,
      jurorNumber: person?.jurorNumber ?? turn.jurorNumber,
    }
  })
}
