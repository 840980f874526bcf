import type { Highlight } from '#contract/highlights/highlights.ts'
import { formatDuration } from '#web/platform/format.ts'

const binCount = 60

export function DensityStrip({ highlights, totalSeconds }: { highlights: readonly Highlight[]; totalSeconds: number }) {
  const bins = measureDensity(highlights, totalSeconds, binCount)
  const most = Math.max(1, ...bins.map((each) => each.count))
  const peak = bins.find((each) => each.count === most)
  const summary = peak ? `Most are around ${formatDuration(peak.startSeconds)}.` : ''
  return (
    <figure className="grid gap-1">
      <div
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the chart consists of elements, not an image file
        role="img"
        aria-label={`Density of ${highlights.length} highlights over ${formatDuration(totalSeconds)}. ${summary}`}
        className="flex h-10 items-end gap-px rounded-mark bg-surface-2"
      >
        {bins.map(({ startSeconds, count }) => (
          <span
            key={startSeconds}
            className="flex-1 rounded-t-mark bg-accent"
            style={{ height: `${(count / most) * 100}%` }}
          />
        ))}
      </div>
      <figcaption className="tabular flex justify-between text-xs text-ink-3">
        <span>0:00</span>
        <span>{formatDuration(totalSeconds)}</span>
      </figcaption>
    </figure>
  )
}

type Bin = { startSeconds: number; endSeconds: number; count: number }

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
