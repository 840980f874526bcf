import { and, inArray, isNull } from 'drizzle-orm'
import { type JurorRow, jurorSeats } from '#server/features/jurors/jurors.table.ts'
import { sideNames } from '#contract/cases/sides.ts'
import { jurorFieldNames, jurorFields } from '#contract/jurors/fields.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { readStrikes, strikes } from '#server/features/strikes/strikes.ts'
import { toWords, toClock } from './clean.ts'
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

/** A highlight as a quote with its place; a picture before it where pictures were chosen. */
export function toHighlightBlocks(gathered: Gathered, placed: Placed): Block[] {
  const { redact, order } = gathered
  const { highlight: it } = placed
  const who = it.juror ? `Juror ${redact.text(it.juror.number)}` : redact.text(it.speaker ?? 'Unknown speaker')
  const name = it.juror ? redact.name({ displayName: it.juror.name }) : null
  const remarks = [
    it.status === 'suggested' && 'SUGGESTED, not confirmed by a person.',
    it.textChanged && 'The transcript has been corrected since: read it anew.',
    it.latencyMs !== null && `${(it.latencyMs / 1000).toFixed(1)} s before the answer.`,
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

/** Of a highlight, when it last changed as far as the document shows it. */
export const getChangeTime = ({ highlight }: Placed): string | null => highlight.decidedAt

export type SeatedJuror = { juror: JurorRow; seat: number | null }

/**
 * The jurors of the case, or the one of the scope, in the order of call, narrowed by the numbers of the filter, with the
 * seat that each holds now: in the session of the scope, else in the latest one.
 */
export async function jurorsInScope(gathered: Gathered): Promise<SeatedJuror[]> {
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
  // Sittings are in order of date: the last one that seats a juror counts.
  for (const id of sessionIds) for (const row of rows) if (row.sessionId === id) seats.set(row.jurorId, row.seat)
  return chosen.map((juror) => ({ juror, seat: seats.get(juror.id) ?? null }))
}

export function jurorTable({ redact }: Gathered, seated: readonly SeatedJuror[]): Block {
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

/** Fields that an export option leaves out, and the others. */
export const leavableFields = jurorFieldNames.filter((field) => jurorFields[field].leftOutBy)
export const plainFields = jurorFieldNames.filter((field) => !jurorFields[field].leftOutBy)

/** What a juror said of themselves; the team's own notes only where they were chosen. */
export function jurorFacts({ redact, order }: Gathered, { juror, seat }: SeatedJuror): Block {
  const name = redact.name(juror)
  const rows: [string, Cell][] = [
    ['Status', toWords(juror.status)],
    ...(seat === null ? [] : ([['Seat', String(seat)]] as [string, Cell][])),
    ...(name === null ? [] : ([['Name', name]] as [string, Cell][])),
    ...[...plainFields, ...leavableFields].map((field): [string, Cell] => [
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

const saidInCourt: readonly Strike['state'][] = ['exercised', 'ruled', 'final']

/**
 * The strikes of the scope in the order in which they were called. What was said in court always; what the team only
 * planned, withdrew or voided is its own, and comes where privileged content was chosen.
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

/** The reason that may be told: put on the record, or chosen with the privileged content. */
export const getRationale = ({ order, redact }: Gathered, { rationale, privilege }: Strike): string =>
  order.options.includePrivileged || privilege === 'on_record' ? redact.text(rationale ?? '') : ''

export const getGround = ({ subject }: Gathered, { groundCode }: Strike): string =>
  findGround(subject.inCase?.forumId ?? null, groundCode)?.label ?? groundCode ?? ''

export const madeByWords: Record<Strike['madeBy'], string> = {
  us: 'Our side',
  opposing: 'Opposing side',
  court: 'The court',
}

/** For prose: a reader of the paper does not know who "our side" is. A table keeps the short words, which sort and filter. */
export const getSideName = ({ subject, redact }: Gathered, side: Strike['madeBy']): string =>
  subject.inCase ? redact.text(sideNames(subject.inCase)[side]) : madeByWords[side]

export const getRuling = (strike: Strike): string => (isRuledOn(strike) ? toWords(strike.ruling) : '')

/** When something was said in court, by the court's clock, and where in a recording. */
export type Moment = { clock: string; cite: Cite | null }
type Place = { videoId: string; seconds: number }

export const getCalled = (gathered: Gathered, it: Strike): Moment =>
  toMoment(gathered, it, { at: it.calledAt, marked: it.calledTimecode, place: it.calledPlace })
export const getRuled = (gathered: Gathered, it: Strike): Moment =>
  toMoment(gathered, it, { at: it.ruledAt, marked: it.rulingTimecode, place: it.ruledPlace })

/** A second that nobody has found in the recording is only about right, and says so. */
function toMoment(
  gathered: Gathered,
  { sessionId }: Strike,
  { at, marked, place }: { at: string | null; marked: Place | null; place: Place | null },
): Moment {
  const found = marked ?? place
  const cite = found && toCite(gathered, { ...found, sessionId, page: null, line: null })
  return {
    clock: toClock(at, gathered.timeZone),
    cite: cite && (marked ? cite : { ...cite, label: `about ${cite.label}` }),
  }
}
