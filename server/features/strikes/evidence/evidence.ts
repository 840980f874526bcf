import { and, eq, isNull } from 'drizzle-orm'
import type { EvidenceInput, StrikeEvidence, Timecode } from '#contract/strikes/data.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import { quoteStretch } from '#server/features/highlights/quote.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { fault } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { strikeEvidence } from '../strikes.table.ts'

type Owner = { strikeId: string } | { excusalId: string }

/** Copies highlight and video quotes from the transcript instead of accepting them from the client. */
export async function keepEvidence(
  tx: Db,
  actor: Actor,
  caseId: string,
  owner: Owner,
  items: readonly EvidenceInput[],
  purpose: StrikeEvidence['of'] = 'strike',
): Promise<void> {
  for (const item of items) {
    const words = await readWords(tx, caseId, item)
    await tx
      .insert(strikeEvidence)
      .values({ ...words, ...owner, id: newId(), purpose, source: item.source, note: item.note, addedBy: actor.userId })
  }
}

async function readWords(
  tx: Db,
  caseId: string,
  item: EvidenceInput,
): Promise<Partial<typeof strikeEvidence.$inferInsert>> {
  switch (item.source) {
    case 'highlight':
      return highlightWords(tx, caseId, item.highlightId)
    case 'video': {
      const { videoId, start, end } = item
      const sessionId = await findSession(tx, caseId, videoId)
      if (sessionId === null) throw fault('evidence', unattached)
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
  if (!found) throw fault('evidence', 'Choose a highlight in this case.')
  return found
}

const unattached = 'Choose a video attached to a session in this case.'

async function findSession(tx: Db, caseId: string, videoId: string): Promise<string | null> {
  const [found] = await tx
    .select({ sessionId: sessionVideos.sessionId })
    .from(sessionVideos)
    .innerJoin(sessions, and(eq(sessions.id, sessionVideos.sessionId), isNull(sessions.deletedAt)))
    .innerJoin(videos, and(eq(videos.id, sessionVideos.videoId), isNull(videos.deletedAt)))
    .where(and(eq(sessionVideos.videoId, videoId), eq(sessions.caseId, caseId)))
  return found?.sessionId ?? null
}

export async function removeEvidence(tx: Db, strikeId: string, id: string): Promise<StrikeEvidence['of'] | null> {
  const [removed] = await tx
    .delete(strikeEvidence)
    .where(and(eq(strikeEvidence.id, id), eq(strikeEvidence.strikeId, strikeId)))
    .returning({ of: strikeEvidence.purpose })
  return removed?.of ?? null
}

export async function hasEvidence(tx: Db, strikeId: string): Promise<boolean> {
  const found = await tx
    .select({ id: strikeEvidence.id })
    .from(strikeEvidence)
    .where(and(eq(strikeEvidence.strikeId, strikeId), eq(strikeEvidence.purpose, 'strike')))
    .limit(1)
  return found.length > 0
}

export async function findTimecodeFault(tx: Db, caseId: string, timecode: Timecode | null): Promise<string | null> {
  return timecode && (await findSession(tx, caseId, timecode.videoId)) === null ? unattached : null
}
