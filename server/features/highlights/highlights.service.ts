import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  Highlight,
  HighlightComment,
  HighlightStatus,
  createHighlight as createEndpoint,
  decideHighlights as decideEndpoint,
  updateHighlight as updateEndpoint,
} from '#contract/highlights/highlights.ts'
import type { CaseAction } from '#contract/account/permissions.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { caseAccess } from '#server/features/cases/cases.table.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { listComments, readHighlightsById } from './highlights.queries.ts'
import { notifyMentioned } from './highlights.notices.ts'
import { highlightComments, type HighlightRow, highlights } from './highlights.table.ts'
import { quoteStretch } from './quote.ts'

const toMs = (seconds: number): number => Math.round(seconds * 1000)
const staleSentence = 'Someone else changed this highlight. Review their version, then decide again.'

export async function requireHighlight(
  db: Db,
  actor: Actor,
  highlightId: string,
  action: CaseAction = 'see',
): Promise<SeenSession> {
  const [found] = await db
    .select({ sessionId: highlights.sessionId })
    .from(highlights)
    .innerJoin(sessions, and(eq(sessions.id, highlights.sessionId), isNull(sessions.deletedAt)))
    .innerJoin(caseAccess, and(eq(caseAccess.caseId, sessions.caseId), eq(caseAccess.userId, actor.userId)))
    .where(and(eq(highlights.id, highlightId), eq(highlights.firmId, actor.firmId)))
  if (!found) throw absent('highlight')
  return requireSession(db, actor, found.sessionId, action)
}

export function createHighlight(
  { db, actor, ip }: Context,
  sessionId: string,
  { videoId, start, end, type, severity, tags }: z.output<typeof createEndpoint.input>,
): Promise<Highlight> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'review')
    const stretch = await quoteStretch(tx, { sessionId, videoId, startMs: toMs(start), endMs: toMs(end), type })
    const id = newId()
    await tx.insert(highlights).values({
      ...stretch,
      id,
      firmId: actor.firmId,
      sessionId,
      videoId,
      type,
      severity,
      tags,
      source: 'user',
      status: 'confirmed',
      decidedBy: actor.userId,
      decidedAt: new Date(),
      createdBy: actor.userId,
      updatedBy: actor.userId,
    })
    await audit(tx, { actor, ip }, 'highlight.created', seen, id, { type, severity, videoId })
    return one(tx, seen, id)
  })
}

export function updateHighlight(
  { db, actor, ip }: Context,
  highlightId: string,
  { version, severity, tags, pinned, start, end }: z.output<typeof updateEndpoint.input>,
): Promise<Highlight> {
  return db.transaction(async (tx) => {
    const seen = await requireHighlight(tx, actor, highlightId, 'review')
    const [row] = await tx.select().from(highlights).where(eq(highlights.id, highlightId)).for('update')
    if (!row) throw absent('highlight')
    if (row.version !== version) {
      throw new Refusal('conflict', staleSentence, { current: await one(tx, seen, highlightId) })
    }
    const stretch =
      start === undefined || end === undefined
        ? {}
        : await quoteStretch(tx, { ...row, startMs: toMs(start), endMs: toMs(end) })
    const changesContent = start !== undefined || (severity !== undefined && severity !== row.severity)
    const change: Partial<HighlightRow> = {
      ...stretch,
      ...(severity !== undefined && { severity }),
      ...(tags !== undefined && { tags }),
      ...(pinned !== undefined && { pinned }),
      ...(changesContent && row.source === 'ai' ? decided(actor, 'edited') : {}),
    }
    await write(tx, actor, row, change)
    await audit(tx, { actor, ip }, 'highlight.changed', seen, highlightId, {
      fields: Object.keys(change),
      ...(change.status && { from: row.status, to: change.status }),
      ...(severity !== undefined && { severity: { from: row.severity, to: severity } }),
    })
    return one(tx, seen, highlightId)
  })
}

const statusAfter = { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'suggested' } as const

