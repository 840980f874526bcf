import type { FirmRole, Profession } from '#contract/account/permissions.ts'
import type { TokenScope } from '#contract/account/tokens.ts'

export type Actor = {
  userId: string
  firmId: string
  role: FirmRole
  profession: Profession
  isOperator: boolean
  /** Row of the sign-in or API token. */
  signInId: string
  /** API tokens only. */
  scopes?: readonly TokenScope[]
  /** Must set up two-factor sign-in first. */
  isHeldBack?: boolean
}

export const isAdministrator = (actor: Actor): boolean => actor.role === 'administrator'
