import type { Turn, Word } from '#contract/videos/transcript.ts'
import { splitWords } from '../transcript/draft.ts'
import type { Place, Placement } from './placement.ts'
import type { Token } from './script.ts'
import { framesPerSecond } from './sphinx.ts'

/** Times are in seconds. */
type NotInAudio = { turn: number; toTurn: number; text: string; words: number; at: number }
type NotInTranscript = { start: number; end: number }
type AlignedWord = {
  text: string
  start: number
  end: number
  confidence: number
  estimated: boolean
  differs: boolean
  turn: number
}
export type Alignment = { words: AlignedWord[]; notInAudio: NotInAudio[]; notInTranscript: NotInTranscript[] }

const msPerFrame = 1000 / framesPerSecond
const joinFrames = 2 * framesPerSecond
/** Shorter speech is usually a cough or the edge of a word. */
const leastForeignFrames = 1.2 * framesPerSecond
const estimatedConfidence = 0.2

/**
 * This threshold flags 86% of 43 words that were changed on purpose and 4% of 506 unchanged words. The first pass
 * doesn't count as evidence because it knows only words in the transcript.
 */
const differentScore = -70

const soundsDifferent = (place: Place | null): boolean =>
  place === null || place.confidence === null || (place.score !== undefined && place.score < differentScore)

type Timed = {
  turn: number
  word: number
  text: string
  startMs: number
  endMs: number
  confidence: number | null
  differs: boolean
  missing: boolean
  placed: boolean
}

function timeWords(turns: readonly Turn[], tokens: readonly Token[], placement: Placement): Timed[] {
  const places = new Map<string, Place | 'missing' | undefined>()
  for (const [i, token] of tokens.entries()) places.set(`${token.turn}:${token.word}`, placement.places[i])
  const timed: Timed[] = []
  for (const [turn, { role, text }] of turns.entries())
    for (const [word, written] of splitWords(text).entries()) {
      const place = role === 'note' ? undefined : places.get(`${turn}:${word}`)
      const found = place === undefined || place === 'missing' ? null : place
      timed.push({
        turn,
        word,
        text: written,
        missing: place === 'missing',
        placed: found !== null,
        startMs: Math.round((found?.fromFrame ?? 0) * msPerFrame),
        endMs: Math.round((found?.toFrame ?? 0) * msPerFrame),
        confidence: found?.confidence ?? null,
        differs: place !== 'missing' && places.has(`${turn}:${word}`) && soundsDifferent(found),
      })
    }
  timeSkipped(timed)
  return timed
}

function timeSkipped(timed: Timed[]): void {
  for (let from = 0; from < timed.length; from += 1) {
    if (timed[from]?.placed !== false) continue
    let to = from
    while (timed[to]?.placed === false) to += 1
    const start = timed[from - 1]?.endMs ?? timed[to]?.startMs ?? 0
    const end = Math.max(start, Math.min(timed[to]?.startMs ?? start, start + 1000 * (to - from)))
    const share = timed.slice(from, to).some((word) => word.missing) ? 0 : (end - start) / (to - from)
    for (const [at, word] of timed.slice(from, to).entries()) {
      word.startMs = Math.round(start + share * at)
      word.endMs = Math.round(start + share * (at + 1))
    }
    from = to
  }
}

function listMissing(timed: readonly Timed[]): NotInAudio[] {
  const runs: Timed[][] = []
  for (const [i, word] of timed.entries()) {
    if (!word.missing) continue
    if (timed[i - 1]?.missing === true) runs.at(-1)?.push(word)
    else runs.push([word])
  }
  return runs.map((run) => ({
    turn: run[0]?.turn ?? 0,
    toTurn: run.at(-1)?.turn ?? 0,
    text: run.map((word) => word.text).join(' '),
    words: run.length,
    at: (run[0]?.startMs ?? 0) / 1000,
  }))
}

