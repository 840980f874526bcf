import type { FastifyInstance } from 'fastify'
import { eq, sql } from 'drizzle-orm'
import { getSideNames } from '#contract/cases/sides.ts'
import { Id } from '#contract/endpoint.ts'
import * as board from '#contract/strikes/board.ts'
import * as compare from '#contract/strikes/compare.ts'
import * as excusals from '#contract/strikes/excusals.ts'
import * as steps from '#contract/strikes/steps.ts'
import * as contract from '#contract/strikes/strikes.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { setFileHeaders } from '#server/platform/http/bytes.ts'
import { absent } from '#server/platform/errors.ts'
import { mount, requireActor } from '#server/platform/http/route.ts'
import { readBalance, readBoard, toBalanceCsv } from './board.ts'
import { readStatements } from './evidence/rationale.ts'
import { readJurorFindings } from './evidence/said.queries.ts'
import { createExcusal, listExcusals, moveExcusal, updateExcusal } from './excusals/excusals.ts'
import { listApprovals } from './lifecycle/approvals.ts'
import { draftRoutes } from './lifecycle/draft.ts'
import { moveRoutes } from './lifecycle/move.ts'
import { readDetail, readStrikes, requireStrike } from './lifecycle/read.ts'
import { readBudgets } from './selection/selection.ts'
import { listSteps, recordStep, undoStep } from './selection/steps.ts'
import { strikes } from './strikes.table.ts'

export function strikeRoutes(app: FastifyInstance): void {
  mount(app, contract.listStrikes, async ({ db, actor }, { params }) => {
    const { inCase } = await requireSession(db, actor, params.sessionId)
    return readStrikes(db, actor, inCase, eq(strikes.sessionId, params.sessionId))
  })
  mount(app, contract.readStrike, async ({ db, actor }, { params }) => {
    const { inCase, strike } = await requireStrike(db, actor, params.strikeId)
    return readDetail(db, actor, inCase, strike.id)
  })
  draftRoutes(app)
  moveRoutes(app)

  mount(app, board.readStrikeBoard, async ({ db, actor }, { params }) =>
    readBoard(db, actor, await requireSession(db, actor, params.sessionId)),
  )
  mount(app, board.readCaseStrikes, async ({ db, actor }, { params }) => {
    const inCase = await requireCase(db, actor, params.caseId)
    return {
      budgets: await readBudgets(db, inCase),
      sides: getSideNames(inCase),
      strikes: await readStrikes(db, actor, inCase, sql`true`),
    }
  })
  mount(app, board.listJurorFindings, async ({ db, actor }, { params }) => {
    const inCase = await requireCase(db, actor, params.caseId)
    const found = await readJurorFindings(db, inCase.id)
    return [...found.values()].map(({ jurorId, confirmed, suggested }) => ({ jurorId, confirmed, suggested }))
  })
  mount(app, board.listStrikeApprovals, ({ db, actor }) => listApprovals(db, actor))
  mount(app, board.readQuestionBalance, async ({ db, actor }, { params }) =>
    readBalance(db, await requireSession(db, actor, params.sessionId)),
  )
  app.get<{ Params: { sessionId: string } }>(
    '/api/sessions/:sessionId/question-balance.csv',
    async (request, reply) => {
      const actor = requireActor(request)
      const { sessionId } = request.params
      if (!Id.safeParse(sessionId).success) throw absent('session')
      const { db } = app.parts.database
      const seen = await requireSession(db, actor, sessionId)
      setFileHeaders(reply, 'csv', 'question-balance.csv')
      return reply.send(toBalanceCsv(await readBalance(db, seen)))
    },
  )

  mount(app, compare.readJurorStatements, async ({ db, actor }, { params, input }) => {
    const { inCase } = await requireSession(db, actor, params.sessionId, 'seeWorkProduct', { evenLocked: true })
    return readStatements(db, inCase, input.jurorId)
  })

  mount(app, steps.listSelectionSteps, async ({ db, actor }, { params }) =>
    listSteps(db, (await requireSession(db, actor, params.sessionId)).inCase.id),
  )
  mount(app, steps.recordSelectionStep, (context, { params, input }) => recordStep(context, params.sessionId, input))
  mount(app, steps.undoSelectionStep, (context, { params }) => undoStep(context, params.stepId))

  mount(app, excusals.listExcusals, async ({ db, actor }, { params }) =>
    listExcusals(db, actor, await requireSession(db, actor, params.sessionId)),
  )
  mount(app, excusals.createExcusal, (context, { params, input }) => createExcusal(context, params.sessionId, input))
  mount(app, excusals.updateExcusal, (context, { params, input }) => updateExcusal(context, params.excusalId, input))
  mount(app, excusals.moveExcusal, (context, { params, input }) => moveExcusal(context, params.excusalId, input))
}
