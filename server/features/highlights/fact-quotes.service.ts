import { and, eq, isNull, sql } from 'drizzle-orm'
import type { FactQuote } from '#contract/jurors/fact-quotes.ts'
import type { JurorField } from '#contract/jurors/fields.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import { requireJuror } from '#server/features/jurors/jurors.access.ts'
import { sessions } from '#server/features/sessions/sessions.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { numberKey, readHighlightsById } from './highlights.queries.ts'
import { requireHighlight } from './highlights.service.ts'
import { factQuotes, highlights } from './highlights.table.ts'

const isTheirs = sql`exists (select from jurors
  left join speaker_assignments as voice on voice.video_id = ${highlights.videoId} and voice.label = ${highlights.speaker}
  where jurors.id = ${factQuotes.jurorId} and case when voice.video_id is not null then voice.juror_id = jurors.id
    else ${highlights.jurorNumber} is not null and jurors.number_key = ${numberKey(sql`${highlights.jurorNumber}`)} end)`

/** Leaves out words that have since been assigned to someone else. */
export function listFactQuotes(db: Db, jurorId: string): Promise<FactQuote[]> {
  const { sessionId, videoId, startMs, quote } = highlights
  return db
    .select({
      field: factQuotes.field,
      highlightId: factQuotes.highlightId,
      ...{ sessionId, videoId, quote },
      start: sql<number | null>`(${startMs} / 1000.0)::float8`,
    })
    .from(factQuotes)
    .innerJoin(highlights, eq(highlights.id, factQuotes.highlightId))
    .innerJoin(sessions, and(eq(sessions.id, sessionId), isNull(sessions.deletedAt)))
    .innerJoin(sessionVideos, and(eq(sessionVideos.sessionId, sessionId), eq(sessionVideos.videoId, videoId)))
    .innerJoin(videos, and(eq(videos.id, videoId), isNull(videos.deletedAt)))
    .where(and(eq(factQuotes.jurorId, jurorId), isTheirs))
    .orderBy(factQuotes.field)
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
    const link = { highlightId, linkedBy: actor.userId, linkedAt: sql`now()` }
    await tx
      .insert(factQuotes)
      .values({ ...fact, ...link })
      .onConflictDoUpdate({ target: [factQuotes.jurorId, factQuotes.field], set: link })
    await audit(tx, { actor, ip }, 'juror.quote_linked', juror, { field: fact.field, highlightId })
    return (await listFactQuotes(tx, fact.jurorId)).find((each) => each.field === fact.field)!
  })
}

export function unlinkFactQuote({ db, actor, ip }: Context, { jurorId, field }: Fact): Promise<void> {
  return db.transaction(async (tx) => {
    const { juror } = await requireJuror(tx, actor, jurorId, 'review', { lock: true })
    await tx.delete(factQuotes).where(and(eq(factQuotes.jurorId, jurorId), eq(factQuotes.field, field)))
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
