import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cases.ts'
import { mount } from '#server/platform/route.ts'
import { countCases, listCases } from './cases.list.ts'
import { readCase } from './cases.queries.ts'
import { createCase, declareRecording, updateCase } from './cases.service.ts'

export function caseRoutes(app: FastifyInstance): void {
  mount(app, contract.listCases, async ({ db, actor, setHeader }, { input }) => {
    const { cases, nextCursor } = await listCases(db, actor, input)
    if (nextCursor) setHeader('x-next-cursor', nextCursor)
    setHeader('x-totals', JSON.stringify(await countCases(db, actor, input.scope)))
    return cases
  })
  mount(app, contract.createCase, (context, { input }) => createCase(context, input))
  mount(app, contract.readCase, ({ db, actor }, { params }) => readCase(db, actor, params.caseId))
  mount(app, contract.updateCase, (context, { params, input }) => updateCase(context, params.caseId, input))
  mount(app, contract.declareRecording, (context, { params, input }) => declareRecording(context, params.caseId, input))
}
