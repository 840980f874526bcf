import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { CaseAction } from '#contract/account/permissions.ts'
import { requireCase, type SeenCase } from '#server/features/cases/cases.access.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { type SessionRow, sessions } from './sessions.table.ts'

export type SeenSession = { session: SessionRow; inCase: SeenCase }

type Options = {
  /**
   * Locks the session for the transaction. With `edit`, other transactions can still insert rows that reference the
   * session, which avoids a deadlock between striking and seating a juror.
   */
  lock?: boolean | 'edit'
  /** Allows the action in a locked session, for rulings and unlocking. */
  evenLocked?: boolean
}

/** Throws 404, 403, or 423 like `requireCase`. A locked session allows only `see`. */
export async function requireSession(
  db: Db,
  actor: Actor,
  sessionId: string,
  action: CaseAction = 'see',
  { lock = false, evenLocked = action === 'see' }: Options = {},
): Promise<SeenSession> {
  const query = db
    .select(getTableColumns(sessions))
    .from(sessions)
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, sessions.caseId), eq(caseAccess.userId, actor.userId)))
    .where(and(eq(sessions.id, sessionId), eq(sessions.firmId, actor.firmId), isNull(sessions.deletedAt)))
  const strength = lock === 'edit' ? 'no key update' : 'update'
  const [session] = await (lock ? query.for(strength, { of: sessions }) : query)
  if (!session) throw absent('session')
  const inCase = await requireCase(db, actor, session.caseId, action)
  if (session.lockedAt && !evenLocked) throw sessionIsLocked()
  return { session, inCase }
}

export const sessionIsLocked = (): Refusal =>
  new Refusal('locked', 'This session is locked. Ask the lead of the case to unlock it.')
