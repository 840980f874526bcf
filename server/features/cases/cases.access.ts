import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type CaseAction,
  caseActions,
  caseAllows,
  caseRefusal,
  type CaseRole,
  caseRule,
  type CaseStanding,
} from '#contract/account/permissions.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { caseAccess, type CaseRow, cases } from './cases.table.ts'

/** A case as a member of it sees it. */
export type SeenCase = CaseRow & { myRole: CaseRole; standing: CaseStanding; accessEndsAt: Date | null }
/** A case as the actor stands to it: without a role it is behind the wall, and only its title and status may be shown. */
export type StoodCase = CaseRow & { myRole: CaseRole | null; standing: CaseStanding; accessEndsAt: Date | null }

type Options = {
  /** The thing it is done to was made by the actor. */
  isOwn?: boolean
  /** Keeps others from changing the case until the transaction ends. */
  lock?: boolean
}

/**
 * The case, if the actor is a member and may do this in it. A case the actor does not see is as absent as a missing
 * one (404); one that they see and may not change is refused with the role it takes (403); an archived one, with the
 * way out (423). For what hangs on a case this is the one question to ask.
 */
export async function requireCase(
  db: Db,
  actor: Actor,
  caseId: string,
  action: CaseAction = 'see',
  { isOwn = false, lock = false }: Options = {},
): Promise<SeenCase> {
  const found = await findCase(db, actor, caseId, lock)
  if (!found || !isSeen(found)) throw absent('case')
  checkCase(found, action, isOwn)
  return found
}

/** As requireCase, for the few things that administrators of the firm do to cases they are no members of. */
export async function requireCaseOfFirm(
  db: Db,
  actor: Actor,
  caseId: string,
  action: CaseAction,
  { lock = false, deleted = false }: { lock?: boolean; deleted?: boolean } = {},
): Promise<StoodCase> {
  const found = await findCase(db, actor, caseId, lock, deleted)
  if (!found) throw absent('case')
  checkCase(found, action, false)
  return found
}

const isSeen = (found: StoodCase): found is SeenCase => found.myRole !== null

function checkCase(found: StoodCase, action: CaseAction, isOwn: boolean): void {
  if (!caseAllows(found.standing, action, { isOwn })) throw new Refusal('not_allowed', caseRefusal(action))
  if (found.status === 'archived' && !caseRule(action).whileArchived) {
    throw caseIsArchived()
  }
}

/** For what hangs on a case and does not ask `requireCase` itself. */
export const caseIsArchived = (): Refusal =>
  new Refusal('locked', 'This case is archived and read-only. Take it out of the archive to change it.')

/** The case with the actor's standing; null for who neither is a member nor administers its firm. */
async function findCase(
  db: Db,
  actor: Actor,
  caseId: string,
  lock: boolean,
  deleted = false,
): Promise<StoodCase | null> {
  const query = db
    .select(getTableColumns(cases))
    .from(cases)
    .where(
      and(
        eq(cases.id, caseId),
        eq(cases.firmId, actor.firmId),
        deleted ? sql`cases.deleted_at is not null` : sql`cases.deleted_at is null`,
      ),
    )
  // The membership is read after the lock was taken, so that what another transaction did to it counts.
  const [row] = await (lock ? query.for('update') : query)
  if (!row) return null
  const [access] = await db
    .select({
      role: caseAccess.role,
      canApproveStrikes: caseAccess.canApproveStrikes,
      expiresAt: caseAccess.expiresAt,
    })
    .from(caseAccess)
    .where(and(eq(caseAccess.caseId, caseId), eq(caseAccess.userId, actor.userId)))
  if (!access && !isAdministrator(actor)) return null
  return {
    ...row,
    myRole: access?.role ?? null,
    accessEndsAt: access?.expiresAt ?? null,
    standing: {
      role: access?.role ?? null,
      canApproveStrikes: access?.canApproveStrikes ?? false,
      isAdministrator: isAdministrator(actor),
    },
  }
}

/** What the actor may do in the case now, for its screens. What is only for one's own things counts as no. */
export const listRights = ({ standing, status }: Pick<StoodCase, 'standing' | 'status'>): Record<CaseAction, boolean> =>
  Object.fromEntries(
    caseActions.map((action) => [
      action,
      caseAllows(standing, action) && (status !== 'archived' || caseRule(action).whileArchived === true),
    ]),
  ) as Record<CaseAction, boolean>
