import { z } from 'zod'
import { Email } from './auth.ts'
import { defineEndpoint, Id, nothing, Timestamp } from './endpoint.ts'
import { firmRoles, professions } from './permissions.ts'

export const TeamMember = z.object({
  userId: Id,
  name: z.string(),
  email: z.string(),
  initials: z.string(),
  role: z.enum(firmRoles),
  profession: z.enum(professions),
  status: z.enum(['active', 'suspended']),
  lastSeenAt: Timestamp.nullable(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** Shown once, to the administrator who asked for it. */
export const OneTimeLink = z.object({ url: z.string(), expiresAt: Timestamp, mailed: z.boolean() })
export type OneTimeLink = z.infer<typeof OneTimeLink>

export const invitationDays = 7
export const passwordResetHours = 4

export const listTeam = defineEndpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'The members of my firm.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: z.array(TeamMember),
  touches: ['team'],
})

export const inviteMember = defineEndpoint({
  method: 'POST',
  path: '/api/team/invitations',
  summary: 'Invite a person to the firm; answers the one-time link.',
  needs: 'administrator',
  params: nothing,
  input: z.strictObject({ email: Email, role: z.enum(firmRoles), profession: z.enum(professions) }),
  output: OneTimeLink,
  touches: ['team'],
})

export const createResetLink = defineEndpoint({
  method: 'POST',
  path: '/api/team/:userId/reset-link',
  summary: 'A one-time password reset link for a member of my firm.',
  needs: 'administrator',
  params: z.strictObject({ userId: Id }),
  input: nothing,
  output: OneTimeLink,
  touches: ['team'],
})
