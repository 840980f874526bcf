import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/cases.ts'
import { mount } from '#server/platform/route.ts'
import { listCases } from './cases.queries.ts'
import { createCase, declareRecording } from './cases.service.ts'

export function caseRoutes(app: FastifyInstance): void {
  mount(app, contract.listCases, async ({ db, actor, setHeader }, { input }) => {
    const rows = await listCases(db, actor, input)
    const last = rows.at(-1)
    if (last && rows.length === input.limit) setHeader('x-next-cursor', last.id)
    return rows
  })
  mount(app, contract.createCase, (context, { input }) => createCase(context, input))
  mount(app, contract.declareRecording, (context, { params, input }) => declareRecording(context, params.caseId, input))
}
