import { eq, and, asc, sql } from 'drizzle-orm'
import { type CaseRole, caseRule } from '#contract/account/permissions.ts'
import { type News, notify } from '#server/features/notifications/notifications.service.ts'
import { forgetAnswers } from '#server/platform/http/idempotency.ts'
import type { Db } from '#server/platform/db.ts'
import { cases, caseMembers } from './cases.table.ts'
import type { z } from 'zod'
import {
  type addCaseMember as addEndpoint,
  breakGlassHours,
  type CaseMember,
  type changeCaseMember as changeEndpoint,
} from '#contract/cases/members.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { toInitials, requireMember } from '#server/features/team/team.queries.ts'
import { members, users } from '#server/features/team/team.table.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { type Context, invalid } from '#server/platform/http/route.ts'
import { requireCase, requireCaseOfFirm } from './cases.access.ts'
import type { CaseListeners } from './cases.listeners.ts'

type MemberRow = typeof caseMembers.$inferSelect

export async function listCaseMembers(db: Db, firmId: string, caseId: string): Promise<CaseMember[]> {
  const rows = await db
    .select({
      row: caseMembers,
      name: users.name,
      email: users.email,
      profession: members.profession,
      addedBy: sql<string | null>`(select adder.name from users adder where adder.id = ${caseMembers.addedBy})`,
    })
    .from(caseMembers)
    .innerJoin(users, eq(users.id, caseMembers.userId))
    .innerJoin(members, and(eq(members.userId, users.id), eq(members.firmId, firmId)))
    .where(eq(caseMembers.caseId, caseId))
    .orderBy(asc(users.name), asc(users.id))
  return rows.map(({ row, name, email, profession, addedBy }) => ({
    userId: row.userId,
    name,
    email,
    initials: toInitials(name),
    profession,
    role: row.role,
    canApproveStrikes: row.canApproveStrikes,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isExpired: row.expiresAt !== null && row.expiresAt.getTime() <= Date.now(),
    breakGlassReason: row.breakGlassReason,
    addedBy,
    createdAt: row.createdAt.toISOString(),
  }))
}

export async function addCaseMember(
  context: Context,
  caseId: string,
  { userId, role, canApproveStrikes, expiresAt }: z.output<typeof addEndpoint.input>,
): Promise<CaseMember> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'manageMembers', { lock: true })
    const person = await requireMember(tx, actor, userId)
    if (person.status !== 'active') {
      throw new Refusal('conflict', 'This person is suspended. An administrator can reactivate them.')
    }
    const known = await findMember(tx, caseId, userId)
    if (known && (known.expiresAt === null || known.expiresAt.getTime() > Date.now())) {
      throw new Refusal('conflict', `${person.name} is already a member of this case.`)
    }
    const membership = { role, canApproveStrikes, expiresAt: expiresAt ? new Date(expiresAt) : null }
    checkMembership(membership)
    const values = { ...membership, breakGlassReason: null, addedBy: actor.userId, createdAt: new Date() }
    await tx
      .insert(caseMembers)
      .values({ caseId, userId, ...values })
      .onConflictDoUpdate({ target: [caseMembers.caseId, caseMembers.userId], set: values })
    await forgetAnswers(tx, { firmId: actor.firmId, userId })
    await record(tx, context, caseId, 'case.member_added', userId, { role, canApproveStrikes, expiresAt })
    await notifyChange(tx, context, { caseId, userId, action: 'added', role })
    return readMember(tx, actor.firmId, caseId, userId)
  })
}

