import { and, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  FirmSettings,
  TeamMember,
  changeFirm as changeFirmEndpoint,
  changeMember as changeEndpoint,
} from '#contract/account/team.ts'
import { recordAct, recordAudit } from '#server/features/audit/audit.service.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { forgetAnswers } from '#server/platform/http/idempotency.ts'
import type { Context } from '#server/platform/http/route.ts'
import { voidLinksBy } from './links.service.ts'
import { firms, members } from './team.table.ts'
import type { Leaving, TeamListeners } from './team.listeners.ts'
import { listMembers, requireMember } from './team.queries.ts'

export function changeMember(
  { db, actor, ip }: Context,
  listeners: TeamListeners,
  userId: string,
  { role, profession, status, successorId }: z.output<typeof changeEndpoint.input>,
): Promise<TeamMember> {
  return db.transaction(async (tx) => {
    await lockFirm(tx, actor)
    const before = await requireMember(tx, actor, userId)
    if (userId === actor.userId && status === 'suspended') throw new Refusal('conflict', 'You can’t suspend yourself.')
    const after = {
      role: role ?? before.role,
      profession: profession ?? before.profession,
      status: status ?? before.status,
    }
    await tx
      .update(members)
      .set(after)
      .where(and(eq(members.firmId, actor.firmId), eq(members.userId, userId)))
    await requireAdministratorLeft(tx, actor.firmId)
    await forgetAnswers(tx, { firmId: actor.firmId, userId })
    if (before.status === 'active' && after.status === 'suspended') {
      const leaving = { firmId: actor.firmId, userId, by: actor.userId, ip, isRemoved: false }
      await listeners.leaving(tx, { ...leaving, successorId: await checkSuccessor(tx, actor, userId, successorId) })
      await listeners.suspended(tx, { firmId: actor.firmId, userId })
      await listeners.left(tx, leaving)
    }
    let endedLinks = 0
    if (isActiveAdministrator(before) && !isActiveAdministrator(after)) {
      endedLinks = await voidLinksBy(tx, { firmId: actor.firmId, userId })
      await listeners.demoted(tx, { firmId: actor.firmId, userId, by: actor.userId, ip })
    }
    await recordAct(tx, {
      actor,
      ip,
      action: after.status === before.status ? 'member.changed' : memberActions[after.status],
      entity: 'user',
      entityId: userId,
      details: { before: pick(before), after, ...(endedLinks > 0 && { endedLinks }) },
    })
    if (after.role !== before.role)
      await listeners.roleChanged(tx, { firmId: actor.firmId, userId, by: actor.userId, role: after.role })
    const found = (await listMembers(tx, actor)).find((each) => each.userId === userId)
    if (!found) throw absent('person')
    return found
  })
}

const isActiveAdministrator = ({ role, status }: Pick<TeamMember, 'role' | 'status'>): boolean =>
  role === 'administrator' && status === 'active'

const memberActions = { active: 'member.reactivated', suspended: 'member.suspended' } as const
const pick = ({ role, profession, status }: Pick<TeamMember, 'role' | 'profession' | 'status'>) => ({
  role,
  profession,
  status,
})

export function removeMember(
  { db, actor, ip }: Context,
  listeners: TeamListeners,
  userId: string,
  successorId: string | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockFirm(tx, actor)
    const before = await requireMember(tx, actor, userId)
    if (userId === actor.userId) throw new Refusal('conflict', 'You can’t remove yourself. Ask another administrator.')
    const endedLinks = await endMembership(tx, listeners, {
      ...{ firmId: actor.firmId, userId, by: actor.userId, ip, isRemoved: true },
      successorId: await checkSuccessor(tx, actor, userId, successorId),
    })
    await recordAct(tx, {
      actor,
      ip,
      action: 'member.removed',
      entity: 'user',
      entityId: userId,
      details: { name: before.name, email: before.email, ...pick(before), ...(endedLinks > 0 && { endedLinks }) },
    })
  })
}

async function endMembership(tx: Db, listeners: TeamListeners, leaving: Leaving): Promise<number> {
  const { firmId, userId } = leaving
  await listeners.leaving(tx, leaving)
  await tx.delete(members).where(and(eq(members.firmId, firmId), eq(members.userId, userId)))
  await listeners.left(tx, leaving)
  await forgetAnswers(tx, leaving)
  return voidLinksBy(tx, { firmId, userId })
}

