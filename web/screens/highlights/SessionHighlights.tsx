import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { FileDown, MonitorPlay, Scale } from 'lucide-react'
import { useMemo } from 'react'
import { HighlightFilters, type HighlightSummary, readHighlightSummary } from '#contract/highlights/highlights.ts'
import { readSession, type Session } from '#contract/sessions/sessions.ts'
import { AgreedOnly, describeCounts, FacetPanel, PossibleFindings } from '#web/features/highlights/index.ts'
import { formatCount, Loaded, read, useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { buttonClass, EmptyState, MoreActions, SettledSearch, Skeleton } from '#web/ui/kit.ts'
import { ReelPanel } from '#web/widgets/ReelPanel.tsx'
import { BackToProgress, SessionScreen } from '#web/widgets/session.tsx'
import { HighlightList } from './HighlightList.tsx'

export function SessionHighlights() {
  const { sessionId } = useParams({ from: '/_app/sessions/$sessionId/highlights' })
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  return (
    <SessionScreen
      sessionId={sessionId}
      title="Highlights"
      back={<BackToProgress sessionId={sessionId} />}
      query={session}
      skeleton={<HighlightsSkeleton />}
    >
      {(found) => <Found session={found} />}
    </SessionScreen>
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
  const filters = useMemo(() => {
    const known = HighlightFilters.safeParse(search)
    return known.success ? known.data : {}
  }, [search])
  const summary = useQuery({
    ...read(readHighlightSummary, { params: { sessionId }, input: filters }),
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
          <Link to="/sessions/$sessionId/review" params={{ sessionId }} className={buttonClass()}>
            <MonitorPlay className="size-4" />
            Review room
          </Link>
          <MoreActions
            actions={[
              {
                label: 'Strike log',
                icon: <Scale className="size-4" />,
                renderLink: (look) => <Link to="/sessions/$sessionId/strike-log" params={{ sessionId }} {...look} />,
              },
              {
                label: 'Exports',
                icon: <FileDown className="size-4" />,
                renderLink: (look) => <Link to="/sessions/$sessionId/exports" params={{ sessionId }} {...look} />,
              },
            ]}
          />
        </>
      }
    >
      <Loaded query={summary} skeleton={<HighlightsSkeleton />}>
        {(counts) => (
          <>
            {counts.total === 0 && !counts.opinion ? (
              <NoHighlights sessionId={sessionId} summary={counts} />
            ) : (
              <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
                <Counts summary={counts} />
                <SettledSearch
                  label="Search quotes"
                  value={search.q ?? ''}
                  onSettled={(q) =>
                    void navigate({ search: (before) => ({ ...before, q: q || undefined }), replace: true })
                  }
                />
                <AgreedOnly
                  summary={counts}
                  onChange={(opinion) => void navigate({ search: (before) => ({ ...before, opinion }), replace: true })}
                />
                <FacetPanel
                  summary={counts}
                  filters={filters}
                  onChange={(name, value) =>
                    void navigate({ search: (before) => ({ ...before, [name]: value }), replace: true })
                  }
                />
                <HighlightList
                  session={session}
                  summary={counts}
                  filters={counts.opinion?.isAgreedOnly ? { ...filters, opinion: 'agreed' } : filters}
                  byJuror={by === 'juror'}
                  skeleton={<HighlightsSkeleton />}
                  onGroup={(byJuror) =>
                    void navigate({
                      search: (before) => ({ ...before, by: byJuror ? 'juror' : undefined }),
                      replace: true,
                    })
                  }
                  onClear={() =>
                    void navigate({
                      search: { by, opinion: counts.opinion?.isAgreedOnly ? 'all' : undefined },
                      replace: true,
                    })
                  }
                />
              </div>
            )}
            <PossibleFindings sessionId={sessionId} mayReview={counts.may.review} />
          </>
        )}
      </Loaded>
    </Screen>
  )
}

function Counts({ summary }: { summary: HighlightSummary }) {
  const { decided, confirmed: agreed } = summary.precision
  return (
    <div className="tabular text-ink-2">
      <output className="block">{describeCounts(summary.statuses)}</output>
      {decided > 0 && (
        <p className="text-pretty">{`Your firm confirmed ${formatCount(agreed)} of ${formatCount(decided)} reviewed suggestions.`}</p>
      )}
    </div>
  )
}

/** Lists what was searched so that an empty list isn't mistaken for a clean panel. */
function NoHighlights({ sessionId, summary }: { sessionId: string; summary: HighlightSummary }) {
  const analyzed = summary.searched.filter((each) => each.isAnalysed)
  const skipped = summary.searched.flatMap((each) => (each.skipped ? [`${each.filename}: ${each.skipped}`] : []))
  return (
    <EmptyState
      title="No highlights"
      action={
        analyzed.length === 0 && (
          <Link to="/sessions/$sessionId/progress" params={{ sessionId }} className={buttonClass()}>
            View videos
          </Link>
        )
      }
      hint={
        analyzed.length === 0
          ? 'Findings appear here after a video of this session is analyzed.'
          : `Searched: ${analyzed.map((each) => each.filename).join(', ')}. No hardships, bias indicators, key statements, or pauses of 3 seconds or more were found in the jurors’ own words. ${skipped.join(' ')}`
      }
    />
  )
}
