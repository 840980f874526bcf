import { isDeepStrictEqual } from 'node:util'
import { and, eq, getTableColumns, inArray, isNull, not, sql } from 'drizzle-orm'
import type { CorrectionListeners } from '#server/features/corrections/corrections.service.ts'
import { readStates } from '#server/features/sessions/sessions.queries.ts'
import { type SessionRow, sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import type { SessionVideoListeners } from '#server/features/videos/videos.listeners.ts'
import type { Db } from '#server/platform/db.ts'
import { notifyCritical, notifyJurorChanged, notifyReady, notifyTextChanged } from './highlights.notices.ts'
import { matchMoved } from './highlights.match.ts'
import { containsQuote, findPlace } from './quote.ts'
import { createHash } from 'node:crypto'
import type { Finding } from '#contract/findings/findings.ts'
import { analyses, findings, transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type HighlightFacts, type HighlightRow, highlights, highlightSources } from './highlights.table.ts'

type Of = Pick<SessionRow, 'id' | 'firmId'>

/** Updates suggestions from the latest findings and keeps decisions. If nothing has changed, runs only one query. */
export async function syncHighlights(db: Db, session: Of): Promise<void> {
  const outdated = await db
    .select({ videoId: sessionVideos.videoId })
    .from(sessionVideos)
    .innerJoin(analyses, eq(analyses.videoId, sessionVideos.videoId))
    .leftJoin(
      highlightSources,
      and(eq(highlightSources.sessionId, sessionVideos.sessionId), eq(highlightSources.videoId, sessionVideos.videoId)),
    )
    .where(
      and(eq(sessionVideos.sessionId, session.id), sql`${highlightSources.runId} is distinct from ${analyses.runId}`),
    )
  for (const { videoId } of outdated) {
    await db.transaction(async (tx) => {
      await lockSessionRow(tx, session.id)
      await syncVideo(tx, session, videoId)
    })
  }
}

/** Lock the session before its videos, as code that attaches or removes videos does, to prevent deadlocks. */
export async function lockSessionRow(tx: Db, sessionId: string): Promise<void> {
  await tx.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId)).for('key share')
}

