import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import {
  type CaseAction,
  caseActions,
  caseAllows,
  getCaseRefusal,
  type CaseRole,
  caseRule,
  type CaseStanding,
  readOnlyRefusal,
} from '#contract/account/permissions.ts'
import { type Actor, isAdministrator } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { caseAccess, type CaseRow, cases } from './cases.table.ts'

export type SeenCase = CaseRow & { myRole: CaseRole; standing: CaseStanding; accessEndsAt: Date | null }
/** If `myRole` is null, the actor is behind the ethical wall and may see only the title and status. */
export type CaseWithStanding = CaseRow & { myRole: CaseRole | null; standing: CaseStanding; accessEndsAt: Date | null }

type Options = {
  isOwn?: boolean
  lock?: boolean
}

/**
 * Throws 404 if the actor isn't a member, 403 if their role doesn't allow the action, and 423 if the case is archived.
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

export async function requireCaseOfFirm(
  db: Db,
  actor: Actor,
  caseId: string,
  action: CaseAction,
  { lock = false, deleted = false }: { lock?: boolean; deleted?: boolean } = {},
): Promise<CaseWithStanding> {
  const found = await findCase(db, actor, caseId, lock, deleted)
  if (!found) throw absent('case')
  checkCase(found, action, false)
  return found
}

const isSeen = (found: CaseWithStanding): found is SeenCase => found.myRole !== null

function checkCase(found: CaseWithStanding, action: CaseAction, isOwn: boolean): void {
  const { standing } = found
  if (!caseAllows(standing, action, { isOwn }))
    throw new Refusal('not_allowed', standing.isByBreakGlass ? readOnlyRefusal : getCaseRefusal(action))
  if (found.status === 'archived' && !caseRule(action).whileArchived) {
    throw caseIsArchived()
  }
}

export const caseIsArchived = (): Refusal =>
  new Refusal('locked', 'This case is archived and read-only. Restore it to make changes.')

/** For queries that join `case_access`. The lead may have given the administrator another role since. */
export const selectByBreakGlass = sql<boolean>`exists (select from case_members
  where case_members.case_id = case_access.case_id and case_members.user_id = case_access.user_id
  and case_members.role = 'viewer' and case_members.break_glass_reason is not null)`

async function findCase(
  db: Db,
  actor: Actor,
  caseId: string,
  lock: boolean,
  deleted = false,
): Promise<CaseWithStanding | null> {
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
  // Read roles after locking the case to see changes committed in the meantime.
  const [row] = await (lock ? query.for('update') : query)
  if (!row) return null
  const [access] = await db
    .select({
      role: caseAccess.role,
      canApproveStrikes: caseAccess.canApproveStrikes,
      expiresAt: caseAccess.expiresAt,
      isByBreakGlass: selectByBreakGlass,
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
      isByBreakGlass: access?.isByBreakGlass ?? false,
    },
  }
}

/** Permissions that cover only a person's own records count as false. */
export const listRights = ({
  standing,
  status,
}: Pick<CaseWithStanding, 'standing' | 'status'>): Record<CaseAction, boolean> =>
  Object.fromEntries(
    caseActions.map((action) => [
      action,
      caseAllows(standing, action) && (status !== 'archived' || caseRule(action).whileArchived === true),
    ]),
  ) as Record<CaseAction, boolean>
