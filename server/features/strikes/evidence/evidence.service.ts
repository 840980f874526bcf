import { and, eq, isNull } from 'drizzle-orm'
import type { EvidenceInput, StrikeEvidence, Timecode } from '#contract/strikes/data.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import { quoteStretch } from '#server/features/highlights/stretch.queries.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { strikeEvidence } from './evidence.table.ts'

type Owner = { strikeId: string } | { excusalId: string }

/** Keeps the words as they read now: of a highlight and of a stretch they are taken from the record, never from the client. */
export async function keepEvidence(
  tx: Db,
  actor: Actor,
  caseId: string,
  owner: Owner,
  items: readonly EvidenceInput[],
  purpose: StrikeEvidence['of'] = 'strike',
): Promise<void> {
  for (const item of items) {
    const words = await wordsOf(tx, caseId, item)
    await tx
      .insert(strikeEvidence)
      .values({ ...words, ...owner, id: newId(), purpose, source: item.source, note: item.note, addedBy: actor.userId })
  }
}

async function wordsOf(
  tx: Db,
  caseId: string,
  item: EvidenceInput,
): Promise<Partial<typeof strikeEvidence.$inferInsert>> {
  switch (item.source) {
    case 'highlight':
      return highlightWords(tx, caseId, item.highlightId)
    case 'video': {
      const { videoId, start, end } = item
      const sessionId = await sessionOfVideo(tx, caseId, videoId, 'evidence')
      const [startMs, endMs] = [Math.round(start * 1000), Math.round(end * 1000)]
      const stretch = await quoteStretch(tx, { sessionId, videoId, startMs, endMs, type: 'manual' })
      const { quote, turn, turnTo, speaker } = stretch
      return { videoId, startMs, endMs, quote, turn, turnTo, speaker }
    }
    case 'page':
      return { cite: item.cite.replaceAll(/\s/g, '').replace('–', '-'), quote: item.quote }
    case 'note':
      return {}
  }
}

async function highlightWords(tx: Db, caseId: string, highlightId: string) {
  const [found] = await tx
    .select({
      highlightId: highlights.id,
      videoId: highlights.videoId,
      startMs: highlights.startMs,
      endMs: highlights.endMs,
      turn: highlights.turn,
      turnTo: highlights.turnTo,
      quote: highlights.quote,
      question: highlights.question,
      speaker: highlights.speaker,
    })
    .from(highlights)
    .innerJoin(sessions, and(eq(sessions.id, highlights.sessionId), isNull(sessions.deletedAt)))
    .where(and(eq(highlights.id, highlightId), eq(sessions.caseId, caseId)))
  if (!found) throw fault('evidence', 'Choose a highlight of this case.')
  return found
}

async function sessionOfVideo(tx: Db, caseId: string, videoId: string, field: string): Promise<string> {
  const [found] = await tx
    .select({ sessionId: sessionVideos.sessionId })
    .from(sessionVideos)
    .innerJoin(sessions, and(eq(sessions.id, sessionVideos.sessionId), isNull(sessions.deletedAt)))
    .innerJoin(videos, and(eq(videos.id, sessionVideos.videoId), isNull(videos.deletedAt)))
    .where(and(eq(sessionVideos.videoId, videoId), eq(sessions.caseId, caseId)))
  if (found) return found.sessionId
  throw fault(field, 'Choose a video that is attached to a session of this case.')
}

/** A timecode names a second of a video of the case. */
export async function requireTimecode(tx: Db, caseId: string, timecode: Timecode | null, field: string): Promise<void> {
  if (timecode) await sessionOfVideo(tx, caseId, timecode.videoId, field)
}

export const fault = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })
