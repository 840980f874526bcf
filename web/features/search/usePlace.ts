import { useParams } from '@tanstack/react-router'
import { mayCreateCases } from '#contract/account/roles.ts'
import { readWorkOverview } from '#contract/cases/overview.ts'
import { listJurors, readJuror } from '#contract/jurors/jurors.ts'
import { listSessions, readSession } from '#contract/sessions/sessions.ts'
import { nothingElse, useRead } from '#web/platform/api.ts'
import { useAccount } from '#web/platform/session.ts'
import type { Place } from './commands.ts'

/** Loads what commands apply to, but only once the user types. */
export function usePlace(isWanted: boolean): Place {
  const account = useAccount()
  const route = useParams({ strict: false }) as { caseId?: string; sessionId?: string; jurorId?: string }
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
  const isElsewhere = route.caseId === undefined && route.sessionId === undefined && route.jurorId === undefined
  const work = useRead(readWorkOverview, nothingElse, { enabled: isWanted && isElsewhere })
  const open = route.caseId ?? session.data?.caseId ?? juror.data?.caseId ?? null
  const latest = work.data?.sessions[0]?.caseId ?? null
  const caseId = open ?? latest
  const inCase = { params: { caseId: caseId ?? '' }, input: {} }
  const sessions = useRead(listSessions, inCase, { enabled: isWanted && open !== null && !session.data })
  const jurors = useRead(listJurors, inCase, { enabled: isWanted && caseId !== null })
  return {
    mayCreateCase: mayCreateCases(account),
    caseId: open,
    sessions: session.data
      ? [{ id: session.data.id, name: session.data.name }]
      : open === null
        ? (work.data?.sessions ?? []).map(({ sessionId, name, caseTitle }) => ({
            id: sessionId,
            name: `${name} · ${caseTitle}`,
          }))
        : (sessions.data ?? []).map(({ id, name }) => ({ id, name })).toReversed(),
    jurors: (jurors.data ?? []).map(({ id, jurorNumber }) => ({ id, number: jurorNumber })),
  }
}
