import type { Turn, Word } from '#contract/videos/transcript.ts'
import { type Draft, finishTurns, type Piece, splitWords } from './draft.ts'
import { findRecurringLabels, isWholeNote, readLabel } from './labels.ts'
import { inferRole } from './roles.ts'
import { spreadWords } from './spread.ts'

/** A part of a cue said by one voice. `voice` is null where the cue does not say, and `isNew` where it marks a change of speaker. */
export type Part = { text: string; voice: string | null; isNew: boolean; stamps: { word: number; ms: number }[] }

/** One cue of a caption file; times are null where the file's are not usable. */
export type Cue = { number: number; startMs: number | null; endMs: number | null; parts: Part[] }

/**
 * Turns from cues. Who speaks comes from the voice tag, from a label ("JUROR 12: …", ">> THE COURT: …"), or from the cue
 * before where the file uses labels only on a change of speaker. Cues without any speaker stay turns of their own.
 */
export function readCues(cues: readonly Cue[], warnings: string[]): Turn[] {
  const ordered = orderCues(cues, warnings)
  const recurring = findRecurringLabels(
    ordered.flatMap((cue) => cue.parts.map((part) => part.text)),
    true,
  )
  const drafts: Draft[] = []
  let carried: string | null = null
  /** Whether ">>" opened the nameless voice that speaks now: it goes on until the next mark. */
  let isMarked = false
  for (const cue of ordered) {
    for (const { part, startMs, endMs } of timeParts(cue)) {
      const label = part.voice === null ? readLabel(part.text, recurring) : null
      const text = label ? label.rest : part.text.replace(/^>>+\s*/, '')
      const isNote = isWholeNote(text) || /^♪.*♪?$/.test(text)
      const isNew = part.isNew || label !== null || part.text.startsWith('>>')
      if (isNew) {
        carried = label?.speaker ?? null
        isMarked = label === null
      }
      const speaker = isNote ? null : (part.voice ?? carried)
      const piece: Piece = { text, startMs, endMs, ...timeByStamps(text, part, startMs, endMs) }
      const last = drafts.at(-1)
      const goesOn =
        last && !isNote && last.role !== 'note' && last.speaker === speaker && isTimed(last) === (startMs !== null)
      if (goesOn && (speaker !== null || (isMarked && !isNew))) last.pieces.push(piece)
      else if (isNote) drafts.push({ speaker: null, role: 'note', jurorNumber: null, pieces: [piece] })
      else drafts.push({ speaker, ...inferRole(speaker), pieces: [piece] })
    }
  }
  return finishTurns(drafts)
}

const isTimed = (draft: Draft): boolean => typeof draft.pieces[0]?.startMs === 'number'

/** Cues in order of time; one without a time stays behind the cue above it. */
function orderCues(cues: readonly Cue[], warnings: string[]): Cue[] {
  let latest = 0
  const keyed = cues.map((cue, at) => {
    if (cue.startMs !== null && cue.startMs < latest)
      warnings.push(`Cue ${cue.number} starts before the cue above it; it was put in its place by time.`)
    latest = Math.max(latest, cue.startMs ?? 0)
    return { cue, at, ms: cue.startMs ?? latest }
  })
  return keyed.sort((a, b) => a.ms - b.ms || a.at - b.at).map(({ cue }) => cue)
}

/** Two voices in one cue share its time by the length of what they say. */
function timeParts(cue: Cue): { part: Part; startMs: number | null; endMs: number | null }[] {
  const { startMs, endMs, parts } = cue
  if (startMs === null || endMs === null) return parts.map((part) => ({ part, startMs: null, endMs: null }))
  const spread = spreadWords(
    parts.map((part) => part.text),
    startMs,
    endMs,
  )
  return parts.map((part, at) => ({
    part,
    startMs: part.stamps.find((stamp) => stamp.word === 0)?.ms ?? spread[at]?.startMs ?? startMs,
    endMs: parts[at + 1]?.stamps.find((stamp) => stamp.word === 0)?.ms ?? spread[at]?.endMs ?? endMs,
  }))
}

/** Words between two inline times of a WebVTT cue; a word that has a time of its own is not estimated. */
function timeByStamps(text: string, part: Part, startMs: number | null, endMs: number | null): { words?: Word[] } {
  const tokens = splitWords(text)
  if (part.stamps.length === 0 || startMs === null || endMs === null || tokens.length !== splitWords(part.text).length)
    return {}
  const bounds = [...part.stamps].filter((stamp) => stamp.ms >= startMs && stamp.ms <= endMs)
  if (bounds[0]?.word !== 0) bounds.unshift({ word: 0, ms: startMs })
  const words = bounds.flatMap((bound, at) => {
    const next = bounds[at + 1]
    const between = tokens.slice(bound.word, next?.word)
    const spread = spreadWords(between, bound.ms, Math.max(bound.ms, next?.ms ?? endMs))
    return spread.map((word) => ({ ...word, estimated: between.length > 1 }))
  })
  return { words }
}
