import {
  facetNames,
  type FacetName,
  type HighlightFilters,
  type HighlightStatus,
  highlightStatuses,
  type HighlightSummary,
  type FindingDecision,
  bandFrom,
  type Highlight,
  type HighlightComment,
} from '#contract/highlights/highlights.ts'
import type { PossibleFinding } from '#contract/highlights/possible.ts'
import { and, asc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { findings } from '#server/features/analysis/analysis.table.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { users } from '#server/features/team/team.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { keyFindings } from './highlights.sync.ts'
import { highlights, highlightComments, type HighlightRow } from './highlights.table.ts'
import { listRights } from '#server/features/cases/cases.access.ts'
import { isAnonymous } from '#server/features/jurors/jurors.access.ts'
import { showsAgreedOnly } from '#server/features/opinions/opinions.service.ts'
import type { SeenSession } from '#server/features/sessions/sessions.access.ts'
import { type PagedTurn, locateQuote, containsQuote } from './quote.ts'

/** Normalizes numbers the same way as the generated column jurors.number_key: "012" in a transcript is juror 12. */
export const numberKey = (number: SQL) =>
  sql`coalesce(nullif(ltrim(lower(regexp_replace(${number}, '\\s', '', 'g')), '0'), ''), '0')`

const placed = ({ session }: SeenSession): SQL => sql`
  select highlights.*, highlights.start_ms + session_videos.offset_ms as clock_ms,
    assignment.video_id is not null as is_assigned,
    case when assignment.video_id is null then labeled.id else assigned.id end as juror_id,
    case when assignment.video_id is null then coalesce(labeled.juror_number, highlights.juror_number)
      else assigned.juror_number end as juror_shown,
    case when assignment.video_id is null then labeled.display_name else assigned.display_name end as juror_name
  from highlights
  join session_videos on session_videos.session_id = highlights.session_id
    and session_videos.video_id = highlights.video_id
  join videos on videos.id = highlights.video_id and videos.deleted_at is null
  left join speaker_assignments as assignment
    on assignment.video_id = highlights.video_id and assignment.label = highlights.speaker
  left join jurors as assigned on assigned.id = assignment.juror_id and assigned.deleted_at is null
  left join jurors as labeled on labeled.case_id = ${session.caseId} and labeled.deleted_at is null
    and highlights.juror_number is not null and labeled.number_key = ${numberKey(sql`highlights.juror_number`)}
  where highlights.session_id = ${session.id}`

const none = 'none'
const band = sql`case when placed.confidence is null then ${none} when placed.confidence >= ${bandFrom.high} then 'high'
  when placed.confidence >= ${bandFrom.medium} then 'medium' else 'low' end`
const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Includes highlights that a person added or confirmed, and kinds that don't get a second opinion, such as pauses. */
export const isUndisputed = (row: SQL): SQL => sql`(${row}.source = 'user' or ${row}.status in ('confirmed', 'edited')
  or ${row}.facts -> 'opinion' ->> 'agrees' is distinct from 'false')`
const undisputed = isUndisputed(sql`placed`)

const chooseOpinion = async (db: Db, { session }: SeenSession, { opinion }: HighlightFilters) =>
  opinion ?? ((await showsAgreedOnly(db, session.caseId)) ? 'agreed' : 'all')

function conditions({ type, severity, status, confidence, opinion, juror, videoId, q }: HighlightFilters): SQL {
  const all = [
    type && sql`placed.type = ${type}`,
    severity && sql`placed.severity = ${severity}`,
    status && sql`placed.status = ${status}`,
    confidence && sql`${band} = ${confidence}`,
    opinion === 'agreed' && undisputed,
    juror && (juror === none ? sql`placed.juror_shown is null` : sql`placed.juror_shown = ${juror}`),
    videoId && sql`placed.video_id = ${videoId}`,
    q && sql`(placed.quote ilike ${like(q)} or placed.question ilike ${like(q)} or placed.tags::text ilike ${like(q)})`,
  ].filter((each): each is SQL => typeof each === 'object')
  return sql.join([sql`true`, ...all], sql` and `)
}

type Row = {
  [Column in 'id' | 'type' | 'sub' | 'quote' | 'question' | 'speaker' | 'severity']: HighlightRow[Column]
} & Pick<HighlightRow, 'confidence' | 'source' | 'status' | 'pinned' | 'tags' | 'turn' | 'facts' | 'version'> & {
    videoId: string
    startMs: number | null
    endMs: number | null
    clockMs: number | null
    modelVersion: string | null
    dismissReason: HighlightRow['dismissReason']
    decidedBy: string | null
    decidedAt: string | null
    isAssigned: boolean
    jurorId: string | null
    jurorShown: string | null
    jurorName: string | null
    comments: number
    textChanged: boolean
    page: number | null
    line: number | null
    paged: PagedTurn | null
  }

function toHighlight(row: Row, seen: SeenSession): Highlight {
  const { startMs, endMs, clockMs, facts, isAssigned, jurorId, jurorShown, jurorName, paged, ...rest } = row
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000)
  return {
    ...rest,
    ...(paged && locateQuote(rest.quote, startMs, paged)),
    start: seconds(startMs),
    end: seconds(endMs),
    clock: seconds(clockMs),
    juror:
      jurorShown === null
        ? null
        : { id: jurorId, number: jurorShown, name: isAnonymous(seen.inCase) ? null : jurorName, assigned: isAssigned },
    trigger: facts.trigger ?? null,
    rules: facts.rules ?? [],
    why: facts.why ?? '',
    chain: facts.chain ?? null,
    stance: facts.stance ?? null,
    latencyMs: facts.latencyMs ?? null,
    hardshipFacts: facts.hardshipFacts ?? null,
    themes: listRights(seen.inCase).seeWorkProduct ? (facts.themes ?? []) : [],
    opinion: facts.opinion ?? null,
  }
}

