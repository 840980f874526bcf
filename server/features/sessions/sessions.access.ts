import { and, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { CaseAction } from '#contract/account/permissions.ts'
import { requireCase, type SeenCase } from '#server/features/cases/cases.access.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { type SessionRow, sessions } from './sessions.table.ts'

/** A session with its case, as the actor sees both. */
export type SeenSession = { session: SessionRow; inCase: SeenCase }

type Options = {
  /**
   * Keeps others from changing the session until the transaction ends. `edit` lets rows that refer to it be written
   * meanwhile: whoever strikes a juror holds the juror and names the session, whoever seats one the other way round.
   */
  lock?: boolean | 'edit'
  /** What a locked session still allows: its rulings, and its unlocking. */
  evenLocked?: boolean
}

/**
 * The session, if the actor is a member of its case and may do this in it; 404, 403 and 423 as `requireCase` says.
 * Everything but `see` is refused while the session is locked.
 */
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
