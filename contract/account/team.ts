import { z } from 'zod'
import { Email, GivenPassword, Name, proof } from './auth.ts'
import { defineEndpoint, done, Id, nothing, Timestamp } from '../endpoint.ts'
import { firmRoles, memberStatuses, professions } from './roles.ts'
import { isTimeZone } from '../time-zone.ts'

export const TeamMember = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  initials: z.string(),
  role: z.enum(firmRoles),
  profession: z.enum(professions),
  status: z.enum(memberStatuses),
  lastSeenAt: Timestamp.nullable(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** `url` is shown to the administrator once. It's null if the link was emailed. */
export const OneTimeLink = z.object({ url: z.string().nullable(), expiresAt: Timestamp, mailed: z.boolean() })
export type OneTimeLink = z.infer<typeof OneTimeLink>

export const invitationDays = 7
export const passwordResetHours = 4

export const listTeam = defineEndpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'List the members of your firm.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(TeamMember),
  touches: ['team'],
})

export const inviteMember = defineEndpoint({
  method: 'POST',
  path: '/api/team/invitations',
  summary: 'Invite a person; mails a one-time link, or returns it if mail is off.',
  needs: 'administrator',
  params: nothing,
  input: z.strictObject({ email: Email, role: z.enum(firmRoles), profession: z.enum(professions) }),
  output: OneTimeLink,
  touches: ['team'],
})

export const createResetLink = defineEndpoint({
  method: 'POST',
  path: '/api/team/:userId/reset-link',
  summary: 'Mail a member a password reset link, or return it if mail is off.',
  needs: 'administrator',
  params: z.strictObject({ userId: Id }),
  input: z.strictObject(proof),
  output: OneTimeLink,
  touches: ['team'],
  provedBy: 'password',
  personally: true,
})

const personParams = z.strictObject({ userId: Id })

/** The new lead for each case whose only lead is being suspended or removed. Required if there are such cases. */
const successorId = Id.optional()

export const changeMember = defineEndpoint({
  method: 'PATCH',
  path: '/api/team/:userId',
  summary: 'Change a member’s role, profession, or status.',
  needs: 'administrator',
  params: personParams,
  input: z.strictObject({
    role: z.enum(firmRoles).optional(),
    profession: z.enum(professions).optional(),
    status: z.enum(memberStatuses).optional(),
    successorId,
  }),
  output: TeamMember,
  touches: ['team', 'cases', 'exports', 'notifications'],
})

export const removeMember = defineEndpoint({
  method: 'DELETE',
  path: '/api/team/:userId',
  summary: 'Remove a member from your firm and its cases.',
  needs: 'administrator',
  params: personParams,
  input: z.strictObject({ successorId }),
  output: done,
  touches: ['team', 'cases', 'exports'],
})

export const leaveFirm = defineEndpoint({
  method: 'DELETE',
  path: '/api/auth/firms/:firmId',
  summary: 'Leave one of your other firms and its cases.',
  needs: 'member',
  params: z.strictObject({ firmId: Id }),
  input: nothing,
  output: done,
  touches: ['account', 'team', 'cases', 'exports'],
  personally: true,
})

export const Invitation = z.object({
  id: Id,
  email: z.string(),
  role: z.enum(firmRoles),
  profession: z.enum(professions),
  invitedBy: z.string().nullable(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  isExpired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = defineEndpoint({
  method: 'GET',
  path: '/api/team/invitations',
  summary: 'List pending invitations.',
  needs: 'administrator',
  params: nothing,
  input: nothing,
  output: z.array(Invitation),
  touches: ['team'],
})

export const revokeInvitation = defineEndpoint({
  method: 'DELETE',
  path: '/api/team/invitations/:invitationId',
  summary: 'Revoke an invitation.',
  needs: 'administrator',
  params: z.strictObject({ invitationId: Id }),
  input: nothing,
  output: done,
  touches: ['team'],
})

export const retentionLimits = { minDays: 30, maxDays: 3650 } as const

export const FirmSettings = z.object({
  name: Name.min(2).max(120),
  timeZone: z.string().max(60).refine(isTimeZone, 'Choose a time zone such as America/Chicago.'),
  retentionDays: z
    .number('Enter a number of days.')
    .int('Enter a whole number of days.')
    .min(retentionLimits.minDays, `Enter at least ${retentionLimits.minDays} days.`)
    .max(retentionLimits.maxDays, `Enter at most ${retentionLimits.maxDays} days.`),
  defaultForumId: z.string().max(60).nullable(),
  requireTwoFactor: z.boolean(),
  /** A session ends after this many hours of inactivity. Null uses the installation's default. */
  idleHours: z
    .number('Enter a number of hours.')
    .min(0.25, 'Enter at least 0.25 hours (15 minutes).')
    .max(720, 'Enter at most 720 hours.')
    .nullable(),
  /** If true, external speech and language services are blocked even if the operator allows them. */
  localAnalysisOnly: z.boolean(),
})
export type FirmSettings = z.infer<typeof FirmSettings>

export const readFirm = defineEndpoint({
  method: 'GET',
  path: '/api/firm',
  summary: 'Get the settings of your firm.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: FirmSettings,
  touches: ['team'],
})

export const removeMemberTwoFactor = defineEndpoint({
  method: 'DELETE',
  path: '/api/team/:userId/two-factor',
  summary: 'Turn off two-factor sign-in for a member who is locked out.',
  needs: 'administrator',
  params: personParams,
  input: z.strictObject(proof),
  output: done,
  touches: ['team', 'account', 'notifications'],
  provedBy: 'password',
  personally: true,
})

export const changeFirm = defineEndpoint({
  method: 'PATCH',
  path: '/api/firm',
  summary: 'Change the settings of your firm; turning off the two-factor rule requires your password.',
  needs: 'administrator',
  params: nothing,
  input: FirmSettings.partial()
    .extend({ ...proof, password: GivenPassword.optional() })
    .strict(),
  output: FirmSettings,
  touches: ['team', 'account', 'cases'],
  provedBy: 'password',
  provedIf: ({ requireTwoFactor }) => requireTwoFactor === false,
})
