import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { EvidenceInput, StrikeEvidence, Timecode } from '#contract/strikes/data.ts'
import { highlights } from '#server/features/highlights/highlights.table.ts'
import { containsQuote, quoteStretch } from '#server/features/highlights/quote.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import { speakerName } from '#server/features/analysis/speaker-name.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { fault } from '#server/platform/errors.ts'
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

const isQuoted = containsQuote(sql`evidence.quote`, sql`spoken.text`)

type Row = Omit<StrikeEvidence, 'start' | 'end'> & {
  ownerId: string
  startMs: number | null
  endMs: number | null
}

/**
 * Returns each owner's evidence, oldest first, and whether each quote still matches the transcript. If possible, finds
 * quotes by time because reanalysis renumbers turns.
 */
async function read(db: Db, owner: SQL, ids: readonly string[]): Promise<Map<string, StrikeEvidence[]>> {
  const found = new Map<string, StrikeEvidence[]>()
  if (ids.length === 0) return found
  const { rows } = await db.execute<Row>(sql`
    select ${owner} as "ownerId", evidence.id, evidence.source, evidence.purpose as of,
      evidence.highlight_id as "highlightId", evidence.video_id as "videoId",
      evidence.start_ms::float8 as "startMs", evidence.end_ms::float8 as "endMs", evidence.cite, evidence.quote,
      evidence.question, ${speakerName(sql`evidence.video_id`, sql`evidence.speaker`)} as speaker, evidence.note, users.name as "addedBy",
      to_char(evidence.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "addedAt",
      videos.id is not null and evidence.start_ms is not null as playable,
      evidence.quote <> '' and spoken.text is not null and not ${isQuoted} as "textChanged",
      case when evidence.quote <> '' and not ${isQuoted} then (
        select to_char(max(corrections.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from corrections
        where corrections.video_id = evidence.video_id and corrections.turn = any(spoken.turns)
          and corrections.created_at > evidence.added_at) end as "textChangedAt"
    from strike_evidence as evidence
    join users on users.id = evidence.added_by
    left join videos on videos.id = evidence.video_id and videos.deleted_at is null
    left join lateral (
      select string_agg(turns.text, E'\n' order by turns.index) as text, array_agg(turns.index) as turns
      from transcript_turns as turns
      where turns.video_id = evidence.video_id and case when evidence.start_ms is null or turns.start_ms is null
        then turns.index between evidence.turn and evidence.turn_to
        else turns.start_ms <= evidence.end_ms and turns.end_ms >= evidence.start_ms end
    ) as spoken on evidence.source in ('highlight', 'video')
    where ${owner} in ${ids}
    order by evidence.id`)
  for (const { ownerId, startMs, endMs, ...row } of rows) {
    const list = found.get(ownerId) ?? []
    list.push({ ...row, start: startMs === null ? null : startMs / 1000, end: endMs === null ? null : endMs / 1000 })
    found.set(ownerId, list)
  }
  return found
}

export const readStrikeEvidence = (db: Db, ids: readonly string[]) => read(db, sql`evidence.strike_id`, ids)
export const readExcusalEvidence = (db: Db, ids: readonly string[]) => read(db, sql`evidence.excusal_id`, ids)
