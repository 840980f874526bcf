import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Film } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type CaseSummary, listCases } from '#contract/cases/cases.ts'
import { readUploadLimits } from '#contract/videos/uploads.ts'
import { listVideos, type VideoSummary, VideoTotals } from '#contract/videos/videos.ts'
import {
  isSending,
  listUnfinished,
  onUploadChange,
  RecordingDialog,
  startUploads,
  UnfinishedUploads,
  UploadList,
  UploadZone,
  type UploadZoneHandle,
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
import { aloneLinkClass, Button, Card, EmptyState, ReadNotice, Select, Skeleton } from '#web/ui/kit.ts'

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

function Selection() {
  const items = useUploads()
  const enabled = items.length > 0
  const cases = useRead(listCases, { params: {}, input: { limit: 200 } }, { enabled })
  const limits = useRead(readUploadLimits, nothingElse, { enabled })
  const { userId } = useAccount()
  const [picked, setPicked] = useState<string | null>(null)
  const [undeclared, setUndeclared] = useState<CaseSummary | null>(null)
  if (items.length === 0) return null

  const busy = items.some((each) => isSending(each.state))
  const ready = items.filter((each) => each.state === 'selected' || each.state === 'failed')
  const tooLarge = ready.filter((each) => limits.data && each.file.size > limits.data.maxFileBytes)
  // A resumed upload keeps its case unless another is chosen.
  const before = listUnfinished(userId).find(({ name, sizeBytes }) =>
    ready.some(({ file }) => file.name === name && file.size === sizeBytes),
  )
  const wanted = picked ?? before?.caseId
  const chosen = cases.data?.find((each) => each.id === wanted) ?? null
  const start = () => startUploads({ userId, caseId: chosen?.id ?? null })

  function handleUpload() {
    if (chosen && !chosen.recordingDeclared) return setUndeclared(chosen)
    start()
  }
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
          <div className="min-w-60 flex-1 sm:max-w-sm">
            <Select
              label="Case"
              read={cases}
              value={chosen?.id ?? ''}
              onChange={(event) => setPicked(event.target.value)}
              placeholder="No case (choose later)"
              options={(cases.data ?? []).map((each) => ({
                value: each.id,
                label: `${each.title} (${each.caseNumber})`,
              }))}
            />
          </div>
          <Button
            variant="primary"
            disabled={busy || tooLarge.length > 0 || !cases.data || !limits.data}
            onClick={handleUpload}
          >
            {busy ? `Upload ${items.length} file(s)` : `Upload ${ready.length} file(s)`}
          </Button>
        </div>
      )}
      <RecordingDialog
        subject={undeclared}
        onClose={() => setUndeclared(null)}
        onDeclared={() => {
          setUndeclared(null)
          start()
        }}
      />
    </>
  )
}
