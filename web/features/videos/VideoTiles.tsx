import type { VideoTotals } from '#contract/videos/videos.ts'
import { formatCount } from '#web/platform/format.ts'
import { StatTile, StatTiles } from '#web/ui/kit.ts'

/** Totals of everything the person may see, not only of the page that is loaded. */
export function VideoTiles({ totals }: { totals: VideoTotals | null }) {
  const show = (count: number | undefined) => (count === undefined ? '–' : formatCount(count))
  return (
    <StatTiles>
      <StatTile label="Total" value={show(totals?.total)} />
      <StatTile label="Processing" value={show(totals ? totals.processing + totals.uploading : undefined)} />
      <StatTile label="Completed" value={show(totals?.completed)} />
      <StatTile label="Failed" value={show(totals?.failed)} />
    </StatTiles>
  )
}
