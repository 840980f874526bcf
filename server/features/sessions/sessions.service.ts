import { and, eq, gt, isNotNull } from 'drizzle-orm'
import type { z } from 'zod'
import { layoutFor } from '#contract/sessions/seating.ts'
import {
  type createSession as createEndpoint,
  endAfterStart,
  isInOrder,
  type Session,
  type setSessionStatus as statusEndpoint,
  type updateSession as updateEndpoint,
} from '#contract/sessions/sessions.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { requireCase } from '#server/features/cases/cases.access.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { getRestoreCutoff } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { requireSession, type SeenSession } from './sessions.access.ts'
import { countSessions, readSession, readStates } from './sessions.queries.ts'
import { type SessionRow, sessions } from './sessions.table.ts'

const nothingChecked = { recorded: false, reporterPresent: false, rulesRead: false, questionnaireLoaded: false }

export function createSession(
  { db, actor, ip }: Context,
  caseId: string,
  { name, ...input }: z.output<typeof createEndpoint.input>,
): Promise<Session> {
  return db.transaction(async (tx) => {
    // Without the lock, two sessions created at the same time could get the same default name.
    const inCase = await requireCase(tx, actor, caseId, 'manageSessions', { lock: true })
    const id = newId()
    const [session] = await tx
      .insert(sessions)
      .values({
        seatingLayout: layoutFor(inCase.jurySize + inCase.alternates),
        checklist: nothingChecked,
        ...given(input),
        id,
        firmId: actor.firmId,
        caseId,
        name: name ?? `Voir dire day ${(await countSessions(tx, caseId)) + 1}`,
        type: input.type,
        createdBy: actor.userId,
        updatedBy: actor.userId,
      })
      .returning()
    await audit(tx, { actor, ip }, 'session.created', session!, { type: input.type, date: input.date })
    return readSession(tx, { session: session!, inCase })
  })
}

export function updateSession(
  { db, actor, ip }: Context,
  sessionId: string,
  { version, ...input }: z.output<typeof updateEndpoint.input>,
  seatsChanged: (tx: Db, who: Who, session: SessionRow) => Promise<void>,
): Promise<Session> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'manageSessions', { lock: 'edit' })
    if (seen.session.version !== version) {
      throw new Refusal('conflict', 'Someone else changed this session. Review their version, then save again.', {
        current: await readSession(tx, seen),
      })
    }
    const change = given(input)
    if (!isInOrder({ ...seen.session, ...change })) {
      throw new Refusal('invalid', endAfterStart.message, { fields: { endTime: endAfterStart.message } })
    }
    await writeChange(tx, { actor, ip }, seen, 'session.changed', change, { fields: Object.keys(change) })
    if (change.seatingLayout) await seatsChanged(tx, { actor, ip }, { ...seen.session, ...change })
    return readSession(tx, seen)
  })
}

/** Throws `conflict` while videos are uploading or processing. */
export function setSessionStatus(
  { db, actor, ip }: Context,
  sessionId: string,
  { status }: z.output<typeof statusEndpoint.input>,
): Promise<Session> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'review', { lock: 'edit' })
    const { uploading, processing } = await readStates(tx, sessionId)
    if (uploading + processing > 0) {
      throw new Refusal('conflict', 'This session’s videos are still being processed. Try again when they are done.')
    }
    const review = status === 'ready_for_review' ? 'none' : status
    if (review !== seen.session.review) {
      await writeChange(
        tx,
        { actor, ip },
        seen,
        'session.review_changed',
        { review },
        { from: seen.session.review, to: review },
      )
    }
    return readSession(tx, seen)
  })
}

export function lockSession({ db, actor, ip }: Context, sessionId: string): Promise<Session> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'manageSessions', { lock: 'edit', evenLocked: true })
    if (seen.session.lockedAt) return readSession(tx, seen)
    const { uploading, processing } = await readStates(tx, sessionId)
    if (uploading + processing > 0) {
      throw new Refusal('conflict', 'This session’s videos are still being processed. Lock it when they are done.')
    }
    await writeChange(tx, { actor, ip }, seen, 'session.locked', { lockedAt: new Date(), lockedBy: actor.userId })
    return readSession(tx, seen)
  })
}

export function unlockSession({ db, actor, ip }: Context, sessionId: string, reason: string): Promise<Session> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'overrideStrikes', { lock: 'edit', evenLocked: true })
    if (!seen.session.lockedAt) return readSession(tx, seen)
    await writeChange(tx, { actor, ip }, seen, 'session.unlocked', { lockedAt: null, lockedBy: null }, {}, reason)
    return readSession(tx, seen)
  })
}

export function deleteSession(
  { db, actor, ip }: Context,
  sessionId: string,
  refuseDeletion: (tx: Db, session: SeenSession['session']) => Promise<void>,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'manageSessions', { lock: true })
    await refuseDeletion(tx, seen.session)
    const gone = { deletedAt: new Date(), deletedBy: actor.userId }
    await writeChange(tx, { actor, ip }, seen, 'session.deleted', gone, { name: seen.session.name })
    return { ok: true }
  })
}

export function restoreSession({ db, actor, ip, parts }: Context, sessionId: string): Promise<Session> {
  return db.transaction(async (tx) => {
    const since = getRestoreCutoff(parts.config)
    const [row] = await tx
      .select({ session: sessions })
      .from(sessions)
      .innerJoin(caseAccess, and(eq(caseAccess.caseId, sessions.caseId), eq(caseAccess.userId, actor.userId)))
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.firmId, actor.firmId),
          isNotNull(sessions.deletedAt),
          gt(sessions.deletedAt, since),
        ),
      )
      .for('update', { of: sessions })
    if (!row) throw absent('session')
    const inCase = await requireCase(tx, actor, row.session.caseId, 'manageSessions')
    const seen = { session: row.session, inCase }
    await writeChange(tx, { actor, ip }, seen, 'session.restored', { deletedAt: null, deletedBy: null })
    return readSession(tx, seen)
  })
}

async function writeChange(
  tx: Db,
  who: Who,
  { session }: SeenSession,
  action: string,
  change: Partial<SessionRow>,
  details: Record<string, unknown> = {},
  reason?: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ ...change, version: session.version + 1, updatedBy: who.actor.userId, updatedAt: new Date() })
    .where(eq(sessions.id, session.id))
  await audit(tx, who, action, session, details, reason)
}

const audit = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  session: SessionRow,
  details: Record<string, unknown>,
  reason?: string,
): Promise<void> =>
  recordAct(tx, {
    actor,
    ip,
    action,
    entity: 'session',
    entityId: session.id,
    caseId: session.caseId,
    details,
    reason: reason ?? null,
  })

function given<T extends object>(input: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
