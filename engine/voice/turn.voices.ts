import type { SpeakersArtifact } from '#contract/videos/analysis.ts'
import { joinSpans, getTotalMs, overlapsWithin } from '#contract/speakers/spans.ts'
import type { Turn } from '#contract/videos/transcript.ts'

/**
 * Turns with the voices that the transcript does not name, and the stretches in which several speak at once marked on
 * each. A turn that is shared for most of its time is given to nobody: whose words they are cannot be heard. Who is named
 * by the transcript, or by a person, stays named: somebody who was there said so.
 */
export function withVoices(
  turns: readonly Turn[],
  { speakers, turnVoices = [], overlaps = [] }: SpeakersArtifact,
): Turn[] {
  const heard = new Map(turnVoices.map((each) => [each.turn, each]))
  const nobodys = joinSpans(overlaps, 0)
  const people = new Map(speakers.map((each) => [each.label, each]))
  return turns.map((turn) => {
    const { startMs, endMs } = turn
    const shared = startMs === null || endMs === null ? [] : overlapsWithin({ startMs, endMs }, nobodys)
    const isOverlapped = getTotalMs(shared) > ((endMs ?? 0) - (startMs ?? 0)) / 2
    const marked = {
      ...turn,
      ...(shared.length > 0 && { overlaps: shared }),
      ...(isOverlapped && { isOverlapped }),
    }
    const { label, isSaid = false } = heard.get(turn.index) ?? {}
    if (turn.speaker !== null || label === undefined || (isOverlapped && !isSaid)) return marked
    const person = people.get(label)
    return {
      ...marked,
      speaker: label,
      role: person && person.role !== 'unknown' ? person.role : turn.role,
      jurorNumber: person?.jurorNumber ?? turn.jurorNumber,
    }
  })
}
