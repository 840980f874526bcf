import { sql } from 'drizzle-orm'
import type { Export } from '#contract/exports/exports.ts'
import { casePermissions } from '#contract/account/permissions.ts'
import { utc } from '#server/features/analysis/reading/library.queries.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Found } from './search.parts.ts'
import { type SearchQuery, textHolds } from './search.query.ts'

const maxEach = 5

type Row = Pick<Export, 'id' | 'caseId' | 'sessionId' | 'videoId' | 'title' | 'filename' | 'status'> & {
  date: string
  place: string | null
}

/** Exports by title, template and file, for who may export from their case; of a video without one, for who sees it. */
export async function findExports(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  const words = sql`concat_ws(' ', exports.title, replace(exports.template, '_', ' '), exports.type, exports.filename)`
  const { rows } = await db.execute<Row>(sql`
    select exports.id, exports.case_id as "caseId", exports.session_id as "sessionId", exports.video_id as "videoId",
      exports.title, exports.filename, exports.status, ${utc(sql`exports.created_at`)} as date,
      coalesce(cases.title, videos.filename) as place
    from exports
    left join cases on cases.id = exports.case_id
    left join case_access on case_access.case_id = exports.case_id and case_access.user_id = ${actor.userId}
    left join videos on videos.id = exports.video_id
    where exports.firm_id = ${actor.firmId} and ${textHolds(words, terms)}
      and case when exports.case_id is null then ${visibleTo(actor)}
        else case_access.role = any(${sql.param([...casePermissions.export.roles])}::text[]) end
    order by exports.id desc limit ${maxEach}`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.caseId,
    type: 'export',
    title: row.title,
    subtitle: row.place ?? '',
    description: row.filename,
    href: describePage(row),
    metadata: { status: row.status, date: row.date, court: null },
  }))
}

function describePage({ caseId, sessionId, videoId }: Row): string {
  if (sessionId !== null) return `/sessions/${sessionId}/exports`
  return caseId === null ? `/videos/${videoId}` : `/cases/${caseId}/exports`
}
