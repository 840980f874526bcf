import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Film } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readUploadLimits } from '#contract/videos/uploads.ts'
import { listVideos, type VideoSummary, VideoTotals } from '#contract/videos/videos.ts'
import {
  isSending,
  listUnfinished,
  onUploadChange,
  noPlace,
  UnfinishedUploads,
  UploadList,
  UploadPlaceFields,
  UploadZone,
  type UploadZoneHandle,
  useUploadChoice,
  useUploads,
} from '#web/features/uploads/index.ts'
import { DeleteVideoDialog, VideoRow, VideoTiles } from '#web/features/videos/index.ts'
import {
  formatBytes,
  invalidateNouns,
  Loaded,
  nothingElse,
  useAccount,
  usePages,
  useRead,
  useShortcuts,
} from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { aloneLinkClass, Button, Card, EmptyState, ReadNotice, Skeleton } from '#web/ui/kit.ts'

const pollMs = 5000

export function VideoProcessing() {
  const zone = useRef<UploadZoneHandle>(null)
  const cache = useQueryClient()
  const videos = usePages(listVideos, { params: {}, input: {} }, VideoTotals, { pollMs })
  const [doomed, setDoomed] = useState<VideoSummary | null>(null)
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
            <Selection />
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
          <Loaded query={videos} skeleton={<LibrarySkeleton />}>
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
                  <ul aria-label="Videos" className="-mx-4 divide-y divide-line not-last:mb-4 last:-mb-4">
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

function LibrarySkeleton() {
  return (
    <div className="grid gap-3">
      {Array.from({ length: 4 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  )
}

const isHere = () => window.location.pathname === '/video-processing'

function Selection() {
  const items = useUploads()
  const enabled = items.length > 0
  const limits = useRead(readUploadLimits, nothingElse, { enabled })
  const { userId } = useAccount()
  const navigate = useNavigate()
  const { cases, place, setPlace, isPreparing, isReady, start, dialog } = useUploadChoice((videoId, sessionId) => {
    // After uploading one recording to a session, the next step is naming its voices.
    if (sessionId !== null && items.length === 1 && isHere())
      void navigate({ to: '/videos/$videoId', params: { videoId } })
  })
  if (items.length === 0) return null

  const busy = items.some((each) => isSending(each.state))
  const ready = items.filter((each) => each.state === 'selected' || each.state === 'failed')
  const tooLarge = ready.filter((each) => limits.data && each.file.size > limits.data.maxFileBytes)
  // A resumed upload keeps its case unless another is chosen.
  const before = listUnfinished(userId).find(({ name, sizeBytes }) =>
    ready.some(({ file }) => file.name === name && file.size === sizeBytes),
  )
  const resumed = cases.data?.some(({ id }) => id === before?.caseId) ? (before?.caseId ?? '') : ''
  const chosen = place ?? { ...noPlace, caseId: resumed }
  return (
    <>
      <UploadList items={items} />
      <ReadNotice of={limits} what="Upload limits" />
      {limits.data && tooLarge.length > 0 && (
        <p role="alert" className="text-danger-fg">
          {`${tooLarge.map((each) => each.file.name).join(', ')}: over the ${formatBytes(limits.data.maxFileBytes)} file size limit. Remove to continue.`}
        </p>
      )}
      {(ready.length > 0 || busy) && (
        <div className="flex flex-wrap items-end gap-3">
          <UploadPlaceFields place={chosen} onChange={setPlace} />
          <Button
            variant="primary"
            busy={isPreparing}
            disabled={busy || tooLarge.length > 0 || !limits.data || !isReady(chosen)}
            onClick={() => start(chosen)}
          >
            {busy ? `Upload ${items.length} file(s)` : `Upload ${ready.length} file(s)`}
          </Button>
        </div>
      )}
      {dialog}
    </>
  )
}
