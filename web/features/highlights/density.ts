import type { Highlight } from '#contract/highlights/highlights.ts'

export type Bin = { startSeconds: number; endSeconds: number; count: number }

/** How many highlights start in each of `count` equal stretches of the session's clock, from 0 to `totalSeconds`. */
export function measureDensity(
  highlights: readonly Pick<Highlight, 'clock'>[],
  totalSeconds: number,
  count: number,
): Bin[] {
  const width = totalSeconds / count
  const bins = Array.from({ length: count }, (_each, index) => ({
    startSeconds: index * width,
    endSeconds: (index + 1) * width,
    count: 0,
  }))
  for (const { clock } of highlights) {
    if (clock === null || width <= 0) continue
    bins[Math.min(count - 1, Math.floor(clock / width))]!.count += 1
  }
  return bins
}
