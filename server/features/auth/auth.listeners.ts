import { and, eq } from 'drizzle-orm'
import type { TeamListeners } from '#server/features/team/team.listeners.ts'
import type { Db } from '#server/platform/db.ts'
import { requireSignIn } from './auth.queries.ts'
import { signIns } from './auth.table.ts'
import type { SecurityListener } from './securing.ts'
import { revokeFirmTokens } from './tokens.service.ts'
import { requirePasskeySignIn } from './two-factor/passkeys.guard.ts'

export type AuthListeners = SecurityListener & {
  entered(tx: Db, sign: { userId: string; firmId: string; ip: string; agent: string | null }): Promise<void>
  joined(tx: Db, person: { userId: string; firmId: string; invitedBy: string | null }): Promise<void>
}

/** Permanently ends a suspended member's sessions and API tokens. Reactivating the member doesn't restore them. */
export const signInListeners: Pick<TeamListeners, 'requireSignIn' | 'requirePasskeySignIn' | 'suspended'> = {
  requireSignIn,
  requirePasskeySignIn,
  async suspended(tx, { firmId, userId }) {
    await tx.delete(signIns).where(and(eq(signIns.firmId, firmId), eq(signIns.userId, userId)))
    await revokeFirmTokens(tx, firmId, userId)
  },
}
