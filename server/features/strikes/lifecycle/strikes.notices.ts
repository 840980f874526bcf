/** Who hears of what became of a strike. No message quotes anybody; a juror is a number. */
import { type News, notify } from '#server/features/notifications/notifications.service.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/route.ts'
import { readBudgets } from '../selection/budgets.queries.ts'
import { approversOf } from './strikes.access.ts'
import { getStrikeLabel } from './strikes.labels.ts'
import type { StrikeRow } from '../strikes.table.ts'

type Who = Pick<Context, 'actor'>
type Telling = Pick<News, 'type' | 'title' | 'message' | 'to' | 'isAskedAnew'> & { topic: string; label?: string }
const counsel = { caseRoles: ['lead', 'attorney'] } as const

/** The path of the strike log, at this strike. */
const placeOf = ({ sessionId, id }: Pick<StrikeRow, 'sessionId' | 'id'>): `/${string}` =>
  `/sessions/${sessionId}/strike-log#${id}`

const tell = (tx: Db, actorId: string | null, strike: StrikeRow, { label, ...news }: Telling): Promise<number> =>
  notify(tx, {
    ...news,
    firmId: strike.firmId,
    actorId,
    caseId: strike.caseId,
    entityId: strike.id,
    category: 'case',
    action: { url: placeOf(strike), label: label ?? 'View' },
  })

const nameOf = (strike: StrikeRow, jurorNumber: string): string =>
  `${getStrikeLabel({ ...strike, state: 'exercised' })}, juror ${jurorNumber}`

export async function tellSubmitted(tx: Db, { actor }: Who, strike: StrikeRow, jurorNumber: string): Promise<void> {
  await tell(tx, actor.userId, strike, {
    topic: 'strike.submitted',
    type: 'info',
    title: 'Strike waits for approval',
    message: `${nameOf(strike, jurorNumber)}: read it and approve it, or send it back.`,
    isAskedAnew: true,
    label: 'Review',
    to: { userIds: await approversOf(tx, strike.caseId) },
  })
}

const decisions = {
  approve: { topic: 'strike.approved', type: 'success', title: 'Strike approved' },
  approve_afterwards: { topic: 'strike.approved_afterwards', type: 'success', title: 'Strike approved after the fact' },
  request_changes: { topic: 'strike.changes_requested', type: 'warning', title: 'Changes requested on a strike' },
  reject: { topic: 'strike.rejected', type: 'warning', title: 'Strike rejected' },
} as const

export async function tellDecided(
  tx: Db,
  { actor }: Who,
  strike: StrikeRow,
  jurorNumber: string,
  decision: keyof typeof decisions,
): Promise<void> {
  await tell(tx, actor.userId, strike, {
    ...decisions[decision],
    message: `${nameOf(strike, jurorNumber)}.`,
    isAskedAnew: true,
    to: { userIds: [strike.createdBy] },
  })
}

export async function tellRuled(tx: Db, { actor }: Who, strike: StrikeRow, jurorNumber: string): Promise<void> {
  const to = { userIds: [strike.createdBy], ...counsel }
  await tell(tx, actor.userId, strike, {
    topic: 'strike.ruled',
    type: 'info',
    title: 'Ruling recorded',
    message: `${nameOf(strike, jurorNumber)}: ${strike.ruling}.`,
    to,
  })
  if (strike.madeBy === 'us' && strike.ruling === 'denied') {
    await tell(tx, actor.userId, strike, {
      topic: 'strike.denied',
      type: 'warning',
      title: 'Challenge for cause denied: preserve the error',
      message: `${nameOf(strike, jurorNumber)}: what must be done before the jury is sworn is on its list.`,
      label: 'Preserve error',
      to,
    })
  }
}

export async function tellObjection(tx: Db, { actor }: Who, strike: StrikeRow, jurorNumber: string): Promise<void> {
  await tell(tx, actor.userId, strike, {
    topic: 'strike.objected',
    type: 'error',
    title: 'Objection to a peremptory',
    message: `${nameOf(strike, jurorNumber)}: the reasons, the reply and the finding belong on the record.`,
    to: counsel,
  })
}

/** When one of ours is left, and when the other side has none. */
export async function tellOfBudget(tx: Db, { actor }: Who, inCase: SeenCase, strike: StrikeRow): Promise<void> {
  if (strike.kind !== 'peremptory') return
  const budgets = await readBudgets(tx, inCase)
  if (!budgets) return
  const which = strike.target === 'alternate' && budgets.separate ? 'alternates' : 'regular'
  const left = (strike.madeBy === 'us' ? budgets.us : budgets.them)[which].remaining
  const isLow = strike.madeBy === 'us' ? left === 1 : left === 0
  if (!isLow) return
  const against = which === 'alternates' ? ' against alternates' : ''
  await tell(tx, actor.userId, strike, {
    topic: strike.madeBy === 'us' ? 'strikes.low' : 'strikes.theirs_used',
    type: 'warning',
    title: strike.madeBy === 'us' ? 'One peremptory left' : 'The opposing side has no peremptory left',
    message:
      strike.madeBy === 'us'
        ? `We have one peremptory challenge${against} left.`
        : `The opposing side has used its last peremptory challenge${against}.`,
    to: counsel,
  })
}

/** Nobody did it: time has run out. */
export async function tellOverdue(tx: Db, strike: StrikeRow, jurorNumber: string): Promise<void> {
  await tell(tx, null, strike, {
    topic: 'strike.approval_overdue',
    type: 'warning',
    title: 'Approval overdue',
    message: `${nameOf(strike, jurorNumber)} has waited a day for its approval.`,
    label: 'Review',
    to: { userIds: await approversOf(tx, strike.caseId) },
  })
}
