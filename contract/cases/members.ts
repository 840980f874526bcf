import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
import { caseRoles, professions } from '../account/permissions.ts'

export const CaseMember = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  initials: z.string(),
  profession: z.enum(professions),
  role: z.enum(caseRoles),
  canApproveStrikes: z.boolean(),
  expiresAt: Timestamp.nullable(),
  isExpired: z.boolean(),
  breakGlassReason: z.string().nullable(),
  addedBy: z.string().nullable(),
  createdAt: Timestamp,
})
export type CaseMember = z.infer<typeof CaseMember>

const membership = {
  role: z.enum(caseRoles),
  canApproveStrikes: z.boolean(),
  expiresAt: Timestamp.nullable(),
}
const memberParams = z.strictObject({ caseId: Id, userId: Id })

export const listCaseMembers = defineEndpoint({
  method: 'GET',
  path: '/api/cases/:caseId/members',
  summary: 'List the members of a case.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: nothing,
  output: z.array(CaseMember),
  touches: ['cases', 'team'],
})

export const addCaseMember = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/members',
  summary: 'Add a member of the firm to a case.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: z.strictObject({
    userId: Id,
    role: membership.role,
    canApproveStrikes: membership.canApproveStrikes.default(false),
    expiresAt: membership.expiresAt.default(null),
  }),
  output: CaseMember,
  touches: ['cases', 'notifications'],
})

export const changeCaseMember = defineEndpoint({
  method: 'PATCH',
  path: '/api/cases/:caseId/members/:userId',
  summary: 'Change a case member’s role, rights, or end date.',
  needs: 'member',
  params: memberParams,
  input: z.strictObject(membership).partial(),
  output: CaseMember,
  touches: ['cases', 'exports', 'notifications'],
})

export const removeCaseMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/cases/:caseId/members/:userId',
  summary: 'Remove a member from a case; their name stays on their work.',
  needs: 'member',
  params: memberParams,
  input: nothing,
  output: done,
  touches: ['cases', 'exports', 'notifications'],
})

export const breakGlassHours = 24
const reasonMin = 10

export const breakGlass = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/break-glass',
  summary: 'Open a case behind the ethical wall for a day, with a logged reason.',
  needs: 'administrator',
  params: z.strictObject({ caseId: Id }),
  input: z.strictObject({
    reason: z
      .string()
      .trim()
      .min(reasonMin, `Give a reason of at least ${reasonMin} characters. The case team will see it.`)
      .max(textLimits.short),
  }),
  output: done,
  touches: ['cases', 'notifications'],
})
