import { listVideos, type VideoSummary } from '#contract/videos.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDate, formatDuration } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { noPlace, type Place } from './place.ts'
import { PlaceFields } from './PlaceFields.tsx'

/** Chosen videos by id, each with its place. */
export type Chosen = Readonly<Record<string, Place>>

type VideoChooserProps = { caseId: string; chosen: Chosen; onChange: (chosen: Chosen) => void }

/** Videos of the case, and those that belong to none yet. */
export function VideoChooser({ caseId, chosen, onChange }: VideoChooserProps) {
  const videos = useRead(listVideos, { params: {}, input: { limit: 200 } })
  return (
    <Loaded query={videos} skeleton={<Skeleton className="h-24" />}>
      {(all) => {
        const offered = all.filter((each) => each.caseId === caseId || each.caseId === null)
        if (offered.length === 0) return <p className="text-ink-2">There are no videos to choose from yet.</p>
        return (
          <ul aria-label="Videos to choose from" className="divide-y divide-line">
            {offered.map((video) => (
              <li key={video.id} className="grid gap-2 py-2">
                <Checkbox
                  label={video.filename}
                  hint={hintOf(video)}
                  checked={video.id in chosen}
                  onChange={(event) => onChange(withChoice(chosen, video.id, event.target.checked))}
                />
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
        )
      }}
    </Loaded>
  )
}

function withChoice(chosen: Chosen, id: string, isChosen: boolean): Chosen {
  if (isChosen) return { ...chosen, [id]: noPlace }
  return Object.fromEntries(Object.entries(chosen).filter(([each]) => each !== id))
}

const hintOf = ({ duration, uploadedAt, caseId }: VideoSummary): string =>
  [
    duration === null ? 'Unknown duration' : formatDuration(duration),
    formatDate(uploadedAt),
    caseId === null ? 'joins this case' : '',
  ]
    .filter(Boolean)
    .join(' · ')
