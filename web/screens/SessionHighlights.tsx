import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileDown, MonitorPlay, Scale } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import {
  type Highlight,
  HighlightFilters,
  highlightLimits,
  type HighlightSummary,
  readHighlightSummary,
} from '#contract/highlights/highlights.ts'
import { highlightTitle } from '#contract/highlights/words.ts'
import { listSessionVideos } from '#contract/sessions/session-videos.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import { BatchBar } from '#web/features/highlights/BatchBar.tsx'
import { ClipPlayer } from '#web/features/highlights/ClipPlayer.tsx'
import { DensityStrip } from '#web/features/highlights/DensityStrip.tsx'
import { DismissDialog } from '#web/features/highlights/DismissDialog.tsx'
import { FacetPanel } from '#web/features/highlights/FacetPanel.tsx'
import { HighlightCard } from '#web/features/highlights/HighlightCard.tsx'
import { countsOf } from '#web/features/highlights/labels.ts'
import { UnreadRest } from '#web/features/highlights/UnreadRest.tsx'
import { useDecisions, useHighlights } from '#web/features/highlights/useHighlights.ts'
import { read, useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { formatCount } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { LoadedScreen } from '#web/shell/LoadedScreen.tsx'
import { Screen } from '#web/shell/Screen.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LongList } from '#web/ui/LongList.tsx'
import { ReadNotice } from '#web/ui/ReadNotice.tsx'
import { SettledSearch } from '#web/ui/SettledSearch.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { HighlightActions } from './HighlightActions.tsx'
import { NoHighlights } from './NoHighlights.tsx'
import { ClipAction, ReelPanel } from './ReelPanel.tsx'
import { SessionNotFound } from './SessionNotFound.tsx'
import { useSessionKeys } from './useSessionKeys.ts'
import { BackToProgress } from './waysBack.tsx'

export function SessionHighlights() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/highlights' })
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  // Also while it waits: its heading is there, and a quick press must not be lost.
  useSessionKeys(sessionId)
  if (session.error instanceof ApiError && session.error.status === 404) return <SessionNotFound />
  return (
    <LoadedScreen
      title="Highlights"
      back={<BackToProgress sessionId={sessionId} />}
      query={session}
      skeleton={<HighlightsSkeleton />}
    >
      {(found) => <Found session={found} />}
    </LoadedScreen>
  )
}

function HighlightsSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  )
}

function Found({ session }: { session: Session }) {
  const sessionId = session.id
  const { by, ...search } = useSearch({ from: '/_app/sessions/$sessionId/highlights' })
  const navigate = useNavigate({ from: '/sessions/$sessionId/highlights' })
  // A word of the address that no filter knows counts as none.
  const filters = useMemo(() => {
    const known = HighlightFilters.safeParse(search)
    return known.success ? known.data : {}
  }, [search])
  const summary = useQuery({
    ...read(readHighlightSummary, { params: { sessionId }, input: filters }),
    // Of the same session what was shown stays meanwhile: with the box in which somebody is typing, and its focus.
    placeholderData: (before, query) => (query?.queryKey[2].params.sessionId === sessionId ? before : undefined),
  })
  return (
    <Screen
      title="Highlights"
      description={`${session.name} · ${session.caseTitle}`}
      back={<BackToProgress sessionId={sessionId} />}
      actions={
        <>
          {summary.data?.may.review && <ReelPanel session={session} />}
          <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} className={buttonClass()}>
            <Scale className="size-4" />
            Strike log
          </Link>
          <Link to="/sessions/$sessionId/exports" params={{ sessionId }} className={buttonClass()}>
            <FileDown className="size-4" />
            Exports
          </Link>
          <Link to="/sessions/$sessionId/review" params={{ sessionId }} className={buttonClass()}>
            <MonitorPlay className="size-4" />
            Review room
          </Link>
        </>
      }
    >
      <Loaded query={summary} skeleton={<HighlightsSkeleton />}>
        {(counts) =>
          counts.total === 0 ? (
            <NoHighlights sessionId={sessionId} summary={counts} />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
              <Counts summary={counts} />
              <SettledSearch
                label="Search the words"
                value={search.q ?? ''}
                onSettled={(q) =>
                  void navigate({ search: (before) => ({ ...before, q: q || undefined }), replace: true })
                }
              />
              <FacetPanel
                summary={counts}
                filters={filters}
                onChange={(name, value) =>
                  void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true })
                }
              />
              <List
                session={session}
                summary={counts}
                filters={filters}
                byJuror={by === 'juror'}
                onGroup={(byJuror) =>
                  void navigate({
                    search: (before) => ({ ...before, by: byJuror ? 'juror' : undefined }),
                    replace: true,
                  })
                }
                onClear={() => void navigate({ search: { by }, replace: true })}
              />
            </div>
          )
        }
      </Loaded>
    </Screen>
  )
}

