import { join } from 'node:path'
import { cutOverlaps, getTotalMs, joinSpans } from '#contract/speakers/spans.ts'
import type { Span, Speaker, SpeakersArtifact } from '#contract/videos/analysis.ts'
import { formatVoice, type SpeakerRole, type Turn } from '#contract/videos/transcript.ts'
import type { Stage, VoiceWishes } from '../stage.ts'
import { fillMs, groupVoices, getSharedMs, type VoiceTurn } from '../voice/group.ts'
import { findOverlaps, withVoices } from '../voice/overlaps.ts'
import { hearsOverlaps, readPrints } from '../voice/prints.ts'

const joinMs = 500

function chooseRole(turns: readonly Turn[]): SpeakerRole {
  const counts = new Map<SpeakerRole, number>()
  for (const { role } of turns) counts.set(role, (counts.get(role) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'unknown'
}

const countWords = (turns: readonly Turn[]): number =>
  turns.reduce((sum, { text }) => sum + text.split(/\s+/).filter((word) => /\w/.test(word)).length, 0)

/** Speaking time excludes overlaps. It's null if no turn has a time. */
function describeSpeaker(label: string, turns: readonly Turn[], overlaps: readonly Span[]): Speaker {
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
    talkMs: timed.length === 0 ? null : getTotalMs(cutOverlaps(timed, overlaps)),
    spans: cutOverlaps(joinSpans(timed, joinMs), overlaps),
  }
}

export function listSpeakers(turns: readonly Turn[], overlaps: readonly Span[]): Speaker[] {
  const byLabel = Map.groupBy(
    turns.filter((turn) => turn.role !== 'note' && turn.speaker !== null),
    (turn) => turn.speaker ?? '',
  )
  return [...byLabel].map(([label, own]) => describeSpeaker(label, own, overlaps))
}

export const isNamed = (turns: readonly Turn[]): boolean =>
  turns.some((turn) => turn.role !== 'note' && turn.speaker !== null)

export function assignVoices(
  voiceTurns: readonly VoiceTurn[],
  turns: readonly Turn[],
  named: VoiceWishes['named'] = [],
): NonNullable<SpeakersArtifact['turnVoices']> {
  return turns.flatMap(({ index, role, startMs, endMs }) => {
    if (role === 'note' || startMs === null) return []
    const span = { startMs, endMs: Math.max(endMs ?? startMs, startMs + 1) }
    const name = named.find((each) => getSharedMs(each, span) > (span.endMs - span.startMs) / 2)
    if (name) return [{ turn: index, label: name.speaker, margin: null, isSaid: true }]
    const heard = new Map<string, { ms: number; margin: number | null }>()
    for (const { voice, margin, ...own } of voiceTurns) {
      const ms = getSharedMs(own, span)
      if (ms === 0) continue
      const before = heard.get(voice)
      const margins = [before?.margin ?? null, margin].filter((each) => each !== null)
      heard.set(voice, { ms: (before?.ms ?? 0) + ms, margin: margins.length === 0 ? null : Math.min(...margins) })
    }
    const [best] = [...heard].sort((a, b) => b[1].ms - a[1].ms)
    return best ? [{ turn: index, label: best[0], margin: best[1].margin }] : []
  })
}

/** Uses only names that people assigned. `voiceTurns` must not overlap. */
export function listVoices(
  voiceTurns: readonly VoiceTurn[],
  turns: readonly Turn[],
  turnVoices: NonNullable<SpeakersArtifact['turnVoices']>,
  overlaps: readonly Span[],
  people: VoiceWishes['people'] = {},
): Speaker[] {
  const labels = new Map(turnVoices.map(({ turn, label }) => [turn, label]))
  return [...Map.groupBy(voiceTurns, ({ voice }) => voice)].map(([label, own]) => {
    const spoken = turns.filter(({ index }) => labels.get(index) === label)
    return {
      label,
      displayName: formatVoice(label),
      role: people[label]?.role ?? 'unknown',
      jurorNumber: people[label]?.jurorNumber ?? null,
      turns: turnVoices.length === 0 ? own.length : spoken.length,
      words: countWords(spoken),
      talkMs: getTotalMs(own),
      spans: cutOverlaps(joinSpans(own, joinMs), overlaps),
    }
  })
}

export const speakersStage: Stage<'speakers'> = {
  name: 'speakers',
  weight: 0.05,
  version: 8,
  reads: ['align', 'voices'],
  dependsOn: ({ voices }) => (voices ? JSON.stringify(voices) : ''),
  async run(context) {
    const { turns } = context.artifact('align')
    const written = findOverlaps(turns)
    const { count = null, named = [], isClosed = false, people = {} } = context.options.voices ?? {}
    if (isNamed(turns)) {
      const moved = { people, turnVoices: assignVoices([], turns, named).filter(({ label }) => people[label]) }
      const spoken = withVoices(turns, { method: 'transcript', speakers: [], ...moved })
      return { method: 'transcript', speakers: listSpeakers(spoken, written), overlaps: written, ...moved }
    }
    const voices = context.artifact('voices')
    const overlaps = joinSpans([...written, ...voices.overlaps], 0)
    const prints = voices.file === null ? null : await readPrints(join(context.folder, voices.file), voices)
    const taken = Object.keys(people)
    const settings = { speakers: count, enrollments: named, isClosed: isClosed && named.length > 0, taken, fillMs }
    const voiceTurns = prints === null ? [] : cutOverlaps(groupVoices(prints, settings), overlaps)
    if (voiceTurns.length === 0) return { method: 'none', speakers: [], overlaps }
    const turnVoices = assignVoices(voiceTurns, turns, named)
    return {
      method: 'voices',
      speakers: listVoices(voiceTurns, turns, turnVoices, overlaps, people),
      overlaps,
      hearsOverlaps: hearsOverlaps(voices),
      turnVoices,
    }
  },
}

const keepUpper = new Set(['II', 'III', 'IV', 'JD', 'MD', 'USA'])
const keepLower = new Set(['of', 'de', 'la', 'van', 'der', 'von', 'for'])

const capitalize = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(^|[-'’(/])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^Mc(\p{L})/u, (_, letter: string) => `Mc${letter.toUpperCase()}`)
    .replace(/(['’])S$/u, '$1s')

/** Labels with lowercase letters aren't changed, because they were written that way on purpose. */
export function nameSpeaker(label: string, jurorNumber: string | null): string {
  if (jurorNumber !== null) return `Juror ${jurorNumber}`
  if (/\p{Ll}/u.test(label)) return label.trim()
  return label
    .trim()
    .split(/\s+/)
    .map((word, index) => {
      if (keepUpper.has(word.replace(/\W/g, ''))) return word
      if (index > 0 && keepLower.has(word.toLowerCase())) return word.toLowerCase()
      return capitalize(word)
    })
    .join(' ')
}
