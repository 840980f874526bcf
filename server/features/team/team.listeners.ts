import type { FirmRole } from '#contract/account/permissions.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'

export type Leaving = {
  firmId: string
  userId: string
  successorId: string | undefined
  by: string
  ip: string
  /** A suspended person stays in their cases, but a removed person doesn't. */
  isRemoved: boolean
}

export type TeamListeners = {
  /** Locks the account. Throws `unauthenticated` if the session has ended. */
  requireSignIn(tx: Db, actor: Actor): Promise<void>
  requirePasskeySignIn(context: { db: Db; actor: Actor; parts: Parts }): Promise<void>
  leaving(tx: Db, leaving: Leaving): Promise<void>
  /** Called last, after both suspension and removal. */
  left(tx: Db, leaving: Pick<Leaving, 'firmId' | 'userId' | 'by' | 'ip'>): Promise<void>
  /** Called when an administrator is suspended or becomes a regular member. */
  demoted(tx: Db, member: { firmId: string; userId: string; by: string; ip: string }): Promise<void>
  suspended(tx: Db, member: { firmId: string; userId: string }): Promise<void>
  /** Called when the firm stops allowing outside services. */
  keptLocal(tx: Db, parts: Parts, change: { firmId: string; by: string }): Promise<void>
  roleChanged(tx: Db, change: { firmId: string; userId: string; by: string; role: FirmRole }): Promise<void>
}
