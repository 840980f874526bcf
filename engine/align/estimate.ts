import { getTotalMs } from '#contract/speakers/spans.ts'
import type { Span } from '#contract/videos/analysis.ts'
import type { Transcript, Turn, Word } from '#contract/videos/transcript.ts'
import { splitWords } from '../transcript/draft.ts'

const gapLetters = 1

function readSpeechClock(regions: readonly Span[]): (position: number) => { ms: number; regionEndMs: number } {
  const total = getTotalMs(regions)
  return (position) => {
    let left = position * total
    for (const { startMs, endMs } of regions) {
      if (left < endMs - startMs) return { ms: Math.round(startMs + left), regionEndMs: endMs }
      left -= endMs - startMs
    }
    const end = regions.at(-1)?.endMs ?? 0
    return { ms: end, regionEndMs: end }
  }
}

export function spreadWords(texts: readonly string[], regions: readonly Span[]): Word[] {
  const clock = readSpeechClock(regions)
  const total = texts.reduce((sum, text) => sum + text.length + gapLetters, 0)
  let said = 0
  return texts.map((text) => {
    const start = clock(said / total)
    const end = clock((said + text.length) / total)
    said += text.length + gapLetters
    return { text, startMs: start.ms, endMs: Math.min(end.ms, start.regionEndMs), confidence: null, estimated: true }
  })
}

export function spreadTurns(turns: readonly Turn[], regions: readonly Span[]): Turn[] {
  const words = spreadWords(
    turns.flatMap((turn) => (turn.role === 'note' ? [] : splitWords(turn.text))),
    regions,
  )
  let at = 0
  return turns.map((turn) => {
    const texts = splitWords(turn.text)
    const momentMs = words[at - 1]?.endMs ?? regions[0]?.startMs ?? 0
    if (turn.role !== 'note') return timeTurn(turn, words.slice(at, (at += texts.length)), momentMs)
    const moment = texts.map((text) => ({
      text,
      startMs: momentMs,
      endMs: momentMs,
      confidence: null,
      estimated: true,
    }))
    return timeTurn(turn, moment, momentMs)
  })
}

function timeTurn(turn: Turn, words: Word[], momentMs: number): Turn {
  return {
    ...turn,
    words,
    startMs: words[0]?.startMs ?? momentMs,
    endMs: words.reduce((latest, word) => Math.max(latest, word.endMs), words[0]?.endMs ?? momentMs),
  }
}

const beginning = (turns: number) =>
  turns === 1 ? '1 turn of the transcript begins' : `${turns} turns of the transcript begin`

export function checkTimes(transcript: Transcript, durationMs: number): Transcript {
  let beyond = 0
  let backwards = 0
  let previousMs = 0
  const turns = transcript.turns.map((turn): Turn => {
    if (turn.startMs === null) return turn
    if (turn.startMs >= durationMs) {
      beyond += 1
      return { ...turn, startMs: null, endMs: null, words: [] }
    }
    if (turn.startMs < previousMs) backwards += 1
    const startMs = Math.max(turn.startMs, previousMs)
    const endMs = Math.min(durationMs, Math.max(startMs, turn.endMs ?? startMs))
    previousMs = startMs
    const fit = (ms: number) => Math.min(endMs, Math.max(startMs, ms))
    const words =
      turn.words.length > 0
        ? turn.words.map((word) => {
            const from = fit(word.startMs)
            return { ...word, startMs: from, endMs: Math.max(from, fit(word.endMs)) }
          })
        : spreadWords(splitWords(turn.text), [{ startMs, endMs }])
    return { ...turn, startMs, endMs, words }
  })
  const warnings = [...transcript.warnings]
  if (beyond > 0) warnings.push(`${beginning(beyond)} after the end of the recording, so the times were dropped.`)
  if (backwards > 0) warnings.push(`${beginning(backwards)} before the previous turn, so the times were corrected.`)
  return { ...transcript, turns, warnings }
}