function Counts({ summary }: { summary: HighlightSummary }) {
  const { decided, confirmed: agreed } = summary.precision
  return (
    <div className="tabular text-ink-2">
      <output className="block">{countsOf(summary.statuses)}</output>
      {decided > 0 && (
        <p className="text-pretty">{`Of ${formatCount(decided)} suggestions your firm decided on, you confirmed ${formatCount(agreed)}.`}</p>
      )}
    </div>
  )
}

type ListProps = {
  session: Session
  summary: HighlightSummary
  filters: HighlightFilters
  byJuror: boolean
  onGroup: (byJuror: boolean) => void
  onClear: () => void
}

function List({ session, summary, filters, byJuror, onGroup, onClear }: ListProps) {
  const sessionId = session.id
  const highlights = useHighlights(sessionId, filters)
  const videos = useRead(listSessionVideos, { params: { sessionId }, input: {} })
  const decisions = useDecisions(sessionId)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [doomed, setDoomed] = useState<readonly Highlight[]>([])
  const [playing, setPlaying] = useState<string | null>(null)
  const more = useCallback((each: Highlight) => <HighlightActions session={session} highlight={each} />, [session])
  const rest = useCallback((each: Highlight) => <ClipAction session={session} highlight={each} />, [session])
  const all = highlights.data ?? []
  const batch = all.filter((each) => chosen.has(each.id)).slice(0, highlightLimits.batch)
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  if (!highlights.data) {
    return (
      <Loaded query={highlights} skeleton={<HighlightsSkeleton />}>
        {() => null}
      </Loaded>
    )
  }
  if (all.length === 0) {
    return (
      <EmptyState
        title="No highlights match"
        action={<Button onClick={onClear}>Clear the filters</Button>}
        hint={`${summary.total} are in this session.`}
      />
    )
  }
  return (
    <>
      <ReadNotice of={videos} what="Timeline" />
      {videos.data && (
        <DensityStrip
          highlights={all}
          totalSeconds={Math.max(1, ...videos.data.map((each) => each.offset + (each.duration ?? 0)))}
        />
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
        {groupsOf(all, byJuror).map(({ title, items }) => (
          <section key={title} aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {byJuror && <h2 className="text-lg font-bold">{`${title} (${items.length})`}</h2>}
            <LongList
              label={title}
              items={items}
              itemPx={260}
              isKept={(each) => each.id === playing}
              className="grid grid-cols-[minmax(0,1fr)] gap-3"
            >
              {(each) => (
                <HighlightCard
                  key={each.id}
                  highlight={each}
                  caseId={session.caseId}
                  decisions={decisions}
                  may={summary.may}
                  onPlay={({ id }) => setPlaying(playing === id ? null : id)}
                  onDismiss={setDoomed}
                  more={more}
                  rest={rest}
                  choice={
                    summary.may.review && (
                      <input
                        type="checkbox"
                        aria-label={`Choose ${highlightTitle(each)}`}
                        checked={chosen.has(each.id)}
                        onChange={() => toggle(each.id)}
                        className="size-4 accent-accent touch:size-6"
                      />
                    )
                  }
                >
                  {playing === each.id && each.start !== null && (
                    <ClipPlayer videoId={each.videoId} start={each.start} end={each.end} />
                  )}
                </HighlightCard>
              )}
            </LongList>
          </section>
        ))}
        {!highlights.isComplete && (
          <p className="hidden print:block">Not all highlights had loaded when this was printed.</p>
        )}
        <UnreadRest query={highlights} />
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

function groupsOf(list: readonly Highlight[], byJuror: boolean): { title: string; items: readonly Highlight[] }[] {
  if (!byJuror) return [{ title: 'In order of time', items: list }]
  const groups = Map.groupBy(list, ({ juror }) => juror?.number ?? '')
  return [...groups]
    .toSorted(([a], [b]) => Number(a === '') - Number(b === '') || a.localeCompare(b, 'en', { numeric: true }))
    .map(([number, items]) => ({ title: number === '' ? 'No juror' : `Juror ${number}`, items }))
}