/** Returns the number of new critical suggestions. The caller must hold the lock on the session's row. */
export async function syncVideo(tx: Db, session: Of, videoId: string): Promise<number> {
  // Serializes concurrent readers. The second one finds nothing left to do.
  await tx
    .select({ videoId: sessionVideos.videoId })
    .from(sessionVideos)
    .where(and(eq(sessionVideos.videoId, videoId), eq(sessionVideos.sessionId, session.id)))
    .for('update')
  const [analysis] = await tx
    .select({ runId: analyses.runId, engineVersion: analyses.engineVersion })
    .from(analyses)
    .where(eq(analyses.videoId, videoId))
  const place = and(eq(highlightSources.sessionId, session.id), eq(highlightSources.videoId, videoId))
  const [source] = await tx.select().from(highlightSources).where(place)
  if (!analysis || source?.runId === analysis.runId) return 0

  const rows = await tx
    .select({
      body: findings.body,
      speaker: transcriptTurns.speaker,
      jurorNumber: transcriptTurns.jurorNumber,
      spokenAt: transcriptTurns.index,
    })
    .from(findings)
    .leftJoin(
      transcriptTurns,
      and(
        eq(transcriptTurns.videoId, findings.videoId),
        eq(transcriptTurns.index, sql`(${findings.body}->>'turn')::int`),
      ),
    )
    .where(eq(findings.videoId, videoId))
    .orderBy(findings.position)
  // Shows the current speaker after a reassignment. The key uses the engine's speaker so that decisions still match.
  const currentSpeakers = new Map(
    rows.flatMap(({ body, speaker, jurorNumber, spokenAt }) =>
      spokenAt === null ? [] : [[body.turn, { speaker, jurorNumber }] as const],
    ),
  )
  const found = keyFindings(rows.map(({ body }) => body))
  const all = await tx
    .select()
    .from(highlights)
    .where(and(eq(highlights.sessionId, session.id), eq(highlights.videoId, videoId)))
    .orderBy(highlights.id)
    .for('update')
  const known = all.filter(({ findingKey }) => findingKey !== null)
  const byKey = new Map(known.map((row) => [row.findingKey!, row]))
  const moved = matchMoved(known, found)
  const placed = new Set([...moved.values()].map(({ id }) => id))

  const added: (typeof highlights.$inferInsert)[] = []
  const changed: HighlightRow[] = []
  for (const [key, finding] of found) {
    const columns = {
      ...toColumns(finding),
      ...currentSpeakers.get(finding.turn),
      modelVersion: analysis.engineVersion,
    }
    const before = byKey.get(key) ?? moved.get(key)
    if (before) {
      const change = findChange(before, { ...columns, findingKey: key })
      if (change) changed.push(change)
    } else {
      added.push({
        ...columns,
        id: newId(),
        firmId: session.firmId,
        sessionId: session.id,
        videoId,
        findingKey: key,
        source: 'ai',
        status: 'suggested',
      })
    }
  }
  for (let at = 0; at < added.length; at += rowsAtOnce) {
    await tx.insert(highlights).values(added.slice(at, at + rowsAtOnce))
  }
  for (let at = 0; at < changed.length; at += rowsAtOnce) {
    await update(tx, changed.slice(at, at + rowsAtOnce))
  }
  await deleteUntouched(
    tx,
    known.filter(({ id, findingKey }) => !found.has(findingKey!) && !placed.has(id)),
  )
  const isPlaced = ({ id, findingKey, status }: HighlightRow) =>
    findingKey !== null && (found.has(findingKey) || placed.has(id)) && status !== 'edited'
  for (const row of all.filter((each) => !isPlaced(each))) await relocate(tx, row)
  await tx
    .insert(highlightSources)
    .values({ sessionId: session.id, videoId, runId: analysis.runId })
    .onConflictDoUpdate({
      target: [highlightSources.sessionId, highlightSources.videoId],
      set: { runId: analysis.runId },
    })
  return [...found].filter(([key, finding]) => finding.severity === 'critical' && !byKey.has(key) && !moved.has(key))
    .length
}

/** PostgreSQL accepts at most 65,535 parameters. Thousands of single inserts would exceed the time limit of a read. */
const rowsAtOnce = 500

type Columns = ReturnType<typeof toColumns> & { modelVersion: string; findingKey: string }

/**
 * Returns the row with its new values, or null if nothing changes. A confirmed highlight gets the new times of its
 * words. An edited one keeps its times.
 */
function findChange(before: HighlightRow, columns: Columns): HighlightRow | null {
  if (before.status === 'edited') return null
  const { startMs, endMs, turn, turnTo, facts, speaker, jurorNumber, findingKey } = columns
  const place = { startMs, endMs, turn, turnTo, facts, speaker, jurorNumber, findingKey }
  const isUntouched = before.status === 'suggested' && before.updatedBy === null
  const after = { ...before, ...(isUntouched ? columns : place) }
  return isDeepStrictEqual(asStored(after), asStored(before)) ? null : after
}

const refreshed = [
  ...(['startMs', 'endMs', 'turn', 'turnTo', 'facts', 'speaker', 'jurorNumber', 'findingKey'] as const),
  ...(['type', 'sub', 'severity', 'confidence', 'quote', 'question', 'modelVersion'] as const),
] satisfies (keyof Columns)[]

/** In the database, `real` has single precision, and JSON has no undefined values. */
const asStored = (row: HighlightRow): unknown =>
  JSON.parse(JSON.stringify(refreshed.map((key) => (key === 'confidence' ? Math.fround(row[key] ?? -1) : row[key]))))

