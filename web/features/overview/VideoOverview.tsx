import { Link } from '@tanstack/react-router'
import { Upload, Video } from 'lucide-react'
import { listVideos, VideoTotals } from '#contract/videos/videos.ts'
import { formatCount } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePage } from '#web/platform/pages.ts'
import { aloneLinkClass, buttonClass, Card, EmptyState, Skeleton, StatTile, StatTiles } from '#web/ui/kit.ts'
import { LastHeight } from './LastHeight.tsx'
import { LatestVideos } from './LatestVideos.tsx'

const maxShown = 5
const pollMs = 5000

const useVideos = () => usePage(listVideos, { params: {}, input: { limit: maxShown } }, VideoTotals, { pollMs })

export const useVideosReady = (): boolean => !useVideos().isPending

export function VideoOverview() {
  const page = useVideos()
  const totals = page.data?.totals
  return (
    <div className="grid gap-4">
      {totals && (
        <StatTiles>
          <StatTile label="Videos" value={formatCount(totals.total)} />
          <StatTile label="Processing" value={formatCount(totals.processing + totals.uploading)} />
          <StatTile label="Completed" value={formatCount(totals.completed)} />
          <StatTile label="Failed" value={formatCount(totals.failed)} />
        </StatTiles>
      )}
      {!page.data && page.errorUpdateCount === 0 && <TilesSkeleton />}
      <Card
        title="Latest videos"
        actions={
          page.data &&
          page.data.items.length > 0 && (
            <Link to="/videos" className={aloneLinkClass}>
              All videos
            </Link>
          )
        }
      >
        <LastHeight name="videos" of={page}>
          <Loaded query={page} skeleton={<Skeleton className="h-28" />}>
            {({ items }) => (items.length > 0 ? <LatestVideos videos={items} /> : <NoVideos />)}
          </Loaded>
        </LastHeight>
      </Card>
    </div>
  )
}

function NoVideos() {
  return (
    <EmptyState
      icon={<Video className="size-8" />}
      title="No videos yet"
      hint="Upload a voir dire video to get a transcript, speakers, and findings."
      action={
        <Link to="/video-processing" className={buttonClass({ variant: 'primary' })}>
          <Upload className="size-4" aria-hidden="true" /> Upload your first video
        </Link>
      }
    />
  )
}

function TilesSkeleton() {
  return (
    <div className="appear-late grid grid-cols-2 gap-3 md:grid-cols-4">
      {['videos', 'processing', 'completed', 'failed'].map((name) => (
        <Skeleton key={name} className="h-23.5" />
      ))}
    </div>
  )
}
