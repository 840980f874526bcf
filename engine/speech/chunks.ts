import type { Span } from '#contract/videos/analysis.ts'
import { openWav, sampleRate, type Wav } from '#engine/voice/wav.ts'

type Limits = { longestMs: number; shortestMs: number }
/** Whisper hears thirty seconds at a time; less than twenty costs it context. */
const usual: Limits = { longestMs: 28_000, shortestMs: 20_000 }
/** The first two are shorter, so that somebody who waits sees words soon; the context that they lose is lost once. */
const first: readonly Limits[] = [
  { longestMs: 8000, shortestMs: 4000 },
  { longestMs: 16_000, shortestMs: 10_000 },
]
const findLimits = (chunk: number): Limits => first[chunk] ?? usual
/** A longer silence is left out: recognisers invent words in it. */
const silenceMs = 3000
/** A detector finds a word a little late and loses it a little early. */
const marginMs = 200
const windowMs = 100

/**
 * Chunks of at most 28 s, cut at silences wherever there is one after 20 s, otherwise at the quietest moment; the first
 * two are shorter. A chunk depends on the speech within half a minute after it, and on nothing later.
 */
export async function cutChunks(wavPath: string, regions: readonly Span[]): Promise<(Span & { regions: Span[] })[]> {
  await using wav = await openWav(wavPath)
  const pieces: Span[] = []
  for (const region of regions) pieces.push(...(await splitLong(wav, region, pieces.length)))
  const chunks: Span[][] = []
  for (const [at, piece] of pieces.entries()) {
    const current = chunks.at(-1)
    const [opening, last] = [current?.[0], current?.at(-1)]
    const limits = findLimits(chunks.length - 1)
    if (!current || !opening || !last || piece.startMs - last.endMs > silenceMs) chunks.push([piece])
    else if (piece.endMs - opening.startMs <= limits.longestMs && !isBetterCut(pieces, at, opening.startMs, limits))
      current.push(piece)
    else chunks.push([piece])
  }
  return chunks.map((spans, at) => {
    const [first, last] = [spans[0], spans.at(-1)]
    const before = chunks[at - 1]?.at(-1)?.endMs ?? 0
    const after = chunks[at + 1]?.[0]?.startMs ?? wav.durationMs
    const startMs = Math.max(first?.startMs ?? 0, 0)
    const endMs = Math.min(last?.endMs ?? 0, wav.durationMs)
    // Neighbours share the silence between them, so that no moment is heard twice.
    return {
      startMs: Math.max(0, startMs - Math.min(marginMs, Math.floor((startMs - before) / 2))),
      endMs: Math.min(wav.durationMs, endMs + Math.min(marginMs, Math.floor(Math.max(0, after - endMs) / 2))),
      regions: spans,
    }
  })
}

/** Whether to cut before this piece although it still fits: past the shortest, where no later silence that fits is wider. */
function isBetterCut(pieces: readonly Span[], at: number, startMs: number, { longestMs, shortestMs }: Limits): boolean {
  const silence = (index: number): number => (pieces[index]?.startMs ?? 0) - (pieces[index - 1]?.endMs ?? 0)
  if ((pieces[at - 1]?.endMs ?? 0) - startMs < shortestMs) return false
  for (let later = at + 1; later < pieces.length && (pieces[later - 1]?.endMs ?? 0) - startMs <= longestMs; later++)
    if (silence(later) > silence(at)) return false
  return true
}

/** A region without a silence is cut where it is quietest between the shortest and the longest; `before` pieces precede it. */
async function splitLong(wav: Wav, region: Span, before: number): Promise<Span[]> {
  const parts: Span[] = []
  let startMs = region.startMs
  for (;;) {
    const { longestMs, shortestMs } = findLimits(before + parts.length)
    if (region.endMs - startMs <= longestMs) return [...parts, { startMs, endMs: region.endMs }]
    const cutMs = await findQuietest(wav, startMs + shortestMs, startMs + longestMs)
    parts.push({ startMs, endMs: cutMs })
    startMs = cutMs
  }
}

/** The middle of the tenth of a second with the least energy. */
async function findQuietest(wav: Wav, fromMs: number, toMs: number): Promise<number> {
  const perMs = sampleRate / 1000
  const samples = await wav.read(fromMs * perMs, (toMs - fromMs) * perMs)
  const width = windowMs * perMs
  let [best, least] = [0, Infinity]
  for (let from = 0; from + width <= samples.length; from += width / 2) {
    let energy = 0
    for (let at = from; at < from + width; at++) energy += (samples[at] ?? 0) ** 2
    if (energy < least) [best, least] = [from, energy]
  }
  return fromMs + Math.round((best + width / 2) / perMs)
}
