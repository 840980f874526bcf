import { and, asc, eq, gte, inArray, lte, or, sql } from 'drizzle-orm'
import { open } from 'node:fs/promises'
import { selectShownName } from '#server/features/audit/shown-name.ts'
import { type AuditEventRow, auditEvents } from '#server/features/audit/audit.table.ts'
import { users } from '#server/features/team/team.table.ts'
import type { Gathered, Placed } from '../../documents/content/gather.ts'
import type { Original } from '../../documents/content/recordings.ts'
import { plainText } from '../../documents/content/redact.ts'

const batch = 1000

/** The hash covers the full text, so an event is withheld instead of edited. */
export function toCustodyLine(event: AuditEventRow, caseId: string | null, why: string | null = null) {
  const reason = event.caseId !== null && event.caseId !== caseId ? 'in another case' : why
  const { chain, seq, hash, action } = event
  const at = event.at.toISOString()
  return reason === null
    ? { kind: 'event' as const, ...event, at }
    : { kind: 'withheld' as const, chain, seq, hash, at, action, why: reason }
}

export type Custody = {
  events: number
  withheld: number
  firstSeq: number | null
  lastSeq: number | null
  lastHash: string | null
  people: Record<string, string>
}

/** Leaves out work product, such as which quotes counsel verified. */
const published = [
  /^video\.(?!opinion_)/,
  /^transcript\./,
  /^session\.video_/,
  /^highlight\.(?:created|changed|confirmed)$/,
  /^case\.recording_declared$/,
]

/**
 * Writes the full audit events of these recordings and passages, and only the number and hash of each event in between.
 * The chain can then be verified without disclosing other matters.
 */
export async function writeCustody(
  { db, order, redact, sittings, subject }: Gathered,
  chosen: readonly Placed[],
  originals: readonly Original[],
  out: string,
): Promise<Custody> {
  const ids = new Set([
    ...originals.map(({ videoId }) => videoId),
    ...chosen.map(({ highlight }) => highlight.id),
    ...sittings.map(({ seen }) => seen.session.id),
  ])
  const { entity, entityId, caseId, action, details, chain, seq } = auditEvents
  const videoIds = originals.map(({ videoId }) => videoId)
  const isOurs = or(
    inArray(entityId, [...ids]),
    and(eq(entity, 'correction'), inArray(sql`${details}::jsonb->>'videoId'`, videoIds)),
    ...(subject.inCase ? [and(eq(caseId, subject.inCase.id), eq(action, 'case.recording_declared'))] : []),
  )!
  const inChain = eq(chain, order.firmId)
  const ours = await db.select({ seq, action }).from(auditEvents).where(and(inChain, isOurs)).orderBy(asc(seq))
  const mine = new Set(ours.filter((each) => published.some((kind) => kind.test(each.action))).map((each) => each.seq))
  const [firstSeq = null, lastSeq = null] = mine.size === 0 ? [] : [Math.min(...mine), Math.max(...mine)]
  const custody: Custody = { events: 0, withheld: 0, firstSeq, lastSeq, lastHash: null, people: {} }
  const actors = new Set<string>()
  await using file = await open(out, 'w', 0o600)
  const end = lastSeq ?? 0
  for (let next = firstSeq ?? end + 1; next <= end; next += batch) {
    const rows = await db
      .select()
      .from(auditEvents)
      .where(and(inChain, gte(seq, next), lte(seq, Math.min(end, next + batch - 1))))
      .orderBy(asc(seq))
    const lines = rows.map((event) => {
      custody.lastHash = event.hash
      if (!mine.has(event.seq)) return { kind: 'link', chain: event.chain, seq: event.seq, hash: event.hash }
      const reason = event.reason ?? ''
      const isNaming = redact.details(event.details) !== event.details || redact.text(reason) !== plainText(reason)
      const line = toCustodyLine(event, subject.inCase?.id ?? null, isNaming ? 'names a juror' : null)
      if (line.kind === 'withheld') custody.withheld++
      else {
        custody.events++
        if (line.actorId) actors.add(line.actorId)
      }
      return line
    })
    await file.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  }
  if (actors.size > 0) {
    const named = await db
      .select({ id: users.id, name: selectShownName('users', order.firmId) })
      .from(users)
      .where(inArray(users.id, [...actors]))
      .orderBy(users.id)
    custody.people = Object.fromEntries(named.map(({ id, name }) => [id, redact.text(name)]))
  }
  return custody
}
