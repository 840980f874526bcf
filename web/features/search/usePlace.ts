import { useLocation, useParams } from '@tanstack/react-router'
import { mayCreateCases } from '#contract/account/roles.ts'
import { readWorkOverview, type WorkOverview } from '#contract/cases/overview.ts'
import { type JurorSummary, listJurors, readJuror } from '#contract/jurors/jurors.ts'
import { listSessions, readSession, type SessionSummary } from '#contract/sessions/sessions.ts'
import { readStrikeBoard, type StrikeBoard } from '#contract/strikes/board.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { useAccount } from '#web/platform/session.ts'
import type { Place } from './commands.ts'

type Route = { caseId?: string; sessionId?: string; jurorId?: string }

const isElsewhere = ({ caseId, sessionId, jurorId }: Route): boolean =>
  caseId === undefined && sessionId === undefined && jurorId === undefined

type PlaceRead = {
  place: Place
  /** True while sessions and jurors are loading. */
  isPending: boolean
  error: Error | null
  retry: () => void
}

export function usePlace(isWanted: boolean): PlaceRead {
  const account = useAccount()
  const { isAway, board, session, caseId: open, reads } = useOpened(isWanted)
  const work = useRead(readWorkOverview, nothingElse, { enabled: isWanted && isAway })
  const caseId = open ?? (isAway ? work.data?.sessions[0]?.caseId : undefined)
  const inCase = { params: { caseId: caseId ?? '' }, input: {} }
  const sessions = useRead(listSessions, inCase, { enabled: isWanted && open !== null && !session })
  const jurors = useRead(listJurors, inCase, { enabled: isWanted && caseId !== undefined && !board })
  const listed = open === null ? listRecentSessions(work.data) : listCaseSessions(sessions.data)
  return {
    place: {
      mayCreateCase: mayCreateCases(account),
      caseId: open,
      boardId: board?.session.id ?? null,
      sessions: session && caseId !== undefined ? [{ id: session.id, name: session.name, caseId }] : listed,
      jurors: board ? listBoardJurors(board) : listCaseJurors(jurors.data),
    },
    ...joinReads([...reads, work, sessions, jurors]),
  }
}

function useOpened(isWanted: boolean) {
  const route = useParams({ strict: false }) as Route
  const isBoard = useLocation({ select: ({ pathname }) => pathname.endsWith('/courtroom') })
  const inSession = { params: { sessionId: route.sessionId ?? '' }, input: {} }
  // The board is in the cache, so its jurors can be found offline, too.
  const board = useRead(readStrikeBoard, inSession, { enabled: isWanted && isBoard })
  const session = useRead(readSession, inSession, {
    enabled: isWanted && route.sessionId !== undefined && !isBoard,
  })
  const juror = useRead(
    readJuror,
    { params: { jurorId: route.jurorId ?? '' }, input: {} },
    { enabled: isWanted && route.jurorId !== undefined },
  )
  const onBoard = isBoard ? board.data : undefined
  return {
    isAway: isElsewhere(route),
    board: onBoard,
    session: onBoard?.session ?? session.data,
    caseId: route.caseId ?? onBoard?.case.id ?? session.data?.caseId ?? juror.data?.caseId ?? null,
    reads: [board, session, juror],
  }
}

type Read = { isLoading: boolean; error: Error | null; data: unknown; refetch: () => unknown }

const joinReads = (reads: readonly Read[]): Omit<PlaceRead, 'place'> => ({
  isPending: reads.some(({ isLoading }) => isLoading),
  error: reads.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
  retry: () => {
    for (const each of reads) if (each.error) void each.refetch()
  },
})

const listBoardJurors = ({ jurors, case: { id: caseId } }: StrikeBoard): Place['jurors'] =>
  jurors.map(({ id, number }) => ({ id, number, caseId }))

const listCaseJurors = (jurors: readonly JurorSummary[] | undefined): Place['jurors'] =>
  (jurors ?? []).map(({ id, jurorNumber, caseId }) => ({ id, number: jurorNumber, caseId }))

const listRecentSessions = (work: WorkOverview | undefined): Place['sessions'] =>
  (work?.sessions ?? []).map(({ sessionId, name, caseId, caseTitle }) => ({
    ...{ id: sessionId, caseId },
    name: `${name} · ${caseTitle}`,
  }))

const listCaseSessions = (sessions: readonly SessionSummary[] | undefined): Place['sessions'] =>
  (sessions ?? []).map(({ id, name, caseId }) => ({ id, name, caseId })).toReversed()
