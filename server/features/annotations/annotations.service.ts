import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { Annotation, AnnotationInput, updateAnnotation as updateEndpoint } from '#contract/findings/annotations.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { requireMay, requireVideo, type SeenVideo } from '#server/features/videos/videos.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/http/route.ts'
import { findAnnotation } from './annotations.queries.ts'
import { annotations } from './annotations.table.ts'

type Input = z.output<typeof AnnotationInput>

export function createAnnotation({ db, actor, ip }: Context, videoId: string, input: Input): Promise<Annotation> {
  if (input.isAiGenerated) throw notGenerated()
  return db.transaction(async (tx) => {
    const video = await requireAnnotatable(tx, actor, videoId)
    const columns = toColumns(input, video)
    const id = newId()
    await tx.insert(annotations).values({ id, videoId, ...columns, createdBy: actor.userId, updatedBy: actor.userId })
    await audit(tx, { actor, ip }, 'annotation.created', video, id, {
      startMs: columns.startMs,
      category: columns.category,
    })
    return requireAnnotation(tx, videoId, id)
  })
}

export type Kept = Pick<Annotation, 'title' | 'description' | 'category' | 'severity'> & {
  findingId: string
  startMs: number
  endMs: number | null
}

/**
 * Returns the existing annotation if this finding was already saved. The caller must have loaded the finding from this
 * video.
 */
export async function insertKept(
  tx: Db,
  { actor, ip }: Who,
  video: SeenVideo,
  { startMs, endMs, ...kept }: Kept,
): Promise<Annotation> {
  requireMay(actor, video, 'annotate')
  const last = video.durationMs ?? Number.POSITIVE_INFINITY
  const start = Math.min(startMs, last)
  const end = endMs === null ? null : Math.min(endMs, last)
  const [made] = await tx
    .insert(annotations)
    .values({
      ...kept,
      ...{ id: newId(), videoId: video.id, tags: [], isAiGenerated: true },
      ...{ startMs: start, endMs: end !== null && end > start ? end : null },
      ...{ createdBy: actor.userId, updatedBy: actor.userId },
    })
    .onConflictDoNothing()
    .returning({ id: annotations.id })
  if (made) {
    const { findingId, category } = kept
    await audit(tx, { actor, ip }, 'annotation.created', video, made.id, { startMs: start, category, findingId })
    return requireAnnotation(tx, video.id, made.id)
  }
  const [before] = await tx
    .select({ id: annotations.id })
    .from(annotations)
    .where(and(eq(annotations.videoId, video.id), eq(annotations.findingId, kept.findingId)))
  return requireAnnotation(tx, video.id, before?.id ?? '')
}

/** If `version` is given and stale, throws `conflict` with the current annotation. Without it, the last write wins. */
export function updateAnnotation(
  { db, actor, ip }: Context,
  { videoId, id }: { videoId: string; id: string },
  { version, ...input }: z.output<typeof updateEndpoint.input>,
): Promise<Annotation> {
  return db.transaction(async (tx) => {
    const video = await requireAnnotatable(tx, actor, videoId)
    const [locked] = await tx
      .select({ version: annotations.version, isAiGenerated: annotations.isAiGenerated })
      .from(annotations)
      .where(and(eq(annotations.id, id), eq(annotations.videoId, videoId)))
      .for('update')
    if (!locked) throw absent('annotation')
    // A manual annotation can't become AI-generated. On a saved finding, `isAiGenerated: false` has no effect.
    if (input.isAiGenerated && !locked.isAiGenerated) throw notGenerated()
    if (version !== undefined && version !== locked.version) {
      const current = await requireAnnotation(tx, videoId, id)
      throw new Refusal('conflict', 'Someone else changed this annotation. Compare both versions, then save again.', {
        current,
      })
    }
    const columns = toColumns(input, video)
    await tx
      .update(annotations)
      .set({ ...columns, updatedBy: actor.userId, updatedAt: new Date(), version: locked.version + 1 })
      .where(eq(annotations.id, id))
    await audit(tx, { actor, ip }, 'annotation.changed', video, id, { version: locked.version + 1 })
    return requireAnnotation(tx, videoId, id)
  })
}

export function deleteAnnotation(
  { db, actor, ip }: Context,
  { videoId, id }: { videoId: string; id: string },
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const video = await requireAnnotatable(tx, actor, videoId)
    const gone = await tx
      .delete(annotations)
      .where(and(eq(annotations.id, id), eq(annotations.videoId, videoId)))
      .returning({ id: annotations.id })
    if (gone.length === 0) throw absent('annotation')
    await audit(tx, { actor, ip }, 'annotation.deleted', video, id, {})
    return { ok: true }
  })
}

async function requireAnnotatable(tx: Db, actor: Context['actor'], videoId: string): Promise<SeenVideo> {
  const video = await requireVideo(tx, actor, videoId)
  requireMay(actor, video, 'annotate')
  return video
}

async function requireAnnotation(tx: Db, videoId: string, id: string): Promise<Annotation> {
  const found = await findAnnotation(tx, videoId, id)
  if (!found) throw absent('annotation')
  return found
}

function toColumns(
  { startTime, endTime, type: _type, isAiGenerated: _isAi, ...rest }: Input,
  { durationMs }: SeenVideo,
) {
  const startMs = Math.round(startTime * 1000)
  const endMs = endTime === null ? null : Math.round(endTime * 1000)
  if (durationMs !== null && startMs > durationMs) throw outside('startTime', 'Start time', durationMs)
  if (durationMs !== null && endMs !== null && endMs > durationMs) throw outside('endTime', 'End time', durationMs)
  if (endMs !== null && endMs <= startMs) {
    const message = 'End time must be after start time.'
    throw new Refusal('invalid', message, { fields: { endTime: message } })
  }
  return { ...rest, startMs, endMs }
}

function notGenerated(): Refusal {
  const message = 'Annotations written by people can’t be marked AI generated.'
  return new Refusal('invalid', message, { fields: { isAiGenerated: message } })
}

function outside(field: string, name: string, durationMs: number): Refusal {
  const message = `${name} must be within the video (0:00–${formatDuration(durationMs)}).`
  return new Refusal('invalid', message, { fields: { [field]: message } })
}

function formatDuration(durationMs: number): string {
  const seconds = Math.floor(durationMs / 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`
}

const audit = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  video: SeenVideo,
  id: string,
  details: Record<string, unknown>,
): Promise<void> =>
  recordAct(tx, {
    actor,
    ip,
    action,
    entity: 'annotation',
    entityId: id,
    caseId: video.caseId,
    details: { videoId: video.id, ...details },
  })
