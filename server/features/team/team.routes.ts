import * as contract from '#contract/account/team.ts'
import type { FastifyInstance } from 'fastify'
import { ok } from '#contract/endpoint.ts'
import { readTrial as readTrialEndpoint } from '#contract/account/trial.ts'
import { mount } from '#server/platform/http/route.ts'
import { changeFirm, leaveFirm, readFirm, changeMember, removeMember } from './members.service.ts'
import { inviteMember, listInvitations, revokeInvitation } from './invitations.service.ts'
import type { TeamListeners } from './team.listeners.ts'
import { listMembers } from './team.queries.ts'
import { createResetLink } from './reset.service.ts'
import { readTrial } from './trial.service.ts'

export function teamRoutes(app: FastifyInstance, listeners: TeamListeners): void {
  mount(app, contract.listTeam, ({ db, actor }) => listMembers(db, actor))
  mount(app, contract.inviteMember, (context, { input }) => inviteMember(context, input))
  mount(app, contract.listInvitations, ({ db, actor }) => listInvitations(db, actor))
  mount(app, contract.revokeInvitation, async (context, { params }) => {
    await revokeInvitation(context, params.invitationId)
    return ok
  })
  mount(app, contract.changeMember, (context, { params, input }) =>
    changeMember(context, listeners, params.userId, input),
  )
  mount(app, contract.removeMember, async (context, { params, input }) => {
    await removeMember(context, listeners, params.userId, input.successorId)
    return ok
  })
  mount(app, contract.leaveFirm, async (context, { params: { firmId } }) => {
    await leaveFirm(context, listeners, firmId)
    context.parts.live.publish({ firmId, nouns: contract.leaveFirm.touches })
    return ok
  })
  mount(app, contract.createResetLink, (context, { params }) => createResetLink(context, params.userId))
  mount(app, readTrialEndpoint, ({ db, actor, parts }) => readTrial(db, parts.config, actor.firmId))
  mount(app, contract.readFirm, ({ db, actor }) => readFirm(db, actor.firmId))
  mount(app, contract.changeFirm, (context, { input }) => changeFirm(context, listeners, input))
}
