/** Where somebody speaks, and where nobody does for long. */
import type { Span, SpeechActivity } from '#contract/videos/analysis.ts'
import { getTotalMs } from '#contract/speakers/spans.ts'
import { detectByEnergy } from './energy.ts'
import { detectBySilero, loadSilero, type SpeechSettings, type Watch } from './silero.ts'
import { openWav } from './wav.ts'

/** For cutting and listing speech: a soft answer lost is worse than a cough kept. */
export const regionSettings: SpeechSettings = { threshold: 0.3, minSilenceSeconds: 0.4, minSpeechSeconds: 0.1 }
/** For pauses: a cough must not end one. */
export const pauseSettings: SpeechSettings = { threshold: 0.5, minSilenceSeconds: 0.4, minSpeechSeconds: 0.15 }

/** Speech regions of a 16 kHz mono WAV file, by Silero where it loads, else by loudness. */
export async function detectSpeech(path: string, settings: SpeechSettings, watch: Watch): Promise<SpeechActivity> {
  await using wav = await openWav(path)
  const silero = loadSilero()
  const regions =
    'fault' in silero ? await detectByEnergy(wav, settings, watch) : await detectBySilero(silero, wav, settings, watch)
  return {
    detector: 'fault' in silero ? 'energy' : 'silero',
    regions,
    speechMs: getTotalMs(regions),
  }
}

/** Silences of at least `leastMs` between speech; what lies before the first and after the last word is not a pause. */
export function findPauses(regions: readonly Span[], leastMs: number): Span[] {
  return regions.flatMap((region, index) => {
    const next = regions[index + 1]
    return next && next.startMs - region.endMs >= leastMs ? [{ startMs: region.endMs, endMs: next.startMs }] : []
  })
}
