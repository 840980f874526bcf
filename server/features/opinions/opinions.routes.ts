import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/findings/opinions.ts'
import { mount } from '#server/platform/http/route.ts'
import { type OpinionListeners, readCaseOpinion, switchCaseOpinion } from './opinions.service.ts'

export function opinionRoutes(app: FastifyInstance, listeners: OpinionListeners): void {
  mount(app, contract.readCaseOpinion, (context, { params }) => readCaseOpinion(context, params.caseId))
  mount(app, contract.switchCaseOpinion, (context, { params, input }) =>
    switchCaseOpinion(context, params.caseId, input, listeners),
  )
}
