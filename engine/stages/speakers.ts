import type { Speaker, Span } from '#contract/analysis.ts'
import type { SpeakerRole, Turn } from '#contract/transcript.ts'
import type { Stage } from '../stage.ts'
import { nameSpeaker } from '../voice/display-name.ts'

/** Two turns of one speaker this close together are one stretch on the timeline. */
const joinMs = 500

/** Time ranges in order, those that touch or nearly touch made one. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1)
    if (last && span.startMs - last.endMs <= joinMs) last.endMs = Math.max(last.endMs, span.endMs)
    else merged.push({ ...span })
  }
  return merged
}

/** The role that most of a speaker's turns have; one misread turn must not change who somebody is. */
function chooseRole(turns: readonly Turn[]): SpeakerRole {
  const counts = new Map<SpeakerRole, number>()
  for (const { role } of turns) counts.set(role, (counts.get(role) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'unknown'
}

/** One speaker from all turns under one label. Talk time is null where no turn has a time. */
function describeSpeaker(label: string, turns: readonly Turn[]): Speaker {
  const timed = turns.flatMap(({ startMs, endMs }) => (startMs === null || endMs === null ? [] : [{ startMs, endMs }]))
  const role = chooseRole(turns)
  const jurorNumber = turns.find((turn) => turn.jurorNumber !== null)?.jurorNumber ?? null
  return {
    label,
    displayName: nameSpeaker(label, jurorNumber),
    role,
    jurorNumber,
    turns: turns.length,
    words: turns.reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => /\w/.test(word)).length, 0),
    talkMs: timed.length === 0 ? null : timed.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
    spans: mergeSpans(timed),
  }
}

/** Speakers in the order in which they first speak; notes such as "(Sidebar)" are nobody's speech. */
export function listSpeakers(turns: readonly Turn[]): Speaker[] {
  const byLabel = Map.groupBy(
    turns.filter((turn) => turn.role !== 'note' && turn.speaker !== null),
    (turn) => turn.speaker ?? '',
  )
  return [...byLabel].map(([label, own]) => describeSpeaker(label, own))
}

/** Who speaks, by the names in the transcript. */
export const speakersStage: Stage<'speakers'> = {
  name: 'speakers',
  weight: 1,
  version: 1,
  reads: ['align'],
  run(context) {
    const speakers = listSpeakers(context.artifact('align').turns)
    return Promise.resolve({ method: speakers.length > 0 ? 'transcript' : 'none', speakers })
  },
}
