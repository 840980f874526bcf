import type { Span } from '#contract/videos/analysis.ts'
import { getTotalMs } from '#contract/speakers/spans.ts'
import { detectSpeech, type Watch } from '#engine/voice/activity.ts'
import { dimensions, readCepstra } from './cepstra.ts'
import * as mixtures from './mixture.ts'
import { cutPieces } from './pieces.ts'
import { joinRows, type Voiceprints } from '#engine/voice/prints.ts'
import { toStatisticsRow, statisticsWidth } from '#engine/voice/space.ts'
import { openWav, type Wav } from '#engine/voice/wav.ts'

/** Turns may be only 0.15 s apart, so any breath could be a change of speaker. */
const speechSettings = { threshold: 0.2, minSilenceSeconds: 0.1, minSpeechSeconds: 0.1 }
/** Another speaker couldn't say anything in a gap this short. */
const joinMs = 200
const learningMs = 20 * 60_000

/** Doesn't detect overlapping speech. */
export async function listenBySpectrum(path: string, watch: Watch): Promise<Voiceprints> {
  const part = (from: number, to: number): Watch => ({
    signal: watch.signal,
    progress: (fraction) => watch.progress(from + fraction * (to - from)),
  })
  const { regions } = await detectSpeech(path, speechSettings, part(0, 0.3))
  const spans = joinBreaths(regions)
  await using wav = await openWav(path)
  const none: Voiceprints = {
    kind: 'spectrum',
    model: null,
    mixture: null,
    stretches: [],
    overlaps: [],
    overlapsHeard: false,
    width: statisticsWidth,
    vectors: new Float32Array(0),
  }
  if (spans.length === 0) return none
  const mixture = await learn(wav, spans, part(0.3, 0.4))
  const stretches: Span[] = []
  const rows: Float32Array[] = []
  for (const [i, span] of spans.entries()) {
    watch.signal.throwIfAborted()
    const values = await readCepstra(wav, span.startMs, span.endMs)
    const frames = Math.floor(values.length / dimensions)
    const toValue = (ms: number) =>
      Math.round((frames * (ms - span.startMs)) / (span.endMs - span.startMs)) * dimensions
    for (const piece of frames > 0 ? cutPieces(span, span.breathsMs) : []) {
      stretches.push(piece)
      const own = values.subarray(toValue(piece.startMs), toValue(piece.endMs))
      rows.push(toStatisticsRow(mixtures.gatherStatistics(mixture, own)))
    }
    part(0.4, 1).progress((i + 1) / spans.length)
  }
  const { weights, means, variances } = mixture
  return {
    ...none,
    mixture: { weights: [...weights], means: [...means], variances: [...variances] },
    stretches,
    vectors: joinRows(rows, statisticsWidth),
  }
}

function joinBreaths(regions: readonly Span[]): (Span & { breathsMs: number[] })[] {
  const joined: (Span & { breathsMs: number[] })[] = []
  for (const region of regions) {
    const last = joined.at(-1)
    if (last && region.startMs - last.endMs < joinMs) {
      last.breathsMs.push(Math.round((last.endMs + region.startMs) / 2))
      last.endMs = region.endMs
    } else joined.push({ ...region, breathsMs: [] })
  }
  return joined
}

async function learn(wav: Wav, spans: readonly Span[], { signal, progress }: Watch): Promise<mixtures.Mixture> {
  const speechMs = getTotalMs(spans)
  const every = Math.ceil(speechMs / learningMs)
  const chosen: Float32Array[] = []
  for (const [i, { startMs, endMs }] of spans.entries()) {
    signal.throwIfAborted()
    if (i % every === 0) chosen.push(await readCepstra(wav, startMs, endMs))
    progress(i / spans.length)
  }
  const values = new Float32Array(chosen.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of chosen) {
    values.set(part, at)
    at += part.length
  }
  return mixtures.learnMixture(values)
}
