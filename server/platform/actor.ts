import type { FirmRole, Profession } from '#contract/account/permissions.ts'
import type { TokenScope } from '#contract/account/tokens.ts'

/** Who is asking. Resolved once a request from the session cookie or a token. */
export type Actor = {
  userId: string
  firmId: string
  role: FirmRole
  profession: Profession
  isOperator: boolean
  /** Row of the sign-in, or of the API token, this request came with. */
  signInId: string
  /** What an API token may do in this person's name; a sign-in has no such list. */
  scopes?: readonly TokenScope[]
  /** This person has to set up two-factor sign-in before anything else. */
  isHeldBack?: boolean
}

export const isAdministrator = (actor: Actor): boolean => actor.role === 'administrator'
