import { and, asc, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { FindingsArtifact, SpeakersArtifact, Summary, Thumbnails, Waveform } from '#contract/videos/analysis.ts'
import type { Exchange, Finding, VideoFinding } from '#contract/findings/findings.ts'
import { getTotalMs } from '#contract/speakers/spans.ts'
import type { Transcript, Turn } from '#contract/videos/transcript.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { analyses, findings, transcriptTurns, type TurnRow } from '../analysis.table.ts'

export type Results = {
  transcript: Transcript
  speakers: SpeakersArtifact
  exchanges: Exchange[]
  findings: FindingsArtifact
  summary: Summary
  waveform: Waveform
  thumbnails: Thumbnails
}

/** Rows per insert. A statement can have at most 65,535 parameters, and a full-day recording has about 20,000 turns. */
const batchRows = 1000

/** Replaces the video's results. The caller must end the run in the same transaction. */
export async function storeResults(tx: Db, videoId: string, runId: string, results: Results): Promise<void> {
  await tx.delete(analyses).where(eq(analyses.videoId, videoId))
  await tx.delete(transcriptTurns).where(eq(transcriptTurns.videoId, videoId))
  await tx.delete(findings).where(eq(findings.videoId, videoId))

  const { transcript, waveform, thumbnails } = results
  await tx.insert(analyses).values({
    videoId,
    runId,
    engineVersion: results.findings.engineVersion,
    transcriptSource: transcript.source,
    transcriptFormat: transcript.format,
    transcriptReason: transcript.reason,
    warnings: transcript.warnings,
    cuts: transcript.cuts ?? [],
    summary: results.summary,
    speakers: results.speakers.speakers,
    speakerMethod: results.speakers.method,
    overlaps: results.speakers.overlaps ?? [],
    overlapsHeard: results.speakers.hearsOverlaps ?? false,
    exchanges: results.exchanges,
    chains: results.findings.chains ?? [],
    possible: results.findings.possible ?? [],
    waveform: waveform.file === null ? null : withoutFile(waveform),
    sprite: thumbnails.sprite === null ? null : withoutFile(thumbnails.sprite),
    findingsSkipped: results.findings.skipped,
  })
  const margins = new Map(results.speakers.turnVoices?.map(({ turn, margin }) => [turn, margin]))
  for (const turns of batches(transcript.turns)) {
    await tx.insert(transcriptTurns).values(
      turns.map((turn) => ({
        videoId,
        overlapMs: getTotalMs(turn.overlaps ?? []),
        voiceMargin: margins.get(turn.index) ?? null,
        ...turn,
      })),
    )
  }
  const rows = results.findings.findings.map((body, position) => ({
    id: newId(),
    videoId,
    position,
    type: body.type,
    severity: body.severity,
    startMs: body.startMs,
    body,
  }))
  for (const batch of batches(rows)) await tx.insert(findings).values(batch)
}

export async function readTurns(
  db: Db,
  videoId: string,
  { from, limit }: { from: number; limit: number },
): Promise<Turn[]> {
  const rows = await db
    .select()
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), gte(transcriptTurns.index, from)))
    .orderBy(asc(transcriptTurns.index))
    .limit(limit)
  return rows.map(toTurn)
}

export const toTurn = ({
  videoId: _videoId,
  original: _original,
  overlapMs,
  overlaps,
  lines,
  voiceMargin: _voiceMargin,
  ...turn
}: TurnRow): Turn => ({
  ...turn,
  ...(overlapMs > 0 ? { overlaps } : {}),
  ...(lines ? { lines } : {}),
})

export async function readFindings(db: Db, videoId: string): Promise<VideoFinding[]> {
  const rows = await db
    .select({ id: findings.id, body: findings.body })
    .from(findings)
    .where(eq(findings.videoId, videoId))
    .orderBy(sql`${findings.startMs} asc nulls last`, asc(findings.position))
  const changed = await findChangedQuotes(db, videoId, rows)
  return rows.map(({ id, body }) => ({ ...body, id, quoteChanged: changed.has(id) }))
}

async function findChangedQuotes(
  db: Db,
  videoId: string,
  rows: readonly { id: string; body: Finding }[],
): Promise<ReadonlySet<string>> {
  const corrected = await db
    .select({ index: transcriptTurns.index, text: transcriptTurns.text })
    .from(transcriptTurns)
    .where(and(eq(transcriptTurns.videoId, videoId), isNotNull(transcriptTurns.original)))
  if (corrected.length === 0) return new Set()
  const textNow = new Map(corrected.map(({ index, text }) => [index, text]))
  const [stored] = await db
    .select({ exchanges: analyses.exchanges })
    .from(analyses)
    .where(eq(analyses.videoId, videoId))
  const questions = new Map(stored?.exchanges.map(({ index, questionTurns }) => [index, questionTurns]))
  const isChanged = ({ turn, quote, question, exchange }: Finding): boolean => {
    const answer = textNow.get(turn)
    if (answer !== undefined && !answer.includes(quote)) return true
    const asked = (exchange === null ? undefined : questions.get(exchange)) ?? []
    return asked.some((index) => {
      const text = textNow.get(index)
      return text !== undefined && !question.includes(text)
    })
  }
  return new Set(rows.filter(({ body }) => isChanged(body)).map(({ id }) => id))
}

const withoutFile = <T extends { file: string | null }>({ file: _file, ...rest }: T): Omit<T, 'file'> => rest

function* batches<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += batchRows) yield rows.slice(at, at + batchRows)
}

/** Returns whether the results named any themes of the video's case. */
export async function forgetThemes(tx: Db, videoId: string): Promise<boolean> {
  await tx.execute(sql`update findings set body = body - 'themes'
    where video_id = ${videoId} and body -> 'themes' is not null`)
  const { rows } = await tx.execute(sql`
    update analyses set summary = jsonb_set(summary - 'themes', '{topics}', (
      select coalesce(jsonb_agg(topic order by at), '[]')
      from jsonb_array_elements(summary -> 'topics') with ordinality as listed (topic, at)
      where topic not in (select theme -> 'name' from jsonb_array_elements(summary -> 'themes') as theme)))
    where video_id = ${videoId} and summary -> 'themes' is not null returning video_id`)
  return rows.length > 0
}