/** The current firm can't be left, because the session belongs to it. */
export function leaveFirm({ db, actor, parts, ip }: Context, listeners: TeamListeners, firmId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const { userId } = actor
    if (firmId === actor.firmId) throw new Refusal('conflict', 'Switch to another firm first.')
    await listeners.requireSignIn(tx, actor)
    await listeners.requirePasskeySignIn({ db: tx, actor, parts })
    await tx.select({ id: firms.id }).from(firms).where(eq(firms.id, firmId)).for('update')
    if (!(await findActiveMember(tx, actor.firmId, userId))) throw new Refusal('unauthenticated', 'Sign in first.')
    const member = await findActiveMember(tx, firmId, userId)
    if (!member) throw absent('firm')
    const leaving = { firmId, userId, by: userId, ip, isRemoved: true, successorId: undefined }
    const endedLinks = await endMembership(tx, listeners, leaving)
    await requireAdministratorLeft(tx, firmId)
    await recordAudit(tx, {
      ...{ firmId, actorId: userId, ip, action: 'member.left', entity: 'user', entityId: userId },
      details: { ...member, ...(endedLinks > 0 && { endedLinks }) },
    })
  })
}

async function findActiveMember(tx: Db, firmId: string, userId: string) {
  const [member] = await tx
    .select({ role: members.role, profession: members.profession, status: members.status })
    .from(members)
    .where(and(eq(members.firmId, firmId), eq(members.userId, userId), eq(members.status, 'active')))
  return member
}

async function checkSuccessor(
  tx: Db,
  actor: Context['actor'],
  userId: string,
  successorId: string | undefined,
): Promise<string | undefined> {
  if (successorId === undefined) return undefined
  const { status } = await requireMember(tx, actor, successorId)
  if (successorId === userId || status !== 'active') {
    throw new Refusal('invalid', 'Choose another active member of the firm.', {
      fields: { successorId: 'Choose another active member of the firm.' },
    })
  }
  return successorId
}

/**
 * Serializes changes to a firm's members. Throws `not_allowed` if the actor stopped being an administrator in the
 * meantime. Without this check, two administrators could remove each other.
 */
async function lockFirm(tx: Db, { firmId, userId }: Context['actor']): Promise<void> {
  await tx.select({ id: firms.id }).from(firms).where(eq(firms.id, firmId)).for('update')
  if (!(await findAdministrator(tx, firmId, eq(members.userId, userId))))
    throw new Refusal('not_allowed', 'Only a firm administrator can do this.')
}

async function requireAdministratorLeft(tx: Db, firmId: string): Promise<void> {
  if (!(await findAdministrator(tx, firmId)))
    throw new Refusal('conflict', 'A firm needs an active administrator. Make someone else an administrator first.')
}

async function findAdministrator(tx: Db, firmId: string, who?: SQL): Promise<string | undefined> {
  const [one] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.firmId, firmId), eq(members.role, 'administrator'), eq(members.status, 'active'), who))
    .limit(1)
  return one?.userId
}

const settings = {
  name: firms.name,
  timeZone: firms.timeZone,
  retentionDays: firms.retentionDays,
  defaultForumId: firms.defaultForumId,
  requireTwoFactor: firms.requireTwoFactor,
  idleHours: firms.idleHours,
  localAnalysisOnly: firms.localAnalysisOnly,
}

export async function readFirm(db: Db, firmId: string): Promise<FirmSettings> {
  const [row] = await db.select(settings).from(firms).where(eq(firms.id, firmId))
  if (!row) throw absent('firm')
  return row
}

export function changeFirm(
  { db, actor, ip, parts }: Context,
  listeners: Pick<TeamListeners, 'keptLocal'>,
  { password: _password, code: _code, ...input }: z.output<typeof changeFirmEndpoint.input>,
): Promise<FirmSettings> {
  return db.transaction(async (tx) => {
    const before = await readFirm(tx, actor.firmId)
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    if (Object.keys(given).length > 0) await tx.update(firms).set(given).where(eq(firms.id, actor.firmId))
    const after = await readFirm(tx, actor.firmId)
    if (after.localAnalysisOnly && !before.localAnalysisOnly)
      await listeners.keptLocal(tx, parts, { firmId: actor.firmId, by: actor.userId })
    await recordAct(tx, {
      actor,
      ip,
      action: 'firm.settings_changed',
      entity: 'firm',
      entityId: actor.firmId,
      details: { before, after },
    })
    return after
  })
}
