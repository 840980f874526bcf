import { useParams } from '@tanstack/react-router'
import { mayCreateCases } from '#contract/account/roles.ts'
import { readWorkOverview, type WorkOverview } from '#contract/cases/overview.ts'
import { listJurors, readJuror } from '#contract/jurors/jurors.ts'
import { listSessions, readSession, type Session, type SessionSummary } from '#contract/sessions/sessions.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { useAccount } from '#web/platform/session.ts'
import type { Place } from './commands.ts'

type Route = { caseId?: string; sessionId?: string; jurorId?: string }

const isElsewhere = ({ caseId, sessionId, jurorId }: Route): boolean =>
  caseId === undefined && sessionId === undefined && jurorId === undefined

/** Loads what commands apply to, but only once the user types. */
export function usePlace(isWanted: boolean): Place {
  const account = useAccount()
  const { route, session, caseId: open } = useOpened(isWanted)
  const work = useRead(readWorkOverview, nothingElse, { enabled: isWanted && isElsewhere(route) })
  const caseId = open ?? work.data?.sessions[0]?.caseId ?? null
  const inCase = { params: { caseId: caseId ?? '' }, input: {} }
  const sessions = useRead(listSessions, inCase, { enabled: isWanted && open !== null && !session })
  const jurors = useRead(listJurors, inCase, { enabled: isWanted && caseId !== null })
  const listed = open === null ? listRecentSessions(work.data) : listCaseSessions(sessions.data)
  return {
    mayCreateCase: mayCreateCases(account),
    caseId: open,
    sessions: session ? [{ id: session.id, name: session.name }] : listed,
    jurors: (jurors.data ?? []).map(({ id, jurorNumber }) => ({ id, number: jurorNumber })),
  }
}

function useOpened(isWanted: boolean): { route: Route; session: Session | undefined; caseId: string | null } {
  const route = useParams({ strict: false }) as Route
  const session = useRead(
    readSession,
    { params: { sessionId: route.sessionId ?? '' }, input: {} },
    { enabled: isWanted && route.sessionId !== undefined },
  )
  const juror = useRead(
    readJuror,
    { params: { jurorId: route.jurorId ?? '' }, input: {} },
    { enabled: isWanted && route.jurorId !== undefined },
  )
  const caseId = route.caseId ?? session.data?.caseId ?? juror.data?.caseId ?? null
  return { route, session: session.data, caseId }
}

const listRecentSessions = (work: WorkOverview | undefined): Place['sessions'] =>
  (work?.sessions ?? []).map(({ sessionId, name, caseTitle }) => ({ id: sessionId, name: `${name} · ${caseTitle}` }))

const listCaseSessions = (sessions: readonly SessionSummary[] | undefined): Place['sessions'] =>
  (sessions ?? []).map(({ id, name }) => ({ id, name })).toReversed()
