import type { Word } from '#contract/videos/transcript.ts'
import { splitWords, spreadWords } from '#engine/transcript/draft.ts'
import type { Result } from './sherpa.messages.ts'
import type { Chunk } from './transcriber.ts'

/** A piece of a word lasts about this long where the model does not say when it ends. */
const pieceSeconds = 0.24

type Open = { text: string; startSeconds: number; endSeconds: number; logProbs: number[] }

/**
 * Words from the pieces that a model gives: a piece that begins with a space or "▁", or follows a "|", begins a word.
 * Confidence is the geometric mean of the pieces' probabilities. A model without times (Whisper) has its words spread
 * over the speech of the chunk, marked estimated.
 */
export function joinPieces(result: Result, chunk: Chunk): Word[] {
  const { tokens, timestamps, durations, logProbs, text } = result
  if (tokens.length === 0 || timestamps.length !== tokens.length) return spreadOverSpeech(splitWords(text), chunk)
  const words: Open[] = []
  let isOpen = false
  for (const [at, token] of tokens.entries()) {
    if (/^<.*>$/.test(token)) continue
    const begins = /^[▁ ]/.test(token)
    const letters = token.replaceAll(/[▁| ]/g, '')
    if (letters === '') {
      isOpen = false
      continue
    }
    const startSeconds = timestamps[at] ?? 0
    const next = timestamps.slice(at + 1).find((time) => time > startSeconds) ?? Infinity
    const endSeconds = startSeconds + (durations[at] ?? Math.min(pieceSeconds, next - startSeconds))
    const logProb = logProbs[at]
    const last = words.at(-1)
    if (last && isOpen && !begins) {
      last.text += letters
      last.endSeconds = Math.max(last.endSeconds, endSeconds)
    } else words.push({ text: letters, startSeconds, endSeconds, logProbs: [] })
    if (logProb !== undefined) words.at(-1)?.logProbs.push(logProb)
    isOpen = !token.endsWith('|')
  }
  const toMs = (seconds: number): number => Math.min(chunk.endMs, chunk.startMs + Math.round(seconds * 1000))
  return words.map(({ text: word, startSeconds, endSeconds, logProbs: probs }) => ({
    text: word,
    startMs: toMs(startSeconds),
    endMs: toMs(endSeconds),
    confidence:
      probs.length === 0 ? null : Math.min(1, Math.exp(probs.reduce((sum, value) => sum + value, 0) / probs.length)),
    estimated: false,
  }))
}

/** Words along the regions of speech as if these followed each other without a silence. */
function spreadOverSpeech(tokens: readonly string[], chunk: Chunk): Word[] {
  const total = chunk.regions.reduce((sum, region) => sum + region.endMs - region.startMs, 0)
  const place = (ms: number, isEnd: boolean): number => {
    let left = ms
    for (const region of chunk.regions) {
      const length = region.endMs - region.startMs
      if (left < length || (isEnd && left === length)) return region.startMs + left
      left -= length
    }
    return chunk.regions.at(-1)?.endMs ?? chunk.endMs
  }
  return spreadWords(tokens, 0, total).map((word) => ({
    ...word,
    startMs: place(word.startMs, false),
    endMs: place(word.endMs, true),
  }))
}
