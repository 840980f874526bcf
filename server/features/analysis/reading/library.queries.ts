import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StageName, sentiments } from '#contract/videos/analysis.ts'
import type { CaseRole } from '#contract/account/permissions.ts'
import type { VideoStatus, VideoSummary, VideoTotals, listVideos } from '#contract/videos/videos.ts'
import { percent, uploadProgress } from '#server/features/videos/uploads/store.ts'
import { listTopics, selectCaseRole, may, lockFlags, visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/db.ts'
import { buildCursor, parseCursor } from '#server/platform/http/cursor.ts'

type Query = z.output<typeof listVideos.input>

/** Video IDs sort by upload time. They also break ties. */
const orders: Record<Query['sort'], { by: SQL; type: SQL; descending: boolean }> = {
  newest: { by: sql`videos.id`, type: sql`uuid`, descending: true },
  oldest: { by: sql`videos.id`, type: sql`uuid`, descending: false },
  name: { by: sql`lower(videos.filename)`, type: sql`text`, descending: false },
  longest: { by: sql`coalesce(videos.duration_ms, -1)`, type: sql`bigint`, descending: true },
  largest: { by: sql`videos.size_bytes`, type: sql`bigint`, descending: true },
}

type Row = {
  id: string
  filename: string
  status: VideoStatus
  size: number
  durationMs: number | null
  createdAt: string
  caseId: string | null
  caseTitle: string | null
  session: VideoSummary['session']
  hasPoster: boolean
  stage: StageName | null
  fraction: number | null
  secondsLeft: number | null
  failureReason: string | null
  failureStage: string | null
  queuePosition: number | null
  isAnalyzed: boolean
  speakers: number | null
  sentiment: (typeof sentiments)[number] | null
  topics: string[] | null
  themes: { name: string }[] | null
  uploadedBy: string
  caseRole: CaseRole | null
  isArchived: boolean
  isLocked: boolean
  sortKey: string
}

/** Casts bigint columns, which the driver returns as strings. */
export async function listLibrary(
  db: Db,
  actor: Actor,
  config: Config,
  query: Query,
): Promise<{ videos: VideoSummary[]; nextCursor: string | null }> {
  const { by, type, descending } = orders[query.sort]
  const direction = descending ? sql`desc` : sql`asc`
  const filters = [visibleTo(actor)]
  if (query.status) filters.push(sql`video_states.status = ${query.status}`)
  if (query.caseId) filters.push(sql`videos.case_id = ${query.caseId}`)
  if (query.joins) {
    filters.push(sql`(videos.case_id is null or videos.case_id = ${query.joins})
      and not exists (select from session_videos join sessions on sessions.id = session_videos.session_id
        where session_videos.video_id = videos.id and sessions.deleted_at is null)`)
  }
  if (query.q) filters.push(sql`videos.filename ilike ${`%${query.q.replaceAll(/[\\%_]/g, '\\$&')}%`}`)
  if (query.cursor) {
    const { key, id } = parseCursor(query.cursor)
    filters.push(sql`(${by}, videos.id) ${descending ? sql`<` : sql`>`} (${key}::${type}, ${id}::uuid)`)
  }
  const result = await db.execute<Row>(sql`
    select videos.id, videos.filename, video_states.status, videos.size_bytes::float8 as size,
      videos.duration_ms::float8 as "durationMs", ${utc(sql`videos.created_at`)} as "createdAt",
      videos.case_id as "caseId", (select title from cases where cases.id = videos.case_id) as "caseTitle",
      (select jsonb_build_object('id', sessions.id, 'name', sessions.name)
        from session_videos join sessions on sessions.id = session_videos.session_id
        where session_videos.video_id = videos.id and sessions.deleted_at is null) as session, video_states.stage, video_states.fraction,
      video_states.seconds_left as "secondsLeft", video_states.failure_reason as "failureReason",
      video_states.failure_stage as "failureStage", (${by})::text as "sortKey",
      exists (select from video_files where video_id = videos.id and kind = 'poster') as "hasPoster",
      ${queuePosition} as "queuePosition", videos.uploaded_by as "uploadedBy", ${selectCaseRole(actor)} as "caseRole",
      ${lockFlags.isArchived} as "isArchived", ${lockFlags.isLocked} as "isLocked",
      analyses.video_id is not null as "isAnalyzed", (analyses.summary->>'speakerCount')::int as speakers,
      analyses.summary->>'sentiment' as sentiment, analyses.summary->'topics' as topics,
      analyses.summary->'themes' as themes
    from videos join video_states on video_states.video_id = videos.id
    left join analyses on analyses.video_id = videos.id
    where ${sql.join(filters, sql` and `)}
    order by ${by} ${direction}, videos.id ${direction}
    limit ${query.limit + 1}`)
  const rows = result.rows.slice(0, query.limit)
  const last = rows.at(-1)
  const nextCursor = last && result.rows.length > query.limit ? buildCursor(last.sortKey, last.id) : null
  return { videos: await Promise.all(rows.map((row) => toSummary(db, config, actor, row))), nextCursor }
}

async function toSummary(db: Db, config: Config, actor: Actor, row: Row): Promise<VideoSummary> {
  const { id, status, size, stage, secondsLeft, failureReason, failureStage, queuePosition } = row
  const working = status === 'processing'
  const failed = status === 'failed'
  return {
    id,
    filename: row.filename,
    status,
    size,
    duration: row.durationMs === null ? null : row.durationMs / 1000,
    uploadedAt: row.createdAt,
    progress:
      status === 'uploading'
        ? await uploadProgress(db, config, id, size)
        : status === 'completed'
          ? 100
          : percent(row.fraction ?? 0),
    caseId: row.caseId,
    caseTitle: row.caseTitle,
    session: row.session,
    posterUrl: row.hasPoster ? `/api/videos/${id}/poster` : null,
    stage: working ? stage : null,
    queuePosition,
    secondsLeft: working ? secondsLeft : null,
    failureReason: failed ? failureReason : null,
    failureStage: failed ? failureStage : null,
    analysis: row.isAnalyzed
      ? {
          speakers: row.speakers!,
          sentiment: row.sentiment,
          topics: listTopics(row, { topics: row.topics!, themes: row.themes }),
        }
      : null,
    may: { reprocess: may(actor, { ...row, createdAt: new Date(row.createdAt) }, 'reprocess') },
  }
}

export function countVideos(listed: readonly VideoSummary[]): VideoTotals {
  const totals: VideoTotals = { total: listed.length, uploading: 0, processing: 0, completed: 0, failed: 0 }
  for (const { status } of listed) totals[status] += 1
  return totals
}

export async function countLibrary(db: Db, actor: Actor): Promise<VideoTotals> {
  const { rows } = await db.execute<{ status: VideoStatus; count: number }>(sql`
    select video_states.status, count(*)::int as count
    from videos join video_states on video_states.video_id = videos.id
    where ${visibleTo(actor)}
    group by video_states.status`)
  const totals: VideoTotals = { total: 0, uploading: 0, processing: 0, completed: 0, failed: 0 }
  for (const { status, count } of rows) {
    totals[status] = count
    totals.total += count
  }
  return totals
}

export const queuePosition = sql`case when video_states.run_state = 'queued' then (
  select count(*)::int from analysis_runs as ahead
  where ahead.state = 'queued' and ahead.queued_at < video_states.queued_at) end`

export const utc = (time: SQL): SQL => sql`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
