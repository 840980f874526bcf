import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { assignSpeaker as assignEndpoint, SessionSpeaker } from '#contract/speakers/speakers.ts'
import { unidentified } from '#contract/videos/transcript.ts'
import { restartGrouping } from '#server/features/analysis/runs/runs.service.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { requireVideo } from '#server/features/videos/videos.access.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { assignVoice, listSpeakers } from './speakers.queries.ts'
import { speakerAssignments } from './speakers.table.ts'
import { raiseVersion } from './voices.service.ts'

export function assignSpeaker(
  { db, actor, ip, parts }: Context,
  sessionId: string,
  { videoId, label, version, grouping, assignment, applyToAll }: z.output<typeof assignEndpoint.input>,
): Promise<SessionSpeaker[]> {
  return db.transaction(async (tx) => {
    // The lock serializes assignments so that the second one sees the first.
    const { session } = await requireSession(tx, actor, sessionId, 'review', { lock: 'edit' })
    const seen = await listSpeakers(tx, sessionId)
    if (label === unidentified && assignment !== null) refuseUnidentified()
    const isAsked = (each: SessionSpeaker) => each.videoId === videoId && each.label === label
    if (!seen.some(isAsked)) throw absent('speaker')
    const affected = seen.filter((each) => (applyToAll ? each.label === label : isAsked(each)))
    for (const each of affected) await requireVideo(tx, actor, each.videoId, 'edit')
    // Read again after locking because voices can also be changed from outside the session.
    const speakers = await listSpeakers(tx, sessionId)
    const asked = speakers.find(isAsked)
    if (!asked) throw absent('speaker')
    refuseStale(asked, { version, grouping })
    if (assignment?.jurorId) await requireJuror(tx, session.caseId, assignment.jurorId)
    const locked = new Set(affected.map((each) => each.videoId))
    const chosen = speakers.filter((each) => each.label === label && locked.has(each.videoId))
    for (const each of chosen) {
      const key = and(eq(speakerAssignments.videoId, each.videoId), eq(speakerAssignments.label, label))
      const next = await raiseVersion(tx, each.videoId, actor.userId)
      if (assignment === null) await tx.delete(speakerAssignments).where(key)
      else await assignVoice(tx, { videoId: each.videoId, label }, next, { ...assignment, assignedBy: actor.userId })
      await recordAct(tx, {
        actor,
        ip,
        action: assignment === null ? 'speaker.unassigned' : 'speaker.assigned',
        entity: 'video',
        entityId: each.videoId,
        caseId: session.caseId,
        details: { sessionId, label, role: assignment?.role ?? null, jurorId: assignment?.jurorId ?? null },
      })
    }
    for (const each of chosen) await restartGrouping(tx, parts, each.videoId, actor.userId)
    return listSpeakers(tx, sessionId)
  })
}

function refuseUnidentified(): never {
  const message = 'These turns are unidentified. Assign them one by one.'
  throw new Refusal('invalid', message, { fields: { label: message } })
}

function refuseStale(asked: SessionSpeaker, seen: { version: number; grouping: string | undefined }): void {
  const { version, grouping } = seen
  if (asked.version === version && (grouping === undefined || asked.grouping === grouping)) return
  throw new Refusal('conflict', 'Someone else assigned this speaker. Review their change, then try again.', {
    current: asked,
  })
}

async function requireJuror(tx: Db, caseId: string, jurorId: string): Promise<void> {
  const [juror] = await tx
    .select({ id: jurors.id })
    .from(jurors)
    .where(and(eq(jurors.id, jurorId), eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
  if (juror) return
  const message = 'Choose a juror in this case.'
  throw new Refusal('invalid', `assignment.jurorId: ${message}`, { fields: { 'assignment.jurorId': message } })
}
