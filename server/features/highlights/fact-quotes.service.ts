import { sql } from 'drizzle-orm'
import type { FactQuote } from '#contract/jurors/fact-quotes.ts'
import type { JurorField } from '#contract/jurors/fields.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { requireJuror } from '#server/features/jurors/jurors.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { readHighlightsById } from './highlights.queries.ts'
import { requireHighlight } from './highlights.service.ts'

export async function listFactQuotes(db: Db, jurorId: string): Promise<FactQuote[]> {
  const { rows } = await db.execute<FactQuote>(sql`
    select fact_quotes.field, fact_quotes.highlight_id as "highlightId", highlights.session_id as "sessionId",
      highlights.video_id as "videoId", (highlights.start_ms / 1000.0)::float8 as start, highlights.quote
    from fact_quotes
    join highlights on highlights.id = fact_quotes.highlight_id
    join sessions on sessions.id = highlights.session_id and sessions.deleted_at is null
    join session_videos on session_videos.session_id = highlights.session_id
      and session_videos.video_id = highlights.video_id
    join videos on videos.id = highlights.video_id and videos.deleted_at is null
    where fact_quotes.juror_id = ${jurorId} order by fact_quotes.field`)
  return rows
}

type Fact = { jurorId: string; field: JurorField }

/**
 * Throws `invalid` unless the highlight is assigned to this juror or is unassigned and labeled with the juror's number.
 */
export function linkFactQuote({ db, actor, ip }: Context, fact: Fact, highlightId: string): Promise<FactQuote> {
  return db.transaction(async (tx) => {
    const { juror } = await requireJuror(tx, actor, fact.jurorId, 'review', { lock: true })
    const seen = await requireHighlight(tx, actor, highlightId, 'review')
    const [highlight] = await readHighlightsById(tx, seen, [highlightId])
    if (!highlight) throw absent('highlight')
    if (highlight.juror?.id !== fact.jurorId) {
      const message = `This quote isn’t assigned to juror ${juror.jurorNumber}. Assign the voice to them first.`
      throw new Refusal('invalid', message, { fields: { highlightId: message } })
    }
    await tx.execute(sql`
      insert into fact_quotes (juror_id, field, highlight_id, linked_by)
      values (${fact.jurorId}, ${fact.field}, ${highlightId}, ${actor.userId})
      on conflict (juror_id, field) do update
        set highlight_id = excluded.highlight_id, linked_by = excluded.linked_by, linked_at = now()`)
    await audit(tx, { actor, ip }, 'juror.quote_linked', juror, { field: fact.field, highlightId })
    return (await listFactQuotes(tx, fact.jurorId)).find((each) => each.field === fact.field)!
  })
}

export function unlinkFactQuote({ db, actor, ip }: Context, { jurorId, field }: Fact): Promise<void> {
  return db.transaction(async (tx) => {
    const { juror } = await requireJuror(tx, actor, jurorId, 'review', { lock: true })
    await tx.execute(sql`delete from fact_quotes where juror_id = ${jurorId} and field = ${field}`)
    await audit(tx, { actor, ip }, 'juror.quote_unlinked', juror, { field })
  })
}

const audit = (
  tx: Db,
  { actor, ip }: Who,
  action: string,
  { id, caseId }: { id: string; caseId: string },
  details: Record<string, unknown>,
): Promise<void> => recordAct(tx, { actor, ip, action, entity: 'juror', entityId: id, caseId, details })