function listForeign(placement: Placement): NotInTranscript[] {
  const joined: { fromFrame: number; toFrame: number }[] = []
  for (const span of placement.foreign.toSorted((a, b) => a.fromFrame - b.fromFrame)) {
    const last = joined.at(-1)
    const isBetween = (place: Place | 'missing' | undefined) =>
      last !== undefined &&
      place !== undefined &&
      place !== 'missing' &&
      place.fromFrame >= last.toFrame &&
      place.toFrame <= span.fromFrame
    if (last && span.fromFrame - last.toFrame <= joinFrames && !placement.places.some(isBetween))
      last.toFrame = Math.max(last.toFrame, span.toFrame)
    else joined.push({ ...span })
  }
  return joined
    .filter(({ fromFrame, toFrame }) => toFrame - fromFrame >= leastForeignFrames)
    .map(({ fromFrame, toFrame }) => ({ start: fromFrame / framesPerSecond, end: toFrame / framesPerSecond }))
}

export function listAlignment(turns: readonly Turn[], tokens: readonly Token[], placement: Placement): Alignment {
  const timed = timeWords(turns, tokens, placement)
  return {
    words: timed
      .filter(({ missing, turn }) => !missing && turns[turn]?.role !== 'note')
      .map(({ turn, text, startMs, endMs, confidence, differs }) => ({
        text,
        start: startMs / 1000,
        end: endMs / 1000,
        confidence: Math.round((confidence ?? estimatedConfidence) * 1000) / 1000,
        estimated: confidence === null,
        differs,
        turn,
      })),
    notInAudio: listMissing(timed),
    notInTranscript: listForeign(placement),
  }
}

export function timeTurns(turns: readonly Turn[], tokens: readonly Token[], placement: Placement): Turn[] {
  const byTurn = Map.groupBy(timeWords(turns, tokens, placement), (word) => word.turn)
  return turns.map((turn, index) => {
    const own = byTurn.get(index) ?? []
    const spoken = own.filter((word) => !word.missing)
    const isAbsent = own.some((word) => word.missing) && !own.some((word) => word.placed)
    if (spoken.length === 0 || isAbsent)
      return { ...turn, words: [], startMs: null, endMs: null, ...(isAbsent && { isAbsent }) }
    const words = own.map(({ text, startMs, endMs, confidence, differs, missing }): Word => ({
      text,
      startMs,
      endMs,
      confidence,
      estimated: confidence === null,
      ...(differs ? { differs } : {}),
      ...(missing ? { isAbsent: true } : {}),
    }))
    return { ...turn, words, startMs: spoken[0]?.startMs ?? null, endMs: Math.max(...spoken.map((word) => word.endMs)) }
  })
}

const mostSentences = 20
const quoteWords = 8
const differingNamed = 5
/** A lower match rate suggests that the transcript is from another recording. */
const doubtfulShare = 0.25

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

function quote(text: string): string {
  const words = text.split(' ')
  return words.length > quoteWords ? `${words.slice(0, quoteWords).join(' ')} …` : text
}

function describeDiffering(words: readonly AlignedWord[]): string[] {
  const differing = words.filter(({ differs }) => differs)
  if (differing.length === 0) return []
  const named = differing.slice(0, differingNamed).map(({ text, start }) => `“${text}” (${clock(start)})`)
  const more = differing.length - named.length
  const list = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
  return [
    `${differing.length === 1 ? 'One word' : `${differing.length} words`} may differ from the recording: ${list}.`,
  ]
}

export function describeGaps({ words, notInAudio, notInTranscript }: Alignment): string[] {
  const found = words.filter((word) => !word.estimated).length
  const all = words.length + notInAudio.reduce((sum, gap) => sum + gap.words, 0)
  const doubt =
    all > 0 && found < all * doubtfulShare
      ? [
          `Only ${found} of the transcript’s ${all} words were found in the recording. It may belong to another recording, or the audio may be unclear.`,
        ]
      : []
  const gaps = [
    ...notInAudio.map((gap) => ({
      at: gap.at,
      text: `${gap.words === 1 ? 'One word of the transcript is' : `${gap.words} words of the transcript are`} not in the recording near ${clock(gap.at)} (“${quote(gap.text)}”), so no times were set.`,
    })),
    ...notInTranscript.map((gap) => ({
      at: gap.start,
      text: `Speech from ${clock(gap.start)} to ${clock(gap.end)} is not in the transcript.`,
    })),
  ].sort((a, b) => a.at - b.at)
  const more = gaps.length - mostSentences
  return [
    ...doubt,
    ...describeDiffering(words),
    ...gaps.slice(0, mostSentences).map((gap) => gap.text),
    ...(more > 0 ? [`${more} more places like these were found.`] : []),
  ]
}
