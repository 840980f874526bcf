import { sql, type SQL } from 'drizzle-orm'
import type { StrikeEvidence } from '#contract/strikes/data.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { speakerName } from '#server/features/analysis/speaker-name.ts'
import { containsQuote } from '#server/features/highlights/quote.ts'
import type { Db } from '#server/platform/db.ts'

const isQuoted = containsQuote(sql`evidence.quote`, sql`spoken.text`)

const isQuoteSpoken = sql`turns.speaker is not null and turns.role <> 'note'
  and (evidence.start_ms is null or turns.start_ms is null
    or turns.start_ms < evidence.end_ms and turns.end_ms > evidence.start_ms)
  and exists (select from string_to_table(evidence.quote, E'\n') as line
    where line <> '' and position(line in turns.text) > 0)`

const spokenNow = sql`left join lateral (
      select string_agg(turns.text, E'\n' order by turns.index) as text, array_agg(turns.index) as turns,
        (array_agg(turns.speaker order by turns.speaker is not distinct from evidence.speaker desc, turns.role = 'juror' desc,
          length(turns.text) desc, turns.index) filter (where ${isQuoteSpoken}))[1] as speaker
      from transcript_turns as turns
      where turns.video_id = videos.id and case when evidence.start_ms is null or turns.start_ms is null
        then turns.index between evidence.turn and evidence.turn_to
        else turns.start_ms <= evidence.end_ms and turns.end_ms >= evidence.start_ms end
    ) as spoken on evidence.source in ('highlight', 'video')`
const shownSpeaker = speakerName(sql`videos.id`, sql`coalesce(spoken.speaker, evidence.speaker)`)

type Row = Omit<StrikeEvidence, 'start' | 'end'> & {
  ownerId: string
  startMs: number | null
  endMs: number | null
}

type Owners = { caseId: string; ids: readonly string[] }

/**
 * Returns each owner's evidence, oldest first, with whoever is now named as its speaker, and whether each quote still
 * matches the transcript. If possible, finds quotes by time because reanalysis renumbers turns. If a video has moved to
 * another case, its jurors and transcript are that case's.
 */
async function read(db: Db, owner: SQL, { caseId, ids }: Owners): Promise<Map<string, StrikeEvidence[]>> {
  const found = new Map<string, StrikeEvidence[]>()
  if (ids.length === 0) return found
  const { rows } = await db.execute<Row>(sql`
    select ${owner} as "ownerId", evidence.id, evidence.source, evidence.purpose as of,
      evidence.highlight_id as "highlightId", evidence.video_id as "videoId",
      evidence.start_ms::float8 as "startMs", evidence.end_ms::float8 as "endMs", evidence.cite, evidence.quote,
      evidence.question, ${shownSpeaker} as speaker,
      evidence.note, ${selectShownName('users', sql`(select firm_id from cases where id = ${caseId})`)} as "addedBy",
      to_char(evidence.added_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "addedAt",
      videos.id is not null and videos.deleted_at is null and evidence.start_ms is not null as playable,
      evidence.quote <> '' and spoken.text is not null and not ${isQuoted} as "textChanged",
      case when evidence.quote <> '' and not ${isQuoted} then (
        select to_char(max(corrections.created_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from corrections
        where corrections.video_id = videos.id and corrections.turn = any(spoken.turns)
          and corrections.created_at > evidence.added_at) end as "textChangedAt"
    from strike_evidence as evidence
    join users on users.id = evidence.added_by
    left join videos on videos.id = evidence.video_id and videos.case_id = ${caseId}
    ${spokenNow}
    where ${owner} in ${ids}
    order by evidence.id`)
  for (const { ownerId, startMs, endMs, ...row } of rows) {
    const list = found.get(ownerId) ?? []
    list.push({ ...row, start: startMs === null ? null : startMs / 1000, end: endMs === null ? null : endMs / 1000 })
    found.set(ownerId, list)
  }
  return found
}

export const readStrikeEvidence = (db: Db, strikes: Owners) => read(db, sql`evidence.strike_id`, strikes)
export const readExcusalEvidence = (db: Db, excusals: Owners) => read(db, sql`evidence.excusal_id`, excusals)

/** Call this before the recording leaves the case or is destroyed. Afterward, its voices have no names in the case. */
export async function keepSpeakers(tx: Db, videoId: string): Promise<void> {
  await tx.execute(sql`update strike_evidence set speaker = shown.speaker from (
    select evidence.id, ${shownSpeaker} as speaker from strike_evidence as evidence
    left join strikes on strikes.id = evidence.strike_id
    left join excusals on excusals.id = evidence.excusal_id
    join videos on videos.id = evidence.video_id and videos.case_id = coalesce(strikes.case_id, excusals.case_id)
    ${spokenNow}
    where evidence.video_id = ${videoId} and evidence.speaker is not null) as shown
    where strike_evidence.id = shown.id`)
}
