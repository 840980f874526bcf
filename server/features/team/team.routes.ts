import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/team.ts'
import { mount } from '#server/platform/route.ts'
import { listMembers } from './team.queries.ts'
import { createResetLink, inviteMember } from './team.service.ts'

export function teamRoutes(app: FastifyInstance): void {
  mount(app, contract.listTeam, ({ db, actor }) => listMembers(db, actor))
  mount(app, contract.inviteMember, (context, { input }) => inviteMember(context, input))
  mount(app, contract.createResetLink, (context, { params }) => createResetLink(context, params.userId))
}
