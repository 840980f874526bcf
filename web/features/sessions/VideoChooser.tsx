import { useState } from 'react'
import { listVideos, type VideoSummary, VideoTotals } from '#contract/videos/videos.ts'
import { formatCount, formatDate, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { usePages } from '#web/platform/pages.ts'
import { Button, Checkbox, SettledSearch, Skeleton } from '#web/ui/kit.ts'
import { noPlace, type Place, PlaceFields } from './PlaceDialog.tsx'

export type Chosen = Readonly<Record<string, Place>>

type VideoChooserProps = {
  caseId: string
  chosen: Chosen
  busy?: boolean
  onChange: (chosen: Chosen) => void
  /** Adds a single video immediately, at the start of the session. */
  onAdd?: (videoId: string) => void
}

const pageSize = 20

export function VideoChooser({ caseId, chosen, busy = false, onChange, onAdd }: VideoChooserProps) {
  const [q, setQ] = useState('')
  const input = { joins: caseId, limit: pageSize, ...(q !== '' && { q }) }
  const videos = usePages(listVideos, { params: {}, input }, VideoTotals)
  const count = Object.keys(chosen).length
  const isEmpty = q === '' && videos.data?.pages[0]?.items.length === 0
  return (
    <div className="grid gap-3">
      {!isEmpty && (
        <SettledSearch
          label="Search the library"
          value={q}
          onSettled={setQ}
          // Enter must not submit the surrounding form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <Loaded query={videos} skeleton={<Skeleton className="h-24" />}>
        {({ pages }) => {
          const offered = pages.flatMap((page) => page.items)
          if (offered.length === 0)
            return (
              <p className="text-ink-2">{isEmpty ? 'No videos to add. Upload one first.' : 'No matching videos.'}</p>
            )
          return (
            <>
              <ul aria-label="Available videos" className="divide-y divide-line">
                {offered.map((video) => (
                  <li key={video.id} className="grid gap-2 py-2">
                    <div className="flex flex-wrap items-center justify-between gap-2">
                      <div className="min-w-0">
                        <Checkbox
                          label={video.filename}
                          hint={describeVideo(video)}
                          checked={video.id in chosen}
                          onChange={(event) => onChange(toggleVideo(chosen, video.id, event.target.checked))}
                        />
                      </div>
                      {onAdd && count === 0 && (
                        <Button aria-label={`Add ${video.filename}`} disabled={busy} onClick={() => onAdd(video.id)}>
                          Add
                        </Button>
                      )}
                    </div>
                    {chosen[video.id] && (
                      <PlaceFields
                        name={video.filename}
                        place={chosen[video.id] ?? noPlace}
                        onChange={(place) => onChange({ ...chosen, [video.id]: place })}
                      />
                    )}
                  </li>
                ))}
              </ul>
              {videos.hasNextPage && (
                <div>
                  <Button busy={videos.isFetchingNextPage} onClick={() => void videos.fetchNextPage()}>
                    Show more
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Loaded>
      {count > 0 && <output className="text-sm text-ink-2">{`${formatCount(count)} selected`}</output>}
    </div>
  )
}

function toggleVideo(chosen: Chosen, id: string, isChosen: boolean): Chosen {
  if (isChosen) return { ...chosen, [id]: noPlace }
  return Object.fromEntries(Object.entries(chosen).filter(([each]) => each !== id))
}

const describeVideo = ({ duration, uploadedAt, caseId }: VideoSummary): string =>
  [
    duration === null ? 'Unknown duration' : formatDuration(duration),
    formatDate(uploadedAt),
    caseId === null ? 'will be added to this case' : '',
  ]
    .filter(Boolean)
    .join(' · ')