async function update(tx: Db, rows: readonly HighlightRow[]): Promise<void> {
  const columns = getTableColumns(highlights)
  const names = refreshed.map((key) => sql.identifier(columns[key].name))
  const types = refreshed.map((key) => sql`${sql.identifier(key)} ${sql.raw(columns[key].getSQLType())}`)
  const values = refreshed.map((key) => sql`next.${sql.identifier(key)}`)
  await tx.execute(sql`update highlights set (${sql.join(names, sql`, `)}) = row(${sql.join(values, sql`, `)})
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as next(id uuid, ${sql.join(types, sql`, `)})
    where highlights.id = next.id`)
}

async function relocate(tx: Db, row: HighlightRow): Promise<void> {
  const place = await findPlace(tx, row)
  if (place) await tx.update(highlights).set(place).where(eq(highlights.id, row.id))
}

async function deleteUntouched(tx: Db, rows: readonly HighlightRow[]): Promise<void> {
  const ids = rows.filter((row) => row.status === 'suggested' && row.updatedBy === null).map((row) => row.id)
  if (ids.length === 0) return
  await tx
    .delete(highlights)
    .where(
      and(
        inArray(highlights.id, ids),
        sql`not exists (select from highlight_comments where highlight_comments.highlight_id = highlights.id)`,
        sql`not exists (select from fact_quotes where fact_quotes.highlight_id = highlights.id)`,
      ),
    )
}

const isDiarizedLabel = /^voice-\d+$|^Unidentified$/

/**
 * Keys findings by type, speaker, and words because turns and times may change in the next analysis. Duplicates are
 * numbered in order.
 */
export function keyFindings(list: readonly Finding[]): Map<string, Finding> {
  const found = new Map<string, Finding>()
  const counts = new Map<string, number>()
  for (const finding of list) {
    const words = finding.quote
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    // A diarized voice's number can change when voices are regrouped.
    const speaker = finding.speaker !== null && isDiarizedLabel.test(finding.speaker) ? null : finding.speaker
    const hash = createHash('sha256').update(JSON.stringify([finding.type, finding.sub, speaker, words]))
    const base = hash.digest('hex')
    const count = (counts.get(base) ?? 0) + 1
    counts.set(base, count)
    found.set(`${base}-${count}`, finding)
  }
  return found
}

function toColumns(finding: Finding) {
  const { type, sub, severity, confidence, quote, question, speaker, jurorNumber, turn, startMs, endMs } = finding
  const { trigger, rules, why, chain, stance, latencyMs, hardshipFacts, themes = [], opinion } = finding
  const facts: HighlightFacts = {
    trigger,
    rules,
    why,
    chain,
    stance,
    latencyMs,
    hardshipFacts,
    themes,
    ...(opinion && { opinion }),
  }
  return {
    type,
    sub,
    severity,
    confidence,
    quote,
    question,
    speaker,
    jurorNumber,
    turn,
    startMs,
    facts,
    turnTo: turn,
    endMs: startMs === null || endMs === null ? null : Math.max(startMs, endMs),
  }
}

type Changed = { id: string; decidedBy: string | null }
type Attributed = Changed & { juror: string | null }
export type SessionBefore = {
  session: SessionRow
  status: string
  changed: readonly Changed[]
  attributed: readonly Attributed[]
}

async function findSession(tx: Db, videoId: string): Promise<SessionRow | null> {
  const [found] = await tx
    .select({ session: sessions })
    .from(sessionVideos)
    .innerJoin(sessions, eq(sessions.id, sessionVideos.sessionId))
    .where(and(eq(sessionVideos.videoId, videoId), isNull(sessions.deletedAt)))
  return found?.session ?? null
}

/** Returns null if the video has no session. Locks the session, so call this before writing any row of the video. */
export async function readSessionBefore(tx: Db, videoId: string): Promise<SessionBefore | null> {
  const session = await findSession(tx, videoId)
  if (!session) return null
  await lockSessionRow(tx, session.id)
  const { status } = await readStates(tx, session.id)
  return { session, status, changed: await textChanged(tx, videoId), attributed: await readAttributed(tx, videoId) }
}

