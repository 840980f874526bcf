import { and, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { attachVideo as attachEndpoint, placeVideo as placeEndpoint } from '#contract/sessions/session-videos.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { moveNotifications } from '#server/features/notifications/notifications.service.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { readStates } from '#server/features/sessions/sessions.queries.ts'
import { type SessionRow, sessions } from '#server/features/sessions/sessions.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { findSession, inSession, readSessionVideos } from './session-videos.queries.ts'
import { sessionVideos } from './session-videos.table.ts'
import { requireUploadTo } from '../uploads/admission.ts'
import { requireVideo } from '../videos.access.ts'
import { changeCase } from '../videos.service.ts'
import type { SessionVideoListeners } from '../videos.listeners.ts'
import { videos } from '../videos.table.ts'

const msPerSecond = 1000

/**
 * Adds a video at the end of the session and, if it has no case, to the session's case. Throws if it is in another
 * case.
 */
export function attachVideo(
  listeners: SessionVideoListeners,
  context: Context,
  sessionId: string,
  { videoId, offset, camera, from }: z.output<typeof attachEndpoint.input>,
): Promise<{ ok: true }> {
  const { db, actor, ip, parts } = context
  return db.transaction(async (tx) => {
    if (from !== undefined) await lockInOrder(tx, actor.firmId, [sessionId, from])
    const { session } = await requireSession(tx, actor, sessionId, 'uploadVideos', { lock: true })
    if (from !== undefined && from !== sessionId) {
      await leaveSession(tx, context, { sessionId: from, videoId })
      await changeCase(listeners, tx, context, { videoId, caseId: session.caseId })
    }
    const video = await requireVideo(tx, actor, videoId, 'lock')
    const { status: statusBefore } = await readStates(tx, sessionId)
    if (video.caseId === null) {
      await requireUploadTo(tx, actor, session.caseId)
      await tx.update(videos).set({ caseId: session.caseId, keptOutOf: null }).where(eq(videos.id, videoId))
      await moveNotifications(tx, video, session.caseId)
      await listeners.moved(tx, parts, { videoId, lostJurors: false, by: actor.userId })
    } else if (video.caseId !== session.caseId) {
      throw new Refusal('conflict', 'This video belongs to another case. Move it to this case first.')
    }
    await requireFree(tx, videoId, sessionId)
    const place = { position: sql`(select count(*) from session_videos where session_id = ${sessionId})`, camera }
    const row = { ...place, sessionId, offsetMs: Math.round(offset * msPerSecond) }
    await tx
      .insert(sessionVideos)
      .values({ videoId, ...row })
      .onConflictDoUpdate({ target: sessionVideos.videoId, set: row })
    if (session.review === 'reviewed') await reopenReview(tx, { actor, ip }, session)
    await listeners.attached(tx, { session, statusBefore, videoId, by: actor.userId })
    await audit(tx, { actor, ip }, 'session.video_attached', session, { videoId, offset })
    return { ok: true }
  })
}

/** Otherwise, two videos moved in opposite directions could deadlock. */
async function lockInOrder(tx: Db, firmId: string, sessionIds: string[]): Promise<void> {
  await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, sessionIds), eq(sessions.firmId, firmId)))
    .orderBy(sessions.id)
    .for('update')
}

/** Nobody has reviewed the new recording yet. */
async function reopenReview(tx: Db, who: Who, session: SessionRow): Promise<void> {
  const change = {
    review: 'none',
    version: session.version + 1,
    updatedBy: who.actor.userId,
    updatedAt: new Date(),
  } as const
  await tx.update(sessions).set(change).where(eq(sessions.id, session.id))
  await audit(tx, who, 'session.review_changed', session, { from: session.review, to: change.review })
}

async function requireFree(tx: Db, videoId: string, sessionId: string): Promise<void> {
  const taken = await findSession(tx, videoId)
  if (!taken) return
  if (taken.id === sessionId) throw new Refusal('conflict', 'This video is already in this session.')
  throw inSession(taken)
}

export function placeVideo(
  { db, actor, ip }: Context,
  { sessionId, videoId }: { sessionId: string; videoId: string },
  { offset, camera, position }: z.output<typeof placeEndpoint.input>,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const { session } = await requireSession(tx, actor, sessionId, 'manageSessions', { lock: true })
    const before = await readSessionVideos(tx, sessionId)
    const old = before.find((each) => each.videoId === videoId)
    if (!old) throw absent('video')
    if (offset !== undefined || camera !== undefined) {
      await tx
        .update(sessionVideos)
        .set({
          ...(offset !== undefined && { offsetMs: Math.round(offset * msPerSecond) }),
          ...(camera !== undefined && { camera }),
        })
        .where(eq(sessionVideos.videoId, videoId))
    }
    if (position !== undefined) {
      const order = before.map((each) => each.videoId).filter((each) => each !== videoId)
      order.splice(position, 0, videoId)
      await writeOrder(tx, order)
    }
    await audit(tx, { actor, ip }, 'session.video_placed', session, {
      ...{ videoId, offset, camera, position },
      before: { offset: old.offset, camera: old.camera, position: old.position },
    })
    return { ok: true }
  })
}

type InSession = { sessionId: string; videoId: string }

export function detachVideo(context: Context, place: InSession): Promise<{ ok: true }> {
  return context.db.transaction(async (tx) => {
    await leaveSession(tx, context, place)
    return { ok: true }
  })
}

async function leaveSession(tx: Db, who: Who, { sessionId, videoId }: InSession): Promise<void> {
  const { session } = await requireSession(tx, who.actor, sessionId, 'manageSessions', { lock: true })
  const gone = await tx
    .delete(sessionVideos)
    .where(and(eq(sessionVideos.sessionId, sessionId), eq(sessionVideos.videoId, videoId)))
    .returning({ videoId: sessionVideos.videoId })
  if (gone.length === 0) throw absent('video')
  await writeOrder(
    tx,
    (await readSessionVideos(tx, sessionId)).map((each) => each.videoId),
  )
  await audit(tx, who, 'session.video_detached', session, { videoId })
}

async function writeOrder(tx: Db, videoIds: readonly string[]): Promise<void> {
  for (const [position, videoId] of videoIds.entries()) {
    await tx.update(sessionVideos).set({ position }).where(eq(sessionVideos.videoId, videoId))
  }
}

const audit = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  session: SessionRow,
  details: Record<string, unknown>,
): Promise<void> =>
  recordAct(tx, { actor, ip, action, entity: 'session', entityId: session.id, caseId: session.caseId, details })