const spokenNow = sql`coalesce((select string_agg(spoken.text, E'\n' order by spoken.index)
  from transcript_turns as spoken
  where spoken.video_id = placed.video_id and spoken.index between placed.turn and placed.turn_to), '')`

/** Chooses the page first, because comparing quotes with the transcript is slow. */
async function select(db: Db, seen: SeenSession, where: SQL, limit: number): Promise<Highlight[]> {
  const { rows } = await db.execute<Row>(sql`
    with every as (${placed(seen)}),
      placed as materialized (select * from every as placed where ${where}
        order by coalesce(placed.clock_ms, ${untimedMs}), placed.id limit ${limit})
    select placed.id, placed.video_id as "videoId", placed.type, placed.sub, placed.start_ms::float8 as "startMs",
      placed.end_ms::float8 as "endMs", placed.clock_ms::float8 as "clockMs", placed.quote, placed.question,
      placed.speaker, placed.is_assigned as "isAssigned", placed.juror_id as "jurorId",
      placed.juror_shown as "jurorShown", placed.juror_name as "jurorName", placed.turn, turns.page, turns.line,
      case when turns.lines is not null and turns.text <> placed.quote then jsonb_build_object('text', turns.text,
        'lines', turns.lines, 'starts', (select coalesce(jsonb_agg(word -> 'startMs' order by at), '[]')
          from jsonb_array_elements(turns.words) with ordinality as spoken (word, at))) end as paged,
      placed.facts, placed.severity, round(placed.confidence::numeric, 3)::float8 as confidence, placed.source,
      placed.model_version as "modelVersion", placed.status, placed.dismiss_reason as "dismissReason",
      ${selectShownName('deciders', seen.inCase.firmId)} as "decidedBy",
      to_char(placed.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "decidedAt",
      placed.pinned, placed.tags, placed.version,
      (select count(*)::int from highlight_comments where highlight_comments.highlight_id = placed.id) as comments,
      placed.turn is not null and placed.quote <> '' and not ${containsQuote(sql`placed.quote`, spokenNow)} as "textChanged"
    from placed
    left join users as deciders on deciders.id = placed.decided_by
    left join transcript_turns as turns on turns.video_id = placed.video_id and turns.index = placed.turn
    order by coalesce(placed.clock_ms, ${untimedMs}), placed.id`)
  return rows.map((row) => toHighlight(row, seen))
}

const untimedMs = 1e15

