import { type SQL, sql } from 'drizzle-orm'
import { type JurorField, jurorFieldNames, searchedJurorFields } from '#contract/jurors/fields.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Found } from './search.parts.ts'
import { type SearchQuery, textHolds, toTsQuery } from './search.query.ts'

const maxEach = 5
/** In earlier states, there is no transcript to review, so results link to the progress screen. */
const reviewable: ReadonlySet<string> = new Set(['ready_for_review', 'in_review', 'reviewed', 'locked'])

export async function findSessions(db: Db, actor: Actor, { terms }: SearchQuery): Promise<Found[]> {
  const words = sql`concat_ws(' ', sessions.name, sessions.panel_name, replace(sessions.type, '_', ' '), sessions.date)`
  const { rows } = await db.execute<{
    id: string
    case_id: string
    name: string
    panel_name: string
    date: string | null
    status: string
    case_title: string
  }>(sql`
    select found.id, found.case_id, found.name, found.panel_name, found.date, session_states.status, cases.title as case_title
    from (
      select sessions.id, sessions.case_id, sessions.name, sessions.panel_name, sessions.date::text from sessions
      join case_access on case_access.case_id = sessions.case_id and case_access.user_id = ${actor.userId}
      where sessions.firm_id = ${actor.firmId} and sessions.deleted_at is null and ${textHolds(words, terms)}
      order by sessions.date desc nulls last, sessions.id desc limit ${maxEach}
    ) as found
    join session_states on session_states.session_id = found.id
    join cases on cases.id = found.case_id
    order by found.date desc nulls last, found.id desc`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.case_id,
    type: 'session',
    title: row.name,
    subtitle: row.case_title,
    description: row.panel_name,
    href: `/sessions/${row.id}/${reviewable.has(row.status) ? 'review' : 'progress'}`,
    metadata: { status: row.status, date: row.date, court: null },
  }))
}

/** Excludes the team's tags. They are work product, and a match would reveal them. */
const withoutTags = (isAnonymous: SQL): SQL => sql`(to_tsvector('public.venire', concat_ws(' ', 'juror',
    jurors.juror_number, ${sql.join(
      jurorFieldNames.map((field) => sql`${jurors[field]}`),
      sql`, `,
    )}, case when not ${isAnonymous} then jurors.display_name end))
  || to_tsvector('public.venire', jurors.questionnaire))`

export async function findJurors(db: Db, actor: Actor, { terms, juror }: SearchQuery): Promise<Found[]> {
  const words = toTsQuery(terms)
  if (!words && juror === null) return []
  const isAnonymous = sql`cases.confidentiality = 'anonymous_jury'`
  const filters = [
    ...(words
      ? [
          sql`jurors.search_named @@ ${words}`,
          sql`(not ${isAnonymous} or jurors.search @@ ${words})`,
          sql`(case_access.role <> 'viewer' or ${withoutTags(isAnonymous)} @@ ${words})`,
        ]
      : []),
    ...(juror === null ? [] : [sql`jurors.number_key = ${juror}`]),
  ]
  const shown = searchedJurorFields.map((field) => sql`${jurors[field]} as ${sql.identifier(field)}`)
  const { rows } = await db.execute<
    Record<'id' | 'case_id' | 'number' | 'status' | 'case_title' | JurorField, string> & { name: string | null }
  >(sql`
    select jurors.id, jurors.case_id, jurors.juror_number as number, ${sql.join(shown, sql`, `)}, jurors.status,
      case when not ${isAnonymous} then nullif(jurors.display_name, '') end as name, cases.title as case_title
    from jurors
    join cases on cases.id = jurors.case_id
    join case_access on case_access.case_id = jurors.case_id and case_access.user_id = ${actor.userId}
    where jurors.firm_id = ${actor.firmId} and jurors.deleted_at is null and ${sql.join(filters, sql` and `)}
    order by jurors.case_id desc, jurors.order_index limit ${maxEach}`)
  return rows.map((row) => ({
    id: row.id,
    caseId: row.case_id,
    type: 'other',
    title: row.name === null ? `Juror ${row.number}` : `Juror ${row.number}, ${row.name}`,
    subtitle: row.case_title,
    description: searchedJurorFields
      .map((field) => row[field])
      .filter(Boolean)
      .join(', '),
    href: `/jurors/${row.id}`,
    metadata: { status: row.status, date: null, court: null },
  }))
}
