import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/sessions/sessions.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import type { Db } from '#server/platform/db.ts'
import type { Who } from '#server/features/audit/audit.service.ts'
import { mount } from '#server/platform/http/route.ts'
import { requireSession } from './sessions.access.ts'
import { listSessions, readSession } from './sessions.queries.ts'
import * as service from './sessions.service.ts'
import type { SessionRow } from './sessions.table.ts'

export type SessionListeners = {
  refuseDeletion: (tx: Db, session: { id: string; name: string }) => Promise<void>
  /** Handles jurors whose seat no longer exists. The caller holds the lock on the session's row. */
  seatsChanged: (tx: Db, who: Who, session: SessionRow) => Promise<void>
}

export function sessionRoutes(app: FastifyInstance, { refuseDeletion, seatsChanged }: SessionListeners): void {
  mount(
    app,
    contract.listSessions,
    async ({ db, actor }, { params }) => {
      await requireCase(db, actor, params.caseId)
      return listSessions(db, params.caseId)
    },
    { reads: ['cases', 'sessions', 'videos', 'highlights'] },
  )
  mount(app, contract.createSession, (context, { params, input }) =>
    service.createSession(context, params.caseId, input),
  )
  mount(
    app,
    contract.readSession,
    async ({ db, actor }, { params }) => readSession(db, await requireSession(db, actor, params.sessionId)),
    { reads: ['cases', 'sessions', 'videos', 'team'] },
  )
  mount(app, contract.updateSession, (context, { params, input }) =>
    service.updateSession(context, params.sessionId, input, seatsChanged),
  )
  mount(app, contract.setSessionStatus, (context, { params, input }) =>
    service.setSessionStatus(context, params.sessionId, input),
  )
  mount(app, contract.lockSession, (context, { params }) => service.lockSession(context, params.sessionId))
  mount(app, contract.unlockSession, (context, { params, input }) =>
    service.unlockSession(context, params.sessionId, input.reason),
  )
  mount(app, contract.deleteSession, (context, { params }) =>
    service.deleteSession(context, params.sessionId, refuseDeletion),
  )
  mount(app, contract.restoreSession, (context, { params }) => service.restoreSession(context, params.sessionId))
}