export function decideHighlights(
  { db, actor, ip }: Context,
  sessionId: string,
  { decision, reason, items }: z.output<typeof decideEndpoint.input>,
): Promise<Highlight[]> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'review')
    const versions = new Map(items.map(({ id, version }) => [id, version]))
    // Locks in ID order so that two batches can't deadlock.
    const rows = await tx
      .select()
      .from(highlights)
      .where(and(inArray(highlights.id, [...versions.keys()]), eq(highlights.sessionId, sessionId)))
      .orderBy(asc(highlights.id))
      .for('update')
    if (rows.length !== versions.size) throw absent('highlight')
    const to = statusAfter[decision]
    const isSettled = (row: HighlightRow) =>
      (row.status === to || (decision === 'confirm' && row.status === 'edited')) &&
      (decision !== 'dismiss' || row.dismissReason === reason)
    const stale = rows.filter((row) => row.version !== versions.get(row.id) && !isSettled(row))
    if (stale.length > 0) {
      const current = await readHighlightsById(
        tx,
        seen,
        stale.map(({ id }) => id),
      )
      throw new Refusal('conflict', staleSentence, { current: items.length === 1 ? current[0] : current })
    }
    for (const row of rows.filter((each) => !isSettled(each))) {
      await write(tx, actor, row, {
        // A highlight created by a person was never a suggestion.
        ...decided(actor, row.source === 'user' && decision === 'reopen' ? 'confirmed' : to),
        dismissReason: decision === 'dismiss' ? reason! : null,
      })
      await audit(tx, { actor, ip }, `highlight.${pastTense[decision]}`, seen, row.id, {
        from: row.status,
        ...(reason && { reason }),
      })
    }
    return readHighlightsById(tx, seen, [...versions.keys()])
  })
}

const pastTense = { confirm: 'confirmed', dismiss: 'dismissed', reopen: 'reopened' } as const

/** Doesn't increment the highlight's version, so a comment doesn't make a pending decision stale. */
export function createComment(
  { db, actor, ip }: Context,
  highlightId: string,
  text: string,
): Promise<HighlightComment> {
  return db.transaction(async (tx) => {
    const seen = await requireHighlight(tx, actor, highlightId, 'comment')
    const id = newId()
    await tx.insert(highlightComments).values({ id, highlightId, text, createdBy: actor.userId })
    const url = await linkTo(tx, seen, highlightId)
    await notifyMentioned(tx, seen.session, { highlightId, text, by: actor.userId, url })
    await audit(tx, { actor, ip }, 'highlight.commented', seen, highlightId, { commentId: id })
    return (await listComments(tx, highlightId)).find((each) => each.id === id)!
  })
}

async function linkTo(tx: Db, seen: SeenSession, highlightId: string): Promise<`/${string}`> {
  const { videoId, start } = await one(tx, seen, highlightId)
  return `/sessions/${seen.session.id}/review?v=${videoId}${start === null ? '' : `&t=${Math.floor(start)}`}`
}

const decided = (actor: Actor, status: HighlightStatus) =>
  status === 'suggested'
    ? { status, decidedBy: null, decidedAt: null, dismissReason: null }
    : { status, decidedBy: actor.userId, decidedAt: new Date(), dismissReason: null }

async function write(tx: Db, actor: Actor, row: HighlightRow, change: Partial<HighlightRow>): Promise<void> {
  await tx
    .update(highlights)
    .set({ ...change, updatedBy: actor.userId, updatedAt: new Date(), version: row.version + 1 })
    .where(eq(highlights.id, row.id))
}

async function one(tx: Db, seen: SeenSession, id: string): Promise<Highlight> {
  const [found] = await readHighlightsById(tx, seen, [id])
  if (!found) throw absent('highlight')
  return found
}

const audit = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  { session }: SeenSession,
  id: string,
  details: Record<string, unknown>,
): Promise<void> =>
  recordAct(tx, {
    actor,
    ip,
    action,
    entity: 'highlight',
    entityId: id,
    caseId: session.caseId,
    details: { sessionId: session.id, ...details },
  })
