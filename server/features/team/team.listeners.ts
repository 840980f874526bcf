import type { FirmRole } from '#contract/account/permissions.ts'
import type { Db } from '#server/platform/db.ts'

export type Leaving = {
  firmId: string
  userId: string
  successorId: string | undefined
  by: string
  ip: string
  /** A suspended person keeps their place in cases; a removed one doesn't. */
  isRemoved: boolean
}

/**
 * Called inside the transaction of the change. Passed in where the routes are mounted, so a missing listener doesn't
 * compile.
 */
export type TeamListeners = {
  leaving(tx: Db, leaving: Leaving): Promise<void>
  suspended(tx: Db, member: { firmId: string; userId: string }): Promise<void>
  roleChanged(tx: Db, change: { firmId: string; userId: string; by: string; role: FirmRole }): Promise<void>
}
