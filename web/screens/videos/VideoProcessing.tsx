import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Film } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { listVideos, type VideoSummary, VideoTotals } from '#contract/videos/videos.ts'
import {
  onUploadChange,
  UnfinishedUploads,
  UploadChoice,
  UploadZone,
  type UploadZoneHandle,
} from '#web/features/uploads/index.ts'
import { DeleteVideoDialog, VideoListSkeleton, VideoRow, VideoTiles } from '#web/features/videos/index.ts'
import { invalidateNouns, Loaded, usePages, useShortcuts } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { aloneLinkClass, Button, Card, EmptyState } from '#web/ui/kit.ts'

const pollMs = 5000

export function VideoProcessing() {
  const zone = useRef<UploadZoneHandle>(null)
  const cache = useQueryClient()
  const videos = usePages(listVideos, { params: {}, input: {} }, VideoTotals, { pollMs })
  const [doomed, setDoomed] = useState<VideoSummary | null>(null)
  const navigate = useNavigate()
  const openPicker = () => zone.current?.open()

  useShortcuts('page', [{ keys: 'u', label: 'Choose videos to upload', run: openPicker }])
  useEffect(() => onUploadChange(() => void invalidateNouns(cache, ['videos'])), [cache])

  return (
    <Screen title="Video Processing Center" description="Upload voir dire recordings and track their analysis.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <VideoTiles totals={videos.data?.pages[0]?.totals ?? null} />
        <Card title="Upload Videos">
          <div className="grid gap-4">
            <UploadZone ref={zone} />
            <UnfinishedUploads onChoose={openPicker} />
            <UploadChoice
              onArrived={(videoId) => {
                if (isHere()) void navigate({ to: '/videos/$videoId', params: { videoId } })
              }}
            />
          </div>
        </Card>
        <Card
          title="Video Library"
          actions={
            <Link to="/videos" className={aloneLinkClass}>
              Search all videos
            </Link>
          }
        >
          <Loaded query={videos} skeleton={<VideoListSkeleton className={listClass} />}>
            {({ pages }) => {
              const items = pages.flatMap((page) => page.items)
              return items.length === 0 ? (
                <EmptyState
                  icon={<Film className="size-8" />}
                  title="No videos uploaded yet. Start by uploading your first video."
                  action={<Button onClick={openPicker}>Choose a video</Button>}
                />
              ) : (
                <>
                  <ul aria-label="Videos" className={listClass}>
                    {items.map((video) => (
                      <VideoRow key={video.id} video={video} onDelete={setDoomed} />
                    ))}
                  </ul>
                  {videos.hasNextPage && (
                    <div className="grid justify-items-center">
                      <Button busy={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()}>
                        Show more
                      </Button>
                    </div>
                  )}
                </>
              )
            }}
          </Loaded>
        </Card>
      </div>
      <DeleteVideoDialog video={doomed} onClose={() => setDoomed(null)} />
    </Screen>
  )
}

const listClass = '-mx-4 divide-y divide-line not-last:mb-4 last:-mb-4'

const isHere = () => window.location.pathname === '/video-processing'
