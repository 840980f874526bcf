import { Link, Navigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type CaseSummary, CaseTotals, listCases } from '#contract/cases/cases.ts'
import { listSessions, readSession } from '#contract/sessions/sessions.ts'
import { ApiError, formatDay, Loaded, usePages, useRead } from '#web/platform/index.ts'
import { forgetSession, lastSession, LoadedScreen, Screen } from '#web/shell/index.ts'
import { Button, buttonClass, Card, EmptyState, linkClass, Loading, Skeleton } from '#web/ui/kit.ts'

const paths = {
  review: '/sessions/$sessionId/review',
  highlights: '/sessions/$sessionId/highlights',
  'strike-log': '/sessions/$sessionId/strike-log',
  exports: '/sessions/$sessionId/exports',
} as const
type Target = keyof typeof paths

const targetLabels: Record<Target, string> = {
  review: 'Choose a session to open its review room.',
  highlights: 'Choose a session to open its highlights.',
  'strike-log': 'Choose a session to open its strike log.',
  exports: 'Choose a session to open its exports.',
}

export function SessionPicker() {
  const { to, choose } = useSearch({ from: '/_app/sessions' })
  const target: Target = to !== undefined && to in paths ? (to as Target) : 'review'
  const last = choose ? null : lastSession()
  return last ? <LastSession sessionId={last} target={target} /> : <SessionChoice target={target} />
}

function LastSession({ sessionId, target }: { sessionId: string; target: Target }) {
  const session = useRead(readSession, { params: { sessionId }, input: {} })
  // Forgets the session if it's gone, but not if the server is unreachable.
  const isGone = session.error instanceof ApiError && session.error.status === 404
  useEffect(() => {
    if (isGone) forgetSession()
  }, [isGone])
  if (session.data) return <Navigate to={paths[target]} params={{ sessionId }} replace />
  if (isGone) return <SessionChoice target={target} />
  return (
    <LoadedScreen title="Sessions" query={session} skeleton={<Loading />}>
      {() => null}
    </LoadedScreen>
  )
}

function SessionChoice({ target }: { target: Target }) {
  const cases = usePages(listCases, { params: {}, input: {} }, CaseTotals)
  return (
    <Screen title="Choose a session" description={targetLabels[target]}>
      <Loaded query={cases} skeleton={<Skeleton className="h-64" />}>
        {({ pages }) => {
          const mine = pages.flatMap((page) => page.items).filter(({ myRole }) => myRole !== null)
          const held = mine.filter(({ sessions }) => sessions > 0)
          return held.length === 0 && !cases.hasNextPage ? (
            <EmptyState
              title={mine.length === 0 ? 'No cases yet' : 'No sessions yet'}
              hint={
                mine.length === 0
                  ? 'Sessions are the proceedings of a case.'
                  : 'Sessions are the proceedings of a case. Open a case to create its first one.'
              }
              action={
                <Link to="/cases" className={buttonClass()}>
                  Go to cases
                </Link>
              }
            />
          ) : (
            <div className="grid gap-4">
              {held.map((each) => (
                <CaseSessions key={each.id} of={each} target={target} />
              ))}
              {cases.hasNextPage && (
                <div className="grid justify-items-center">
                  <Button busy={cases.isFetchingNextPage} onClick={() => void cases.fetchNextPage()}>
                    Show more
                  </Button>
                </div>
              )}
            </div>
          )
        }}
      </Loaded>
    </Screen>
  )
}

function CaseSessions({ of, target }: { of: CaseSummary; target: Target }) {
  const sessions = useRead(listSessions, { params: { caseId: of.id }, input: {} })
  return (
    <Card title={of.title}>
      <Loaded query={sessions} skeleton={<Skeleton className="h-10" />}>
        {(all) => (
          <ul className="grid gap-1">
            {all.map(({ id, name, date }) => (
              <li key={id}>
                <Link
                  to={paths[target]}
                  params={{ sessionId: id }}
                  className={`${linkClass} inline-flex min-h-8 items-center touch:min-h-11`}
                >
                  {date ? `${name}, ${formatDay(date)}` : name}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
