import type { FirmRole, Profession } from '#contract/permissions.ts'

/** Who is asking. Resolved once a request from the session cookie or a token. */
export type Actor = {
  userId: string
  firmId: string
  role: FirmRole
  profession: Profession
  isOperator: boolean
  /** Row of the sign-in this request came with. */
  signInId: string
}

export const isAdministrator = (actor: Actor): boolean => actor.role === 'administrator'