export async function changeCaseMember(
  context: Context,
  caseId: string,
  userId: string,
  { role, canApproveStrikes, expiresAt }: z.output<typeof changeEndpoint.input>,
  listeners: Pick<CaseListeners, 'sharingEnded'>,
): Promise<CaseMember> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'manageMembers', { lock: true })
    const before = await findMember(tx, caseId, userId)
    if (!before) throw absent('member')
    const after = {
      role: role ?? before.role,
      canApproveStrikes: canApproveStrikes ?? before.canApproveStrikes,
      expiresAt: expiresAt === undefined ? before.expiresAt : expiresAt ? new Date(expiresAt) : null,
    }
    checkMembership(after, before)
    await tx
      .update(caseMembers)
      .set({ ...after, ...(after.expiresAt === null ? { breakGlassReason: null } : {}) })
      .where(and(eq(caseMembers.caseId, caseId), eq(caseMembers.userId, userId)))
    await requireLead(tx, actor.firmId, caseId)
    const pick = (each: Pick<MemberRow, 'role' | 'canApproveStrikes' | 'expiresAt'>) => ({
      role: each.role,
      canApproveStrikes: each.canApproveStrikes,
      expiresAt: each.expiresAt?.toISOString() ?? null,
    })
    await forgetAnswers(tx, { firmId: actor.firmId, userId })
    await record(tx, context, caseId, 'case.member_changed', userId, { before: pick(before), after: pick(after) })
    if (!mayShare(after)) await endSharing(tx, context, listeners, { caseId, userId })
    if (after.role !== before.role)
      await notifyChange(tx, context, { caseId, userId, action: 'changed', role: after.role })
    return readMember(tx, actor.firmId, caseId, userId)
  })
}

const mayShare = ({ role }: Pick<MemberRow, 'role'>): boolean => caseRule('shareExports').roles.includes(role)

const endSharing = (
  tx: Db,
  { actor, ip }: Context,
  listeners: Pick<CaseListeners, 'sharingEnded'>,
  person: { caseId: string; userId: string },
): Promise<void> => listeners.sharingEnded(tx, { firmId: actor.firmId, ...person, by: actor.userId, ip })

export async function removeCaseMember(
  context: Context,
  caseId: string,
  userId: string,
  listeners: Pick<CaseListeners, 'sharingEnded'>,
): Promise<void> {
  const { db, actor } = context
  await db.transaction(async (tx) => {
    await requireCase(tx, actor, caseId, 'manageMembers', { lock: true })
    const before = await findMember(tx, caseId, userId)
    if (!before) throw absent('member')
    await tx.delete(caseMembers).where(and(eq(caseMembers.caseId, caseId), eq(caseMembers.userId, userId)))
    await requireLead(tx, actor.firmId, caseId)
    await forgetAnswers(tx, { firmId: actor.firmId, userId })
    await record(tx, context, caseId, 'case.member_removed', userId, { role: before.role })
    await endSharing(tx, context, listeners, { caseId, userId })
    await notifyChange(tx, context, { caseId, userId, action: 'removed' })
  })
}

export async function breakGlass(context: Context, caseId: string, reason: string): Promise<void> {
  const { db, actor } = context
  await db.transaction(async (tx) => {
    await lockAdministrator(tx, actor)
    const found = await requireCaseOfFirm(tx, actor, caseId, 'seeTitle', { lock: true })
    if (found.myRole !== null) throw new Refusal('conflict', 'You’re already a member of this case.')
    const expiresAt = new Date(Date.now() + breakGlassHours * 3_600_000)
    const values = {
      role: 'viewer' as const,
      canApproveStrikes: false,
      expiresAt,
      breakGlassReason: reason,
      addedBy: actor.userId,
      createdAt: new Date(),
    }
    await tx
      .insert(caseMembers)
      .values({ caseId, userId: actor.userId, ...values })
      .onConflictDoUpdate({ target: [caseMembers.caseId, caseMembers.userId], set: values })
    await record(tx, context, caseId, 'case.opened_by_break_glass', actor.userId, { expiresAt }, reason)
    await notifyChange(tx, context, { caseId, userId: actor.userId, action: 'opened_by_break_glass' })
  })
}

/** A concurrent demotion waits, so it also ends this access. */
async function lockAdministrator(tx: Db, { firmId, userId }: Context['actor']): Promise<void> {
  const [member] = await tx
    .select({ role: members.role, status: members.status })
    .from(members)
    .where(and(eq(members.firmId, firmId), eq(members.userId, userId)))
    .for('share')
  if (member?.role !== 'administrator' || member.status !== 'active')
    throw new Refusal('not_allowed', 'Only a firm administrator can do this.')
}

/**
 * Call this after the change, with the case locked so that two leads can't leave at once. A suspended lead doesn't
 * count.
 */
