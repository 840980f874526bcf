import type { FirmRole } from '#contract/account/permissions.ts'
import type { Db } from '#server/platform/db.ts'

/** Somebody is leaving the work of a firm: `by` decides it, `successorId` may take their place. */
export type Leaving = {
  firmId: string
  userId: string
  successorId: string | undefined
  by: string
  ip: string
  /** A suspended person keeps their place in the cases; a removed one does not. */
  isRemoved: boolean
}

/**
 * What the team announces to the features to its right, in the transaction of the change. Handed in where the routes
 * are mounted, so that a missing listener does not compile.
 */
export type TeamListeners = {
  /** Refuses, and with that undoes the change, where the leaving would leave something without its person. */
  leaving(tx: Db, leaving: Leaving): Promise<void>
  /** Somebody was suspended: their ways in to the firm end for good. */
  suspended(tx: Db, member: { firmId: string; userId: string }): Promise<void>
  /** Somebody is an administrator now, or no longer one. */
  roleChanged(tx: Db, change: { firmId: string; userId: string; by: string; role: FirmRole }): Promise<void>
}