export async function listHighlights(
  db: Db,
  seen: SeenSession,
  { limit, cursor, ...filters }: HighlightFilters & { limit: number; cursor?: string | undefined },
): Promise<{ highlights: Highlight[]; nextCursor: string | null }> {
  const match = /^(\d{1,16})_([0-9a-f-]{36})$/.exec(cursor ?? '')
  const after = match
    ? sql`(coalesce(placed.clock_ms, ${untimedMs}), placed.id) > (${Number(match[1])}::bigint, ${match[2]}::uuid)`
    : sql`true`
  const rows = await select(db, seen, sql`${conditions(filters)} and ${after}`, limit + 1)
  const highlights = rows.slice(0, limit)
  const last = highlights.at(-1)
  const clockMs = last?.clock === null || last === undefined ? untimedMs : Math.round(last.clock * 1000)
  return { highlights, nextCursor: rows.length > limit && last ? `${clockMs}_${last.id}` : null }
}

export async function readHighlightsById(db: Db, seen: SeenSession, ids: readonly string[]): Promise<Highlight[]> {
  if (ids.length === 0) return []
  const list = sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )
  return select(db, seen, sql`placed.id in (${list})`, ids.length)
}

export async function readHighlightSummary(
  db: Db,
  seen: SeenSession,
  filters: HighlightFilters,
): Promise<HighlightSummary> {
  const light = (where: SQL) =>
    db.execute<FacetRow>(sql`with placed as (${placed(seen)})
      select type, severity, status, ${band} as confidence, coalesce(juror_shown, ${none}) as juror, video_id as "videoId",
        ${undisputed} as "isUndisputed", placed.facts -> 'opinion' is not null as "hasOpinion"
      from placed where ${where}`)
  const opinion = await chooseOpinion(db, seen, filters)
  const isShown = (row: FacetRow) => opinion === 'all' || row.isUndisputed
  const { rows: found } = await light(sql`true`)
  const all = found.filter(isShown)
  const searched = filters.q ? (await light(conditions({ q: filters.q }))).rows.filter(isShown) : all
  const { rows: videos } = await db.execute<HighlightSummary['searched'][number]>(sql`
    select videos.id as "videoId", videos.filename, analyses.video_id is not null as "isAnalysed",
      analyses.findings_skipped as skipped
    from session_videos join videos on videos.id = session_videos.video_id and videos.deleted_at is null
    left join analyses on analyses.video_id = videos.id
    where session_videos.session_id = ${seen.session.id} order by session_videos.position`)
  // Uses firm-wide counts, which reveal nothing about individual cases.
  const { rows: decided } = await db.execute<HighlightSummary['precision']>(sql`
    select count(*)::int as decided, count(*) filter (where status <> 'dismissed')::int as confirmed
    from highlights where firm_id = ${seen.session.firmId} and source = 'ai' and status <> 'suggested'`)
  const may = listRights(seen.inCase)
  const isOpen = seen.session.lockedAt === null
  return {
    total: all.length,
    statuses: statusCounts(all),
    ...countFacets(searched, filters),
    precision: decided[0]!,
    opinion:
      opinion === 'agreed' || found.some(({ hasOpinion }) => hasOpinion)
        ? { isAgreedOnly: opinion === 'agreed', left: found.filter(({ isUndisputed }) => !isUndisputed).length }
        : null,
    searched: videos,
    may: { review: may.review && isOpen, comment: may.comment && isOpen },
  }
}