async function requireLead(tx: Db, firmId: string, caseId: string): Promise<void> {
  const [lead] = await tx
    .select({ userId: caseMembers.userId })
    .from(caseMembers)
    .innerJoin(members, and(eq(members.userId, caseMembers.userId), eq(members.firmId, firmId)))
    .where(and(eq(caseMembers.caseId, caseId), eq(caseMembers.role, 'lead'), eq(members.status, 'active')))
    .limit(1)
  if (!lead) throw new Refusal('conflict', 'Assign another lead before removing this one.')
}

function checkMembership(
  { role, canApproveStrikes, expiresAt }: Pick<MemberRow, 'role' | 'canApproveStrikes' | 'expiresAt'>,
  before?: MemberRow,
): void {
  const fault = (field: string, message: string) => invalid([{ path: [field], message }])
  if (role === 'lead' && expiresAt) throw fault('expiresAt', 'A lead’s membership can’t expire.')
  const isNew = expiresAt !== null && expiresAt.getTime() !== before?.expiresAt?.getTime()
  if (isNew && expiresAt.getTime() <= Date.now()) throw fault('expiresAt', 'Choose a time in the future.')
  if (canApproveStrikes && role !== 'attorney' && role !== 'lead') {
    throw fault('canApproveStrikes', 'Only an attorney on the case can be given approval rights.')
  }
}

async function findMember(tx: Db, caseId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await tx
    .select()
    .from(caseMembers)
    .where(and(eq(caseMembers.caseId, caseId), eq(caseMembers.userId, userId)))
  return row
}

async function readMember(tx: Db, firmId: string, caseId: string, userId: string): Promise<CaseMember> {
  const found = (await listCaseMembers(tx, firmId, caseId)).find((each) => each.userId === userId)
  if (!found) throw absent('member')
  return found
}

const record = (
  tx: Db,
  { actor, ip }: Context,
  caseId: string,
  action: string,
  userId: string,
  details: Record<string, unknown>,
  reason?: string,
): Promise<void> =>
  recordAct(tx, { actor, ip, action, entity: 'user', entityId: userId, caseId, details, reason: reason ?? null })

type ChangeInput<T> = T extends unknown ? Omit<T, 'firmId' | 'actorId'> : never

const notifyChange = (tx: Db, { actor }: Context, change: ChangeInput<MembershipChange>): Promise<void> =>
  notifyMembershipChange(tx, { ...change, firmId: actor.firmId, actorId: actor.userId })

export type MembershipChange = {
  firmId: string
  actorId: string
  caseId: string
  userId: string
} & ({ action: 'added' | 'changed'; role: CaseRole } | { action: 'removed' } | { action: 'opened_by_break_glass' })

export async function notifyMembershipChange(tx: Db, change: MembershipChange): Promise<void> {
  const { firmId, actorId, caseId, userId } = change
  const [found] = await tx.select({ title: cases.title }).from(cases).where(eq(cases.id, caseId))
  const title = found?.title ?? ''
  const shared = { firmId, actorId, topic: `case_member.${change.action}`, entityId: caseId }
  const toPerson = { type: 'info', category: 'team', to: { userIds: [userId] } } as const
  const action: News['action'] = { url: `/cases/${caseId}` }
  switch (change.action) {
    case 'added':
      await notify(tx, {
        ...shared,
        ...toPerson,
        caseId,
        title: 'Added to a case',
        message: `You were added to ${title} as ${change.role}.`,
        action,
      })
      break
    case 'changed':
      await notify(tx, {
        ...shared,
        ...toPerson,
        caseId,
        title: 'Role changed',
        message: `Your role in ${title} is now ${change.role}.`,
        action,
      })
      break
    case 'removed':
      // Omits the case ID because former members can't see a case's notifications.
      await notify(tx, {
        ...shared,
        ...toPerson,
        title: 'Removed from a case',
        message: `You were removed from ${title}.`,
      })
      break
    case 'opened_by_break_glass':
      await notify(tx, {
        ...shared,
        caseId,
        type: 'warning',
        category: 'case',
        title: 'Case opened by an administrator',
        message: `A firm administrator opened ${title} with read access for one day. The reason is in the case activity.`,
        action,
        to: { caseRoles: ['lead'] },
        alwaysNotify: true,
      })
  }
}
