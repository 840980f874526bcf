import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { ChainRecord, Said } from '#contract/highlights/chains.ts'
import type { MotionJuror, MotionQuote } from '#contract/highlights/motions.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { recordAct } from '#server/features/audit/audit.service.ts'
import { listChains } from '#server/features/highlights/chains.queries.ts'
import { syncHighlights } from '#server/features/highlights/highlights.sync.ts'
import { requireSession, type SeenSession } from '#server/features/sessions/sessions.access.ts'
import { readStrikes, strikes } from '#server/features/strikes/strikes.ts'
import { users } from '#server/features/team/team.table.ts'
import { readSessionVideos } from '#server/features/videos/placing/session-videos.queries.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/http/route.ts'
import { timecode } from './clean.ts'
import { quoteVerifications } from '../../core/exports.table.ts'

const over: readonly Strike['state'][] = ['rejected', 'withdrawn', 'void']
const confirmed: readonly ChainRecord['concern']['status'][] = ['confirmed', 'edited']
const pageSize = 500

export async function readMotion(db: Db, actor: Context['actor'], seen: SeenSession): Promise<MotionJuror[]> {
  const { session, inCase } = seen
  await syncHighlights(db, session)
  const challenges = (await readStrikes(db, actor, inCase, eq(strikes.sessionId, session.id))).filter(
    ({ kind, madeBy, state }) => kind === 'cause' && madeBy === 'us' && !over.includes(state),
  )
  if (challenges.length === 0) return []
  const chains: ChainRecord[] = []
  let cursor: string | undefined
  do {
    const page = await listChains(db, seen, { limit: pageSize, cursor })
    chains.push(...page.chains)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const verified = await readVerified(db, session.id)
  return challenges.map(({ jurorId, jurorNumber, groundCode }): MotionJuror => {
    const ground = findGround(inCase.forumId, groundCode)
    return {
      jurorId,
      jurorNumber,
      ground: ground && { label: ground.label, source: ground.source, verified: ground.verified },
      chains: chains
        .filter(({ concern }) => concern.juror?.id === jurorId && confirmed.includes(concern.status))
        .map((chain) => ({ outcome: chain.outcome, quotes: listQuotes(session.id, chain, verified) })),
    }
  })
}

type Verified = ReadonlyMap<string, NonNullable<MotionQuote['verified']>>

function listQuotes(sessionId: string, { videoId, concern, probes, ruling }: ChainRecord, verified: Verified) {
  const toQuote = (
    part: MotionQuote['part'],
    said: Pick<Said, 'text' | 'start' | 'end' | 'page' | 'line'>,
    question: string,
  ): MotionQuote => {
    const { text, start, end, page, line } = said
    // Verifying a quote includes who gave the answer. For a ruling, that is always the court.
    const juror = part === 'ruling' ? [] : [concern.juror?.id ?? null]
    const id = createHash('sha256')
      .update(JSON.stringify([start, question, text, ...juror]))
      .digest('hex')
    return {
      id,
      part,
      question,
      text,
      sessionId,
      videoId,
      start,
      end,
      page,
      line,
      verified: verified.get(toKey(videoId, id)) ?? null,
    }
  }
  return [
    toQuote('concern', { ...concern, text: concern.quote }, concern.question),
    ...probes.map(({ question, answer }) => toQuote('follow_up', answer, question?.text ?? '')),
    ...(ruling ? [toQuote('ruling', ruling, '')] : []),
  ]
}

const toKey = (videoId: string, id: string): string => `${videoId}/${id}`

async function readVerified(db: Db, sessionId: string): Promise<Verified> {
  const { videoId, quoteSha256, verifiedAt, verifiedBy } = quoteVerifications
  const rows = await db
    .select({
      videoId,
      id: quoteSha256,
      by: selectShownName('users', sql`(select firm_id from sessions where id = ${sessionId})`),
      at: verifiedAt,
    })
    .from(quoteVerifications)
    .innerJoin(users, eq(users.id, verifiedBy))
    .where(eq(quoteVerifications.sessionId, sessionId))
  return new Map(rows.map((row) => [toKey(row.videoId, row.id), { by: row.by, at: row.at.toISOString() }]))
}

export const listAllQuotes = (motion: readonly MotionJuror[]): MotionQuote[] =>
  motion.flatMap(({ chains }) => chains.flatMap(({ quotes }) => quotes))

export function findUnverified(motion: readonly MotionJuror[]): string | null {
  const places = motion.flatMap(({ jurorNumber, chains }) => {
    const open = chains.flatMap(({ quotes }) => quotes).filter(({ verified }) => verified === null)
    return open.length === 0 ? [] : [`juror ${jurorNumber} at ${open.map(describePlace).join(', ')}`]
  })
  return places.length === 0 ? null : `Verify these quotes against the recording first: ${places.join('; ')}.`
}

export const describePlace = ({ page, line, start }: Pick<MotionQuote, 'page' | 'line' | 'start'>): string =>
  page !== null
    ? `${page}${line === null ? '' : `:${line}`}`
    : start === null
      ? 'an unknown time'
      : timecode(start * 1000)

export function verifyQuote(
  { db, actor, ip }: Context,
  { sessionId, quoteId, videoId, verified }: { sessionId: string; quoteId: string; videoId: string; verified: boolean },
): Promise<void> {
  return db.transaction(async (tx) => {
    const seen = await requireSession(tx, actor, sessionId, 'draftStrikes', { evenLocked: true })
    const inSession = await readSessionVideos(tx, sessionId)
    if (!inSession.some((each) => each.videoId === videoId)) throw absent('video')
    const motion = await readMotion(tx, actor, seen)
    const quote = listAllQuotes(motion).find((each) => each.id === quoteId && each.videoId === videoId)
    if (!quote)
      throw new Refusal('conflict', 'The words of this quote have changed. Compare the new words with the recording.')
    const row = { sessionId, videoId, quoteSha256: quoteId, verifiedBy: actor.userId }
    if (verified) await tx.insert(quoteVerifications).values(row).onConflictDoNothing()
    else
      await tx
        .delete(quoteVerifications)
        .where(
          and(
            eq(quoteVerifications.sessionId, sessionId),
            eq(quoteVerifications.videoId, videoId),
            eq(quoteVerifications.quoteSha256, quoteId),
          ),
        )
    if ((quote.verified !== null) === verified) return
    await recordAct(tx, {
      actor,
      ip,
      action: verified ? 'quote.verified' : 'quote.unverified',
      entity: 'session',
      entityId: sessionId,
      caseId: seen.inCase.id,
      // Leaves out the words because audit events can't be erased.
      details: { quoteSha256: quoteId, videoId, at: describePlace(quote) },
    })
  })
}
