import type { Span } from '#contract/videos/analysis.ts'
import { openWav, sampleRate, type Wav } from '#engine/voice/wav.ts'
import type { Limits } from './transcriber.ts'

/** Whisper processes 30 s at a time and loses context in chunks shorter than 20 s. */
const usual: Limits = { longestMs: 28_000, shortestMs: 20_000 }
/** The first two chunks are shorter so that text appears sooner. */
const first: readonly Limits[] = [
  { longestMs: 8000, shortestMs: 4000 },
  { longestMs: 16_000, shortestMs: 10_000 },
]
/** Longer silences are left out because recognizers invent words in them. */
const silenceMs = 3000
const marginMs = 200
const windowMs = 100

/** Cuts at the longest silence after 20 s, or else at the quietest moment. Each cut depends only on the next 30 s. */
export async function cutChunks(
  wavPath: string,
  regions: readonly Span[],
  later: Limits = usual,
): Promise<(Span & { regions: Span[] })[]> {
  await using wav = await openWav(wavPath)
  const findLimits = (chunk: number): Limits => first[chunk] ?? later
  const pieces: Span[] = []
  for (const region of regions) pieces.push(...(await splitLong(wav, region, pieces.length, findLimits)))
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
    // Adjacent chunks split the silence between them, so no sound is in both.
    return {
      startMs: Math.max(0, startMs - Math.min(marginMs, Math.floor((startMs - before) / 2))),
      endMs: Math.min(wav.durationMs, endMs + Math.min(marginMs, Math.floor(Math.max(0, after - endMs) / 2))),
      regions: spans,
    }
  })
}

function isBetterCut(pieces: readonly Span[], at: number, startMs: number, { longestMs, shortestMs }: Limits): boolean {
  const silence = (index: number): number => (pieces[index]?.startMs ?? 0) - (pieces[index - 1]?.endMs ?? 0)
  if ((pieces[at - 1]?.endMs ?? 0) - startMs < shortestMs) return false
  for (let later = at + 1; later < pieces.length && (pieces[later - 1]?.endMs ?? 0) - startMs <= longestMs; later++)
    if (silence(later) > silence(at)) return false
  return true
}

async function splitLong(
  wav: Wav,
  region: Span,
  before: number,
  findLimits: (chunk: number) => Limits,
): Promise<Span[]> {
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