/**
 * Call this when an analysis ends, with or without results, in the transaction that records it. `isQuiet` suppresses
 * the notice that the session is ready.
 */
export async function followAnalysis(
  tx: Db,
  videoId: string,
  before: SessionBefore | null,
  { isQuiet = false } = {},
): Promise<void> {
  if (!before) return
  const { session } = before
  const critical = await syncVideo(tx, session, videoId)
  if (critical > 0) await notifyCritical(tx, session, null)
  if (!isQuiet) await notifyIfReady(tx, session, before.status, null)
  const known = new Set(before.changed.map(({ id }) => id))
  const changed = await textChanged(tx, videoId)
  if (changed.some(({ id }) => !known.has(id))) await notifyTextChanged(tx, session, changed, null)
  const now = new Map((await readAttributed(tx, videoId)).map(({ id, juror }) => [id, juror]))
  const moved = before.attributed.filter(({ id, juror }) => juror !== null && now.has(id) && now.get(id) !== juror)
  if (moved.length > 0) await notifyJurorChanged(tx, session, moved)
}

export const highlightListeners: CorrectionListeners & Pick<SessionVideoListeners, 'attached'> = {
  async attached(tx, { session, statusBefore, videoId, by }) {
    const critical = await syncVideo(tx, session, videoId)
    if (critical > 0) await notifyCritical(tx, session, by)
    await notifyIfReady(tx, session, statusBefore, by)
  },

  async corrected(tx, { videoId, turn, before, by }) {
    const textBefore = sql`case when said.index = ${turn} then ${before} else said.text end`
    const [lost] = await tx
      .select({ id: highlights.id })
      .from(highlights)
      .where(
        and(
          sql`${decidedIn(videoId)} and ${turn} between turn and turn_to`,
          containsQuote(sql`quote`, spoken(textBefore)),
          not(containsQuote(sql`quote`, spoken(sql`said.text`))),
        ),
      )
      .limit(1)
    const session = lost ? await findSession(tx, videoId) : null
    if (session) await notifyTextChanged(tx, session, await textChanged(tx, videoId), by)
  },
}

async function notifyIfReady(tx: Db, session: SessionRow, before: string, actorId: string | null): Promise<void> {
  const { status } = await readStates(tx, session.id)
  if (status === 'ready_for_review' && before !== status) await notifyReady(tx, session, actorId)
}

const decidedIn = (videoId: string) =>
  sql`highlights.video_id = ${videoId} and highlights.status in ('confirmed', 'edited')
    and highlights.quote <> '' and highlights.turn is not null`

const spoken = (text: ReturnType<typeof sql>) => sql`coalesce((select string_agg(${text}, E'\n' order by said.index)
  from transcript_turns as said
  where said.video_id = highlights.video_id and said.index between highlights.turn and highlights.turn_to), '')`

async function readAttributed(tx: Db, videoId: string): Promise<Attributed[]> {
  const { rows } = await tx.execute<Attributed>(sql`select * from (
    select highlights.id, highlights.decided_by as "decidedBy", ltrim(lower(case when voice.video_id is null
      then highlights.juror_number else jurors.juror_number end), '0 ') as juror
    from highlights
    left join speaker_assignments as voice
      on voice.video_id = highlights.video_id and voice.label = highlights.speaker
    left join jurors on jurors.id = voice.juror_id
    where ${decidedIn(videoId)}) as said`)
  return rows
}

const textChanged = (tx: Db, videoId: string): Promise<Changed[]> =>
  tx
    .select({ id: highlights.id, decidedBy: highlights.decidedBy })
    .from(highlights)
    .where(and(decidedIn(videoId), not(containsQuote(sql`quote`, spoken(sql`said.text`)))))
