import { and, inArray, isNull } from 'drizzle-orm'
import { type JurorRow, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import { getSides } from '#contract/cases/data.ts'
import { getSideNames, isProsecuted } from '#contract/cases/sides.ts'
import { jurorFieldNames, jurorFields } from '#contract/jurors/fields.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { readStrikes, strikes } from '#server/features/strikes/strikes.ts'
import { toWords, toLocalTime } from './clean.ts'
import type { Block, Cite, Cell } from './doc.ts'
import { toCite, type Gathered, type Placed, isAmong } from './gather.ts'

export const toHighlightCite = (gathered: Gathered, { highlight, seen }: Placed): Cite =>
  toCite(gathered, {
    videoId: highlight.videoId,
    sessionId: seen.session.id,
    seconds: highlight.start,
    page: highlight.page,
    line: highlight.line,
  })

export function toHighlightBlocks(gathered: Gathered, placed: Placed): Block[] {
  const { redact, order } = gathered
  const { highlight: it } = placed
  const who = it.juror ? `Juror ${redact.text(it.juror.number)}` : redact.text(it.speaker ?? 'Unknown speaker')
  const name = it.juror ? redact.name({ displayName: it.juror.name }) : null
  const remarks = [
    it.status === 'suggested' && 'SUGGESTED, not confirmed by a person.',
    it.textChanged && 'The transcript was corrected after this finding. Verify the quotation.',
    it.latencyMs !== null && `Answered after ${(it.latencyMs / 1000).toFixed(1)} s.`,
  ].filter(Boolean)
  const still: Block[] =
    order.options.stills && it.start !== null
      ? [
          {
            kind: 'still',
            videoId: it.videoId,
            atMs: Math.round(it.start * 1000),
            alt: `${who} in the recording`,
            path: null,
          },
        ]
      : []
  return [
    ...still,
    {
      kind: 'quote',
      question: it.question === '' ? null : redact.text(it.question),
      text: redact.text(it.quote),
      by: `${who}${name ? ` (${name})` : ''} · ${toWords(it.type)}${it.sub ? `, ${toWords(it.sub).toLowerCase()}` : ''} · ${it.severity}`,
      cite: toHighlightCite(gathered, placed),
      note: remarks.length > 0 ? remarks.join(' ') : null,
    },
  ]
}

export const getChangeTime = ({ highlight }: Placed): string | null => highlight.decidedAt

export type SeatedJuror = { juror: JurorRow; seat: number | null }

export async function listJurorsInScope(gathered: Gathered): Promise<SeatedJuror[]> {
  const { db, order, jurors, sittings } = gathered
  const numbers = order.filters.jurors
  const chosen = jurors.filter(
    ({ id, jurorNumber }) => (order.scope.kind !== 'juror' || id === order.scope.id) && isAmong(jurorNumber, numbers),
  )
  const sessionIds = sittings.map(({ seen }) => seen.session.id)
  const rows =
    sessionIds.length === 0
      ? []
      : await db
          .select({ jurorId: jurorSeats.jurorId, sessionId: jurorSeats.sessionId, seat: jurorSeats.seat })
          .from(jurorSeats)
          .where(and(inArray(jurorSeats.sessionId, sessionIds), isNull(jurorSeats.toAt)))
  const seats = new Map<string, number>()
  for (const id of sessionIds) for (const row of rows) if (row.sessionId === id) seats.set(row.jurorId, row.seat)
  return chosen.map((juror) => ({ juror, seat: seats.get(juror.id) ?? null }))
}

export function buildJurorTable({ redact }: Gathered, seated: readonly SeatedJuror[]): Block {
  return {
    kind: 'table',
    label: 'Jurors',
    head: ['Juror', 'Seat', 'Name', 'Status', 'Occupation'],
    widths: [1, 1, 3, 3, 4],
    rows: seated.map(({ juror, seat }) => [
      redact.text(juror.jurorNumber),
      seat === null ? '' : String(seat),
      redact.name(juror) ?? '',
      toWords(juror.status),
      redact.text(juror.occupation),
    ]),
  }
}

export const redactableFields = jurorFieldNames.filter((field) => jurorFields[field].leftOutBy)
export const plainFields = jurorFieldNames.filter((field) => !jurorFields[field].leftOutBy)

export function toJurorFacts({ redact, order }: Gathered, { juror, seat }: SeatedJuror): Block {
  const name = redact.name(juror)
  const rows: [string, Cell][] = [
    ['Status', toWords(juror.status)],
    ...(seat === null ? [] : ([['Seat', String(seat)]] as [string, Cell][])),
    ...(name === null ? [] : ([['Name', name]] as [string, Cell][])),
    ...[...plainFields, ...redactableFields].map((field): [string, Cell] => [
      jurorFields[field].label,
      redact.field(juror, field),
    ]),
    ...(order.options.includePrivileged
      ? ([
          ['Tags (work product)', redact.text(juror.tags.join(', '))],
          ['Notes (work product)', redact.text(juror.notes)],
        ] as [string, Cell][])
      : []),
  ]
  return { kind: 'facts', rows: rows.filter(([, value]) => value !== '') }
}

export const saidInCourt: readonly Strike['state'][] = ['exercised', 'ruled', 'final']

/**
 * Returns the strikes in scope in order of call. Strikes that weren't made in court are included only with privileged
 * content.
 */
export async function listStrikes(gathered: Gathered): Promise<Strike[]> {
  const { db, actor, subject, sittings, order } = gathered
  const ids = sittings.map(({ seen }) => seen.session.id)
  if (ids.length === 0) return []
  const all = await readStrikes(db, actor, subject.inCase!, inArray(strikes.sessionId, ids))
  const { includePrivileged } = order.options
  const { jurors } = order.filters
  return all.filter(
    ({ state, jurorNumber }) => (includePrivileged || saidInCourt.includes(state)) && isAmong(jurorNumber, jurors),
  )
}

export const getRationale = ({ order, redact }: Gathered, { rationale, privilege }: Strike): string =>
  order.options.includePrivileged || privilege === 'on_record' ? redact.text(rationale ?? '') : ''

export const getGround = ({ subject }: Gathered, { groundCode }: Strike): string =>
  findGround(subject.inCase?.forumId ?? null, groundCode)?.label ?? groundCode ?? ''

export const madeByWords: Record<Strike['madeBy'], string> = {
  us: 'Our side',
  opposing: 'Opposing side',
  court: 'The court',
}

/** Prose needs the full name because a reader doesn't know who "our side" is. Tables use the short form. */
export const getSideName = ({ subject, redact }: Gathered, side: Strike['madeBy']): string =>
  subject.inCase ? redact.text(getSideNames(subject.inCase)[side]) : madeByWords[side]

/** Returns the side's role in the caption, because "our side" means nothing to a clerk. */
export function getCourtSide({ subject }: Gathered, side: Strike['madeBy']): string {
  const { inCase } = subject
  if (side === 'court' || !inCase || inCase.ourSide === null) return madeByWords[side]
  const role = getSides(inCase.ourSide)[side === 'us' ? 'us' : 'them']
  return role === 'defense' ? 'Defense' : isProsecuted(inCase) ? 'Prosecution' : 'Plaintiff'
}

export const getRuling = (strike: Strike): string => (isRuledOn(strike) ? toWords(strike.ruling) : '')

export type Moment = { clock: string; cite: Cite | null }
type Place = { videoId: string; seconds: number }

export const getCalled = (gathered: Gathered, it: Strike): Moment =>
  toMoment(gathered, it, { at: it.calledAt, marked: it.calledTimecode, place: it.calledPlace })
export const getRuled = (gathered: Gathered, it: Strike): Moment =>
  toMoment(gathered, it, { at: it.ruledAt, marked: it.rulingTimecode, place: it.ruledPlace })

function toMoment(
  gathered: Gathered,
  { sessionId }: Strike,
  { at, marked, place }: { at: string | null; marked: Place | null; place: Place | null },
): Moment {
  const found = marked ?? place
  const cite = found && toCite(gathered, { ...found, sessionId, page: null, line: null })
  return {
    clock: toLocalTime(at, gathered.timeZone),
    cite: cite && (marked ? cite : { ...cite, label: `about ${cite.label}` }),
  }
}
