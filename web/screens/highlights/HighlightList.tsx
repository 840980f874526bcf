import { type ReactNode, useState } from 'react'
import {
  type Highlight,
  type HighlightFilters,
  highlightLimits,
  type HighlightSummary,
} from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { listSessionVideos } from '#contract/sessions/session-videos.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import {
  BatchBar,
  ClipPlayer,
  DensityStrip,
  DismissDialog,
  RemainingUnread,
  useDecisions,
  useHighlights,
} from '#web/features/highlights/index.ts'
import { Loaded, useRead } from '#web/platform/index.ts'
import { Button, EmptyState, ReadNotice, Skeleton, SkeletonGroup } from '#web/ui/kit.ts'
import { HighlightCards } from '#web/widgets/HighlightCards.tsx'

type HighlightListProps = {
  session: Session
  summary: HighlightSummary
  filters: HighlightFilters
  byJuror: boolean
  skeleton: ReactNode
  onGroup: (byJuror: boolean) => void
  onClear: () => void
}

export function HighlightList({ session, summary, filters, byJuror, skeleton, onGroup, onClear }: HighlightListProps) {
  const sessionId = session.id
  const highlights = useHighlights(sessionId, filters)
  const videos = useRead(listSessionVideos, { params: { sessionId }, input: {} })
  const decisions = useDecisions(sessionId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<readonly Highlight[]>([])
  const [playing, setPlaying] = useState<string | null>(null)
  const all = highlights.data ?? []
  const batch = all.filter((each) => chosen.has(each.id)).slice(0, highlightLimits.batch)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  if (!highlights.data) {
    return (
      <Loaded query={highlights} skeleton={skeleton}>
        {() => null}
      </Loaded>
    )
  }
  if (all.length === 0) {
    return (
      <EmptyState
        title="No highlights match"
        action={<Button onClick={onClear}>Clear filters</Button>}
        hint={`This session has ${summary.total + (summary.opinion?.isAgreedOnly ? summary.opinion.left : 0)} highlights.`}
      />
    )
  }
  return (
    <>
      {videos.data ? (
        <DensityStrip
          highlights={all}
          totalSeconds={Math.max(1, ...videos.data.map((each) => each.offset + (each.duration ?? 0)))}
        />
      ) : videos.error ? (
        <ReadNotice of={videos} what="Timeline" />
      ) : (
        <SkeletonGroup label="Loading timeline">
          <Skeleton className="h-10 w-full" />
        </SkeletonGroup>
      )}
      <BatchBar
        byJuror={byJuror}
        onGroup={onGroup}
        mayReview={summary.may.review}
        decisions={decisions}
        batch={batch}
        onChooseAll={() => setChosen(new Set(all.map((each) => each.id)))}
        onChooseNone={() => setChosen(new Set())}
        onDismiss={setDoomed}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {toGroups(all, byJuror).map(({ title, items }) => (
          <section key={title} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {byJuror && <h2 className="text-lg font-bold">{`${title} (${items.length})`}</h2>}
            <HighlightCards
              session={session}
              label={title}
              items={items}
              decisions={decisions}
              may={summary.may}
              playingId={playing}
              onPlay={({ id }) => setPlaying(playing === id ? null : id)}
              onDismiss={setDoomed}
              renderChoice={(each) =>
                summary.may.review && (
                  <input
                    type="checkbox"
                    aria-label={`Select ${highlightTitle(each)}`}
                    checked={chosen.has(each.id)}
                    onChange={() => toggle(each.id)}
                    className="size-4 accent-accent touch:size-6"
                  />
                )
              }
              renderPlayer={({ videoId, start, end }) =>
                start !== null && <ClipPlayer videoId={videoId} start={start} end={end} />
              }
            />
          </section>
        ))}
        {!highlights.isComplete && (
          <p className="hidden print:block">Some highlights weren’t loaded when this was printed.</p>
        )}
        <RemainingUnread query={highlights} />
      </div>
      <DismissDialog
        items={doomed}
        onClose={() => setDoomed([])}
        onDismiss={(items, reason) => {
          decisions.dismiss(items, reason)
          setChosen(new Set())
        }}
      />
    </>
  )
}

function toGroups(list: readonly Highlight[], byJuror: boolean): { title: string; items: readonly Highlight[] }[] {
  if (!byJuror) return [{ title: 'By time', items: list }]
  const groups = Map.groupBy(list, ({ juror }) => juror?.number ?? '')
  return [...groups]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'en', { numeric: true }))
    .map(([number, items]) => ({ title: number === '' ? 'No juror' : `Juror ${number}`, items }))
}
