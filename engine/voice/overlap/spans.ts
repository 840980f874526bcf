import type { Span } from '#contract/videos/analysis.ts'
import { stepMs } from './windows.ts'

/**
 * Of the settings tried on three simulated hearings, the one that marks least wrongly: of what it marked there nine tenths
 * and more were right, and nothing in speech of single people. Marking somebody's own words as several people's would
 * take them from their speaker, so what is doubtful stays unmarked.
 */
const sharpness = 0.5
const meanSteps = 11
const atLeast = 0.6
const topAtLeast = 0.75
/** Half a second: a shorter "mm-hm" into somebody's words changes nothing about whose they are. */
const shortestSteps = 12

/** Where several speak at once, from the log-odds of every step of 40 ms: spans in order, none touching. */
export function markOverlaps(steps: Float32Array): Span[] {
  const smooth = smoothen(steps)
  const spans: Span[] = []
  for (let from = 0; from < smooth.length;) {
    let to = from
    let top = 0
    while (to < smooth.length && (smooth[to] ?? 0) > atLeast) top = Math.max(top, smooth[to++] ?? 0)
    if (to - from >= shortestSteps && top > topAtLeast) spans.push({ startMs: from * stepMs, endMs: to * stepMs })
    from = Math.max(to, from + 1)
  }
  return spans
}

/** The mean chance of the steps around each; the first and the last count for those beyond the ends. */
function smoothen(steps: Float32Array): Float64Array {
  const chances = Float64Array.from(steps, (odds) => 1 / (1 + Math.exp(-sharpness * odds)))
  const half = Math.floor(meanSteps / 2)
  const last = chances.length - 1
  return chances.map((_, at) => {
    let sum = 0
    for (let step = at - half; step <= at + half; step += 1) sum += chances[Math.min(last, Math.max(0, step))] ?? 0
    return sum / meanSteps
  })
}
