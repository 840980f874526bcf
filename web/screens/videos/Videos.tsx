import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Film } from 'lucide-react'
import { useState } from 'react'
import { listCases } from '#contract/cases/cases.ts'
import { listVideos, type VideoSummary, videoSorts, videoStatuses, VideoTotals } from '#contract/videos/videos.ts'
import { DeleteVideoDialog, statusLabels, VideoRow, VideoListSkeleton } from '#web/features/videos/index.ts'
import { FailTogether, Loaded, useFailTogether, usePages, useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { buttonClass, cx, EmptyState, FilterButton, Select, SettledSearch, ShowMore } from '#web/ui/kit.ts'

const pollMs = 5000
const sortLabels: Record<(typeof videoSorts)[number], string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name',
  longest: 'Longest first',
  largest: 'Largest first',
}

export function Videos() {
  const { q, status, caseId, sort } = useSearch({ from: '/_app/videos' })
  // Params are picked by name because the server rejects unknown ones.
  const search = { q, status, caseId, sort }
  const videos = usePages(listVideos, { params: {}, input: search }, VideoTotals, { pollMs })
  const [doomed, setDoomed] = useState<VideoSummary | null>(null)
  const isFiltered = Object.values(search).some((value) => value !== undefined)
  return (
    <Screen
      title="Videos"
      description="All videos you have access to."
      actions={
        <Link to="/video-processing" className={buttonClass({ variant: 'primary' })}>
          Upload
        </Link>
      }
    >
      <FailTogether>
        <Filters />
        <Loaded query={videos} skeleton={<VideoListSkeleton className={listClass} />}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0) return <Nothing isFiltered={isFiltered} />
            return (
              <>
                <ul aria-label="Videos" className={listClass}>
                  {items.map((video) => (
                    <VideoRow key={video.id} video={video} onDelete={setDoomed} />
                  ))}
                </ul>
                {videos.hasNextPage && (
                  <div className="mt-4 grid justify-items-center">
                    <ShowMore busy={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()} />
                  </div>
                )}
              </>
            )
          }}
        </Loaded>
      </FailTogether>
      <DeleteVideoDialog video={doomed} onClose={() => setDoomed(null)} />
    </Screen>
  )
}

const listClass = 'divide-y divide-line rounded-card border border-line bg-surface'

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const link = isFiltered ? (
    <Link to="/videos" className={buttonClass()}>
      Clear filters
    </Link>
  ) : (
    <Link to="/video-processing" className={buttonClass({ variant: 'primary' })}>
      Upload
    </Link>
  )
  return (
    <EmptyState
      icon={<Film className="size-8" />}
      title={isFiltered ? 'No videos match' : 'No videos yet'}
      hint={isFiltered ? undefined : 'Your recordings appear here, each with its transcript, speakers, and findings.'}
      action={link}
    />
  )
}

function Filters() {
  const search = useSearch({ from: '/_app/videos' })
  const navigate = useNavigate({ from: '/videos' })
  const cases = useFailTogether(useRead(listCases, { params: {}, input: { limit: 200 } }))
  const [isOpen, setOpen] = useState(false)
  const chosen = [search.caseId, search.status].filter((value) => value !== undefined).length
  const change = (patch: Partial<typeof search>) =>
    void navigate({ search: (old) => ({ ...old, ...patch }), replace: true })
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      <div className="col-span-full flex items-end gap-3 *:first:flex-1 md:col-span-1">
        <SettledSearch label="Search" value={search.q ?? ''} onSettled={(q) => change({ q: q || undefined })} />
        <FilterButton chosen={chosen} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      </div>
      <div className={cx('contents', !isOpen && 'max-md:hidden')}>
        <div className="col-span-full md:col-span-1">
          <Select
            label="Case"
            read={cases}
            value={search.caseId ?? ''}
            placeholder="Any case"
            options={(cases.data ?? []).map((each) => ({ value: each.id, label: each.title }))}
            onChange={(event) => change({ caseId: event.target.value || undefined })}
          />
        </div>
        <Select
          label="Status"
          value={search.status ?? ''}
          placeholder="Any status"
          options={videoStatuses.map((value) => ({ value, label: statusLabels[value] }))}
          onChange={(event) => change({ status: videoStatuses.find((each) => each === event.target.value) })}
        />
        <Select
          label="Sort"
          value={search.sort ?? 'newest'}
          options={videoSorts.map((value) => ({ value, label: sortLabels[value] }))}
          onChange={(event) => change({ sort: videoSorts.find((each) => each === event.target.value) })}
        />
      </div>
    </search>
  )
}
