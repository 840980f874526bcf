import type { FirmRole, Profession } from '#contract/account/permissions.ts'
import type { TokenScope } from '#contract/account/tokens.ts'

export type Actor = {
  userId: string
  firmId: string
  role: FirmRole
  profession: Profession
  isOperator: boolean
  signInId: string
  scopes?: readonly TokenScope[]
  /** True until the user sets up required two-factor sign-in. */
  isHeldBack?: boolean
  /** True until the user confirms the address they signed up with. */
  isUnproven?: boolean
}

export const isAdministrator = (actor: Actor): boolean => actor.role === 'administrator'
