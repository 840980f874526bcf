/** How the network is fed, and how its answers for windows become one row of values over the recording. */
import { sampleRate } from '../wav.ts'

/** Exactly what it was trained on: it takes the level of a whole window into account. */
export const windowSamples = 8 * sampleRate
/** At the ends of a window it knows only one side: a second of each is heard again in the next. */
const edgeSamples = sampleRate
export const hopSamples = windowSamples - 2 * edgeSamples
/** Its frames lie 24 ms apart; the middle of the first. */
const frameSamples = 384
const firstFrameAt = 447
export const stepMs = 40
const stepSamples = (stepMs * sampleRate) / 1000
/** Where in its step a value lies. */
const stepAt = 160

export const countWindows = (samples: number): number =>
  Math.max(1, Math.ceil((samples - 2 * edgeSamples) / hopSamples))
export const countSteps = (samples: number): number => Math.ceil(samples / stepSamples)

/**
 * Puts the answer for window `at` of a recording into `steps`, a log-odds for every 40 ms. Windows come in order; each
 * fills the steps from where the one before it ended to a second before its own end, the last one to the very end.
 * Answers how many steps are filled.
 */
export function placeWindow(
  steps: Float32Array,
  filled: number,
  at: number,
  chances: Float32Array,
  isLast: boolean,
): number {
  const odds = Float64Array.from(chances, (chance) => {
    const sure = Math.min(1 - 1e-7, Math.max(1e-7, chance))
    return Math.log(sure / (1 - sure))
  })
  const endSample = isLast ? windowSamples : windowSamples - edgeSamples
  let step = filled
  for (; step < steps.length; step += 1) {
    const sample = step * stepSamples + stepAt - at * hopSamples
    if (sample >= endSample) break
    const frame = Math.min(odds.length - 1, Math.max(0, (sample - firstFrameAt) / frameSamples))
    const [before, part] = [Math.floor(frame), frame % 1]
    steps[step] = (odds[before] ?? 0) * (1 - part) + (odds[Math.min(odds.length - 1, before + 1)] ?? 0) * part
  }
  return step
}
