import type { Db } from '#server/platform/db.ts'

/** What a sign-in and a joining announce to the features to the right, inside the transaction of the change. */
export type AuthListeners = {
  entered(tx: Db, sign: { userId: string; firmId: string; ip: string; agent: string | null }): Promise<void>
  joined(tx: Db, person: { userId: string; firmId: string; invitedBy: string | null }): Promise<void>
}
