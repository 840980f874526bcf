import { join } from 'node:path'
import type { Speaker, Span } from '#contract/analysis.ts'
import type { SpeakerRole, Turn } from '#contract/transcript.ts'
import type { Stage } from '../stage.ts'
import { diarize, fillMs, type VoiceTurn } from '../voice/diarize.ts'
import { nameSpeaker } from '../voice/display-name.ts'

/** Two turns of one speaker this close together are one stretch on the timeline. */
const joinMs = 500

/** Time ranges in order, those that touch or nearly touch made one. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.startMs - b.startMs)) {
    const last = merged.at(-1)
    if (last && span.startMs - last.endMs <= joinMs) last.endMs = Math.max(last.endMs, span.endMs)
    else merged.push({ startMs: span.startMs, endMs: span.endMs })
  }
  return merged
}

/** The role that most of a speaker's turns have; one misread turn must not change who somebody is. */
function chooseRole(turns: readonly Turn[]): SpeakerRole {
  const counts = new Map<SpeakerRole, number>()
  for (const { role } of turns) counts.set(role, (counts.get(role) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'unknown'
}

const countWords = (turns: readonly Turn[]): number =>
  turns.reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => /\w/.test(word)).length, 0)

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
    words: countWords(turns),
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

/** Voices as speakers. A turn of the transcript belongs to the voice that speaks in its middle; nobody is named here. */
export function listVoices(voiceTurns: readonly VoiceTurn[], turns: readonly Turn[]): Speaker[] {
  return [...Map.groupBy(voiceTurns, ({ voice }) => voice)].map(([label, own]) => {
    const said = turns.filter(({ role, startMs, endMs }) => {
      if (role === 'note' || startMs === null) return false
      const middleMs = (startMs + (endMs ?? startMs)) / 2
      return own.some((voice) => voice.startMs <= middleMs && middleMs < voice.endMs)
    })
    const spans = mergeSpans(own)
    return {
      label,
      displayName: label.replace(/^voice-/, 'Voice '),
      role: 'unknown',
      jurorNumber: null,
      turns: said.length === 0 ? own.length : said.length,
      words: countWords(said),
      talkMs: own.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
      spans,
    }
  })
}

/** Who speaks: by the names in the transcript, or where it names nobody, by the voices. */
export const speakersStage: Stage<'speakers'> = {
  name: 'speakers',
  weight: 4,
  version: 2,
  reads: ['audio', 'align'],
  async run(context) {
    const { turns } = context.artifact('align')
    const named = listSpeakers(turns)
    if (named.length > 0) return { method: 'transcript', speakers: named }
    const { file } = context.artifact('audio')
    if (file === null) return { method: 'none', speakers: [] }
    const settings = { speakers: null, enrolments: [], fillMs }
    const voices = await diarize(join(context.folder, file), settings, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
    return voices.length === 0
      ? { method: 'none', speakers: [] }
      : { method: 'voices', speakers: listVoices(voices, turns) }
  },
}
