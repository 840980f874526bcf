import * as members from '#contract/cases/members.ts'
import * as contract from '#contract/cases/cases.ts'
import type { FastifyInstance } from 'fastify'
import { ok } from '#contract/endpoint.ts'
import { mount } from '#server/platform/http/route.ts'
import { listCaseActivity, readCase } from './cases.queries.ts'
import { requireCase } from './cases.access.ts'
import { countCases, listCases } from './case-list.queries.ts'
import type { CaseListeners } from './cases.listeners.ts'
import { createCase, declareRecording, updateCase } from './cases.service.ts'
import { archiveCases, deleteCase, moveCase, restoreCase } from './cases.status.ts'
import { addCaseMember, breakGlass, changeCaseMember, listCaseMembers, removeCaseMember } from './members.service.ts'

export function caseRoutes(app: FastifyInstance, listeners: CaseListeners): void {
  mount(
    app,
    contract.listCases,
    async ({ db, actor, setHeader }, { input }) => {
      const { cases, nextCursor } = await listCases(db, actor, input)
      if (nextCursor) setHeader('x-next-cursor', nextCursor)
      setHeader('x-totals', JSON.stringify(await countCases(db, actor, input.scope)))
      return cases
    },
    { reads: ['cases', 'sessions', 'strikes'] },
  )
  mount(app, contract.createCase, (context, { input }) => createCase(context, input))
  mount(app, contract.readCase, ({ db, actor }, { params }) => readCase(db, actor, params.caseId), {
    reads: ['cases', 'team'],
  })
  mount(app, contract.updateCase, (context, { params, input }) => updateCase(context, params.caseId, input, listeners))
  mount(app, contract.declareRecording, (context, { params, input }) => declareRecording(context, params.caseId, input))
  mount(app, contract.moveCase, (context, { params, input }) => moveCase(context, params.caseId, input))
  mount(app, contract.archiveCases, (context, { input }) => archiveCases(context, input.caseIds))
  mount(app, contract.restoreCase, async (context, { params }) => {
    await restoreCase(context, params.caseId)
    return ok
  })
  mount(app, contract.deleteCase, async (context, { params, input }) => {
    await deleteCase(context, params.caseId, input.reason)
    return ok
  })
  mount(app, contract.listCaseActivity, async ({ db, actor, setHeader }, { params, input }) => {
    const { id, firmId } = await requireCase(db, actor, params.caseId, 'readAudit')
    const events = await listCaseActivity(db, { firmId, caseId: id, ...input })
    const last = events.at(-1)
    if (last && events.length === input.limit) setHeader('x-next-cursor', String(last.seq))
    return events
  })

  mount(app, members.listCaseMembers, async ({ db, actor }, { params }) => {
    const { id, firmId } = await requireCase(db, actor, params.caseId)
    return listCaseMembers(db, firmId, id)
  })
  mount(app, members.addCaseMember, (context, { params, input }) => addCaseMember(context, params.caseId, input))
  mount(app, members.changeCaseMember, (context, { params, input }) =>
    changeCaseMember(context, params.caseId, params.userId, input, listeners),
  )
  mount(app, members.removeCaseMember, async (context, { params }) => {
    await removeCaseMember(context, params.caseId, params.userId, listeners)
    return ok
  })
  mount(app, members.breakGlass, async (context, { params, input }) => {
    await breakGlass(context, params.caseId, input.reason)
    return ok
  })
}
