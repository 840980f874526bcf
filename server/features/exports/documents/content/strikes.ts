import { inArray } from 'drizzle-orm'
import { sideNames } from '#contract/cases/sides.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { readStrikes, strikes } from '#server/features/strikes/strikes.ts'
import { clockOf, wordsOf } from './clean.ts'
import { citeOf, type Gathered, isOneOf } from './gather.ts'
import type { Cite } from './doc.ts'

const saidInCourt: readonly Strike['state'][] = ['exercised', 'ruled', 'final']

/**
 * The strikes of the scope in the order in which they were called. What was said in court always; what the team only
 * planned, withdrew or voided is its own, and comes where privileged content was chosen.
 */
export async function strikesOf(gathered: Gathered): Promise<Strike[]> {
  const { db, actor, subject, sittings, order } = gathered
  const ids = sittings.map(({ seen }) => seen.session.id)
  if (ids.length === 0) return []
  const all = await readStrikes(db, actor, subject.inCase!, inArray(strikes.sessionId, ids))
  const { includePrivileged } = order.options
  const { jurors } = order.filters
  return all.filter(
    ({ state, jurorNumber }) => (includePrivileged || saidInCourt.includes(state)) && isOneOf(jurorNumber, jurors),
  )
}

/** The reason that may be told: put on the record, or chosen with the privileged content. */
export const rationaleOf = ({ order, redact }: Gathered, { rationale, privilege }: Strike): string =>
  order.options.includePrivileged || privilege === 'on_record' ? redact.text(rationale ?? '') : ''

export const groundOf = ({ subject }: Gathered, { groundCode }: Strike): string =>
  findGround(subject.inCase?.forumId ?? null, groundCode)?.label ?? groundCode ?? ''

export const madeByWords: Record<Strike['madeBy'], string> = {
  us: 'Our side',
  opposing: 'Opposing side',
  court: 'The court',
}

/** For prose: a reader of the paper does not know who "our side" is. A table keeps the short words, which sort and filter. */
export const sideOf = ({ subject, redact }: Gathered, side: Strike['madeBy']): string =>
  subject.inCase ? redact.text(sideNames(subject.inCase)[side]) : madeByWords[side]

export const rulingOf = (strike: Strike): string => (isRuledOn(strike) ? wordsOf(strike.ruling) : '')

/** When something was said in court, by the court's clock, and where in a recording. */
export type Moment = { clock: string; cite: Cite | null }
type Place = { videoId: string; seconds: number }

export const calledOf = (gathered: Gathered, it: Strike): Moment =>
  momentOf(gathered, it, { at: it.calledAt, marked: it.calledTimecode, place: it.calledPlace })
export const ruledOf = (gathered: Gathered, it: Strike): Moment =>
  momentOf(gathered, it, { at: it.ruledAt, marked: it.rulingTimecode, place: it.ruledPlace })

/** A second that nobody has found in the recording is only about right, and says so. */
function momentOf(
  gathered: Gathered,
  { sessionId }: Strike,
  { at, marked, place }: { at: string | null; marked: Place | null; place: Place | null },
): Moment {
  const found = marked ?? place
  const cite = found && citeOf(gathered, { ...found, sessionId, page: null, line: null })
  return {
    clock: clockOf(at, gathered.timeZone),
    cite: cite && (marked ? cite : { ...cite, label: `about ${cite.label}` }),
  }
}