export async function listComments(db: Db, highlightId: string): Promise<HighlightComment[]> {
  const rows = await db
    .select({
      id: highlightComments.id,
      text: highlightComments.text,
      by: selectShownName('users', highlights.firmId),
      at: highlightComments.createdAt,
    })
    .from(highlightComments)
    .innerJoin(highlights, eq(highlights.id, highlightComments.highlightId))
    .innerJoin(users, eq(users.id, highlightComments.createdBy))
    .where(eq(highlightComments.highlightId, highlightId))
    .orderBy(highlightComments.id)
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

export async function listFindingDecisions(db: Db, videoId: string): Promise<FindingDecision[]> {
  const { id, sessionId, findingKey, status, severity, dismissReason } = highlights
  const decided = await db
    .select({
      id,
      sessionId,
      key: findingKey,
      status,
      severity,
      dismissReason,
      decidedBy: selectShownName('users', highlights.firmId) as SQL<string | null>,
    })
    .from(highlights)
    .innerJoin(
      sessionVideos,
      and(eq(sessionVideos.sessionId, highlights.sessionId), eq(sessionVideos.videoId, highlights.videoId)),
    )
    .innerJoin(sessions, and(eq(sessions.id, highlights.sessionId), isNull(sessions.deletedAt)))
    .leftJoin(users, eq(users.id, highlights.decidedBy))
    .where(and(eq(highlights.videoId, videoId), ne(highlights.status, 'suggested')))
  if (decided.length === 0) return []
  const found = await db
    .select({ id: findings.id, body: findings.body })
    .from(findings)
    .where(eq(findings.videoId, videoId))
    .orderBy(asc(findings.position))
  const byKey = new Map(decided.map((row) => [row.key, row]))
  const keys = [...keyFindings(found.map(({ body }) => body)).keys()]
  return found.flatMap((finding, at) => {
    const row = byKey.get(keys[at] ?? '')
    if (!row || row.status === 'suggested') return []
    const { id: highlightId, key: _key, status: decision, ...rest } = row
    return [{ ...rest, highlightId, findingId: finding.id, status: decision }]
  })
}

type FacetRow = Record<FacetName, string> & { isUndisputed: boolean; hasOpinion: boolean }

function countFacets(
  rows: readonly FacetRow[],
  filters: HighlightFilters,
): Pick<HighlightSummary, 'matching' | 'facets'> {
  const passes = (row: FacetRow, except: FacetName | null) =>
    facetNames.every((name) => name === except || !filters[name] || row[name] === filters[name])
  const facet = (name: FacetName) => {
    const counts = new Map<string, number>()
    for (const row of rows) counts.set(row[name], (counts.get(row[name]) ?? 0) + (passes(row, name) ? 1 : 0))
    return [...counts].map(([value, count]) => ({ value, count })).toSorted((a, b) => order(a.value, b.value))
  }
  return {
    matching: rows.filter((row) => passes(row, null)).length,
    facets: {
      type: facet('type'),
      severity: facet('severity'),
      status: facet('status'),
      confidence: facet('confidence'),
      juror: facet('juror'),
      videoId: facet('videoId'),
    },
  }
}

const order = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

function statusCounts(rows: readonly FacetRow[]): Record<HighlightStatus, number> {
  const counts = Object.fromEntries(highlightStatuses.map((status) => [status, 0])) as Record<HighlightStatus, number>
  for (const { status } of rows) counts[status as HighlightStatus] += 1
  return counts
}

/** Omits corrected words, speakers who are no longer jurors, and existing highlights. */
export async function listPossibleFindings(db: Db, { session }: SeenSession): Promise<PossibleFinding[]> {
  const { rows } = await db.execute<PossibleFinding>(sql`
    select placed.video_id as "videoId", body->>'type' as type, body->>'sub' as sub, body->>'quote' as quote,
      body->>'question' as question, body->>'why' as why, spoken.index as turn, spoken.speaker,
      spoken.start_ms::float8 / 1000 as start, spoken.end_ms::float8 / 1000 as end,
      case when assignment.video_id is null then spoken.juror_number else assigned.juror_number end as "jurorNumber"
    from session_videos as placed
    join videos on videos.id = placed.video_id and videos.deleted_at is null
    join analyses on analyses.video_id = placed.video_id
    cross join lateral jsonb_array_elements(analyses.possible) as body
    join transcript_turns as spoken on spoken.video_id = placed.video_id and spoken.index = (body->>'turn')::int
    left join speaker_assignments as assignment
      on assignment.video_id = placed.video_id and assignment.label = spoken.speaker
    left join jurors as assigned on assigned.id = assignment.juror_id and assigned.deleted_at is null
    where placed.session_id = ${session.id} and spoken.text = body->>'quote'
      and coalesce(assignment.role, spoken.role) = 'juror'
      and not exists (select from highlights where highlights.session_id = placed.session_id
        and highlights.video_id = placed.video_id and highlights.type = body->>'type'
        and spoken.index between highlights.turn and highlights.turn_to)
    order by placed.position, placed.video_id, spoken.index`)
  return rows
}
