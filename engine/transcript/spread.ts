import type { Word } from '#contract/videos/transcript.ts'

/**
 * Times for words of which only the whole stretch is timed: each gets a share by its length in letters, plus one so that
 * "I" is not skipped. They are guesses, so `estimated` is true and the confidence unknown.
 */
export function spreadWords(tokens: readonly string[], startMs: number, endMs: number): Word[] {
  const shares = tokens.map((token) => 1 + token.replaceAll(/[^\p{L}\p{N}]/gu, '').length)
  const total = shares.reduce((sum, share) => sum + share, 0)
  let before = 0
  return tokens.map((text, at) => {
    const from = startMs + Math.round(((endMs - startMs) * before) / total)
    before += shares[at] ?? 0
    const to = startMs + Math.round(((endMs - startMs) * before) / total)
    return { text, startMs: from, endMs: to, confidence: null, estimated: true }
  })
}
