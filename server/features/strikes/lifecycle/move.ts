import type { FastifyInstance } from 'fastify'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { strikeLimits } from '#contract/strikes/data.ts'
import {
  type MoveInput,
  moveStrike as endpoint,
  type Strike,
  type StrikeBudgets,
  type StrikeEvent,
} from '#contract/strikes/strikes.ts'
import { findMove } from '#contract/strikes/moves.ts'
import { type Act, recordAct, recordActs, type Who } from '#server/features/audit/audit.service.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { writeJurorEvent } from '#server/features/jurors/jurors.events.ts'
import { type News, notify } from '#server/features/notifications/notifications.service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { defineJob } from '#server/platform/queue.ts'
import { type Context, mount } from '#server/platform/http/route.ts'
import { type HeldJuror, returnJuror } from '../panel.ts'
import { readBudgets } from '../selection/selection.ts'
import { strikeEvents, type StoredState, type StrikeRow, strikes } from '../strikes.table.ts'
import {
  findAnswer,
  findApprovers,
  findDrafters,
  findLive,
  readFacts,
  readStrike,
  requireStrike,
  withCurrent,
} from './read.ts'
import { type Decision, decideMove, getStrikeLabel } from './rules.ts'

export const moveRoutes = (app: FastifyInstance): void =>
  mount(app, endpoint, (context, { params, input }) => moveStrike(context, params.strikeId, input))

async function moveStrike(context: Context, strikeId: string, input: MoveInput): Promise<Strike> {
  const { db, actor } = context
  try {
    return await db.transaction((tx) => make(tx, context, strikeId, input))
  } catch (error) {
    throw await withCurrent(db, actor, error, input, async () => {
      const { strike, inCase } = await requireStrike(db, actor, strikeId)
      return { inCase, jurorId: strike.jurorId, strikeId }
    })
  }
}

async function make(tx: Db, context: Context, strikeId: string, input: MoveInput): Promise<Strike> {
  const { actor, ip } = context
  const who = { actor, ip }
  const move = findMove(input.move)
  // Rulings and late approvals are allowed in a locked session.
  const options = { lock: true, evenLocked: move.afterSwearing === true }
  const seen = await requireStrike(tx, actor, strikeId, move.action, options)
  const answer = await findAnswer(tx, actor, input.eventId, { id: strikeId })
  if (answer) return answer
  const facts = await readFacts(tx, actor, seen, move, input)

  const decision = decideMove(move, facts, input)

  const { strike: before, inCase, at } = facts
  const effects = await applyEffects(tx, who, { ...facts, strike: before }, decision)
  const written = await writeStrike(tx, actor, before, decision.change)
  const { returnReason: reason, setAside } = decision
  const reversed = reason === undefined ? null : await reverseEffects(tx, who, { before, at, reason })

  const words = input.reason || input.acknowledgement
  const made = await readStrike(tx, actor, inCase, strikeId)
  return conclude(tx, context, inCase, made, {
    ...{ kind: move.name, eventId: input.eventId, strike: written, from: before.state, at, setAside },
    ...{ effects: [...effects, ...(reversed?.acts ?? [])], others: reversed?.restored ?? [] },
    text: words || (move.needs.includes('order') ? written.courtAllowed : ''),
    reason: words,
    details: trace(before, written),
  })
}

const trace = (before: StrikeRow, after: StrikeRow): Record<string, unknown> => ({
  from: before.state,
  to: after.state,
  ...(after.ruling !== before.ruling && { ruling: after.ruling }),
  ...(after.remedyRestored !== before.remedyRestored && { remedyRestored: after.remedyRestored }),
  ...(after.selfApproved && after.approvedAt !== before.approvedAt && { selfApproved: true }),
  ...(after.checkResult && {
    check: {
      level: after.checkResult.level,
      version: after.checkResult.version,
      rules: after.checkResult.items.map(({ rule }) => rule),
    },
  }),
})

/** Increments the version, which offline devices use to detect conflicts. */
export async function writeStrike(
  tx: Db,
  actor: Actor,
  row: StrikeRow,
  change: Partial<StrikeRow>,
): Promise<StrikeRow> {
  const [written] = await tx
    .update(strikes)
    .set({ ...change, updatedBy: actor.userId, updatedAt: new Date(), version: row.version + 1 })
    .where(eq(strikes.id, row.id))
    .returning()
  return written!
}

type Struck = Pick<StrikeRow, 'kind' | 'madeBy' | 'sessionId'>

const toStatus = ({ kind, madeBy }: Struck) =>
  kind === 'cause' ? 'struck_cause' : madeBy === 'us' ? 'struck_peremptory_us' : 'struck_peremptory_them'

export async function applyEffects(
  tx: Db,
  who: Who,
  { inCase, juror, strike }: { inCase: SeenCase; juror: HeldJuror; strike: Struck },
  { beginsSelection, removesJuror }: Decision,
): Promise<Act[]> {
  const acts: Act[] = []
  if (beginsSelection) {
    const { userId: updatedBy } = who.actor
    const begun = {
      status: 'in_selection',
      updatedAt: new Date(),
      updatedBy,
      version: sql`${cases.version} + 1`,
    } as const
    await tx.update(cases).set(begun).where(eq(cases.id, inCase.id))
    acts.push({
      ...{ action: 'case.status_changed', entity: 'case', entityId: inCase.id, caseId: inCase.id },
      details: { from: 'active', to: 'in_selection' },
      reason: 'The first strike was exercised.',
    })
  }
  if (removesJuror) {
    const { sessionId } = strike
    acts.push(await writeJurorEvent(tx, who, juror, { kind: 'struck', status: toStatus(strike), sessionId }))
  }
  return acts
}

export async function reverseEffects(
  tx: Db,
  who: Who,
  { before, at, reason }: { before: StrikeRow; at: Date; reason: string },
): Promise<{ acts: Act[]; restored: Deed[] }> {
  const acts = await returnJuror(tx, who, before, { kind: 'strike_taken_back', takenAs: toStatus(before), reason })
  const yielded = await tx
    .select()
    .from(strikes)
    .where(and(eq(strikes.supersededBy, before.id), eq(strikes.state, 'withdrawn')))
  const restored: Deed[] = []
  for (const row of yielded) {
    const to = row.supersededState
    if (to === null || (await findLive(tx, row.jurorId, row.id))) continue
    const back = { state: to, supersededBy: null, supersededState: null, endReason: '' }
    const strike = await writeStrike(tx, who.actor, row, back)
    restored.push({ kind: 'restore', strike, from: 'withdrawn', at, details: { from: 'withdrawn', to } })
  }
  return { acts, restored }
}

export type Deed = {
  kind: StrikeEvent['kind'] | null
  verb?: string
  strike: StrikeRow
  from: StoredState | null
  at: Date
  text?: string
  details?: Record<string, unknown>
  reason?: string
  setAside?: string[] | undefined
  effects?: Act[]
  others?: Deed[]
  eventId?: string
}

export async function conclude(
  tx: Db,
  context: Context,
  inCase: SeenCase,
  answer: Strike,
  deed: Deed,
): Promise<Strike> {
  const { actor, parts } = context
  await recordActs(tx, context, deed.effects ?? [])
  for (const each of deed.others ?? []) {
    await keepStep(tx, actor, each, null)
    await audit(tx, context, each)
  }
  await keepStep(tx, actor, deed, deed.eventId === undefined ? null : answer)
  await audit(tx, context, deed)
  if (deed.kind === 'submit' || deed.kind === 'exercise_unapproved') {
    const startAfterSeconds = strikeLimits.approvalHours * 3600
    await parts.queue.send(
      tx,
      strikeReminderJob,
      { strikeId: deed.strike.id },
      { startAfterSeconds, firmId: deed.strike.firmId },
    )
  }
  for (const news of await getNews(tx, inCase, deed, answer.jurorNumber))
    await notifyPeople(tx, actor.userId, deed.strike, news)
  return answer
}

async function keepStep(tx: Db, actor: Actor, deed: Deed, answer: Strike | null): Promise<void> {
  if (deed.kind === null) return
  await tx.insert(strikeEvents).values({
    id: deed.eventId ?? newId(),
    strikeId: deed.strike.id,
    kind: deed.kind,
    fromState: deed.from,
    toState: deed.strike.state,
    byUser: actor.userId,
    at: deed.at,
    // Don't use the database's `now()`. It returns the start of the transaction, which may have waited for the lock.
    receivedAt: new Date(),
    text: deed.text ?? '',
    answer,
  })
}

const pastTense: Record<StrikeEvent['kind'], string> = {
  create: 'drafted',
  record: 'recorded',
  edit: 'changed',
  submit: 'submitted',
  approve: 'approved',
  request_changes: 'changes_requested',
  reject: 'rejected',
  exercise: 'exercised',
  exercise_unapproved: 'exercised_unapproved',
  approve_afterwards: 'approved_afterwards',
  object: 'objected',
  preserve: 'preserved',
  rule: 'ruled',
  withdraw: 'withdrawn',
  undo: 'undone',
  void: 'voided',
  supersede: 'superseded',
  restore: 'restored',
}

/** The audit trail never contains the rationale or comments. */
async function audit(
  tx: Db,
  { actor, ip }: Who,
  { kind, verb, strike, details, reason, setAside = [] }: Omit<Deed, 'from' | 'at'>,
): Promise<void> {
  const { id: entityId, caseId, sessionId, jurorId, kind: of, madeBy, number } = strike
  const about = { actor, ip, entity: 'strike', entityId, caseId }
  if (setAside.length > 0) {
    const against = { sessionId, jurorId, against: setAside }
    await recordAct(tx, { ...about, action: 'strike.allowed_by_court', details: against, reason: strike.courtAllowed })
  }
  await recordAct(tx, {
    ...about,
    action: `strike.${verb ?? (kind && pastTense[kind])}`,
    details: { sessionId, jurorId, kind: of, madeBy, number, ...details },
    reason: reason || null,
  })
}

/** Notifications never contain quotes. They identify jurors by number. */
type StrikeNews = Pick<News, 'type' | 'title' | 'message'> & {
  topic: string
  to: 'approvers' | 'author' | 'counsel' | 'author-and-counsel'
  label?: string
  alwaysNotify?: true
}

const decisions: { [kind in StrikeEvent['kind']]?: Pick<StrikeNews, 'type' | 'title'> } = {
  approve: { type: 'success', title: 'Strike approved' },
  approve_afterwards: { type: 'success', title: 'Strike approved after the fact' },
  request_changes: { type: 'warning', title: 'Changes requested on a strike' },
  reject: { type: 'warning', title: 'Strike rejected' },
}

async function getNews(tx: Db, inCase: SeenCase, deed: Deed, jurorNumber: string): Promise<StrikeNews[]> {
  const { kind, verb, strike } = deed
  if (kind === null || verb !== undefined) return []
  const name = nameStrike(strike, jurorNumber)
  const topic = `strike.${pastTense[kind]}`
  const decision = decisions[kind]
  if (decision) return [{ ...decision, topic, message: `${name}.`, to: 'author', alwaysNotify: true }]
  switch (kind) {
    case 'submit': {
      const message = `${name}: approve it or send it back.`
      const asked = { label: 'Review', to: 'approvers', alwaysNotify: true } as const
      return [{ ...asked, topic, type: 'info', title: 'Strike awaiting approval', message }]
    }
    case 'rule':
      return getRulingNews(strike, name)
    case 'object': {
      if (strike.objection !== null) return []
      const message = `${name}: put the reasons, the reply, and the finding on the record.`
      return [{ topic, type: 'error', title: 'Objection to a peremptory', message, to: 'counsel' }]
    }
    case 'record':
    case 'exercise':
    case 'exercise_unapproved':
      return strike.kind === 'peremptory' ? getBudgetNews(strike, await readBudgets(tx, inCase)) : []
    default:
      return []
  }
}

const nameStrike = (strike: StrikeRow, jurorNumber: string): string =>
  `${getStrikeLabel({ ...strike, state: 'exercised' })}, juror ${jurorNumber}`

function getRulingNews({ madeBy, ruling }: StrikeRow, name: string): StrikeNews[] {
  const to = 'author-and-counsel'
  const ruled = {
    topic: 'strike.ruled',
    type: 'info',
    title: 'Ruling recorded',
    message: `${name}: ${ruling}.`,
    to,
  } as const
  if (madeBy !== 'us' || ruling !== 'denied') return [ruled]
  const title = 'Challenge for cause denied: preserve error'
  const message = `${name}: complete the preservation steps before the jury is sworn.`
  return [ruled, { topic: 'strike.denied', type: 'warning', title, message, label: 'Preserve error', to }]
}

function getBudgetNews({ madeBy, target }: StrikeRow, budgets: StrikeBudgets | null): StrikeNews[] {
  if (!budgets) return []
  const isAgainstAlternates = target === 'alternate' && budgets.separate
  const { remaining } = (madeBy === 'us' ? budgets.us : budgets.them)[isAgainstAlternates ? 'alternates' : 'regular']
  const against = isAgainstAlternates ? ' against alternates' : ''
  const warning = { type: 'warning', to: 'counsel' } as const
  if (madeBy === 'us') {
    const message = `Your side has one peremptory challenge${against} left.`
    return remaining === 1 ? [{ ...warning, topic: 'strikes.low', title: 'One peremptory left', message }] : []
  }
  const title = 'Opposing side out of peremptories'
  const message = `The opposing side has used its last peremptory challenge${against}.`
  return remaining === 0 ? [{ ...warning, topic: 'strikes.theirs_used', title, message }] : []
}

/** `actorId` is null for overdue reminders. */
async function notifyPeople(
  tx: Db,
  actorId: string | null,
  strike: StrikeRow,
  { to, label, ...news }: StrikeNews,
): Promise<void> {
  const { firmId, caseId, sessionId, id: entityId, createdBy } = strike
  const isForAuthor = to.includes('author')
  const hasAuthor = isForAuthor && (await findDrafters(tx, caseId)).includes(createdBy)
  const heirs = isForAuthor && !hasAuthor ? (['lead'] as const) : []
  await notify(tx, {
    ...news,
    ...{ firmId, actorId, caseId, entityId, category: 'case' },
    action: { url: `/sessions/${sessionId}/strike-log#${entityId}`, label: label ?? 'View' },
    to: {
      ...(hasAuthor && { userIds: [createdBy] }),
      ...(to === 'approvers' && { userIds: await findApprovers(tx, caseId) }),
      caseRoles: to.includes('counsel') ? ['lead', 'attorney'] : heirs,
    },
  })
}

export const strikeReminderJob = defineJob({
  name: 'strike-reminder',
  payload: z.strictObject({ strikeId: Id }),
  attempts: 3,
  timeoutSeconds: 60,
  heavy: false,
  lane: 'mail',
})

export const notifyOverdue = (tx: Db, strike: StrikeRow, jurorNumber: string): Promise<void> =>
  notifyPeople(tx, null, strike, {
    topic: 'strike.approval_overdue',
    type: 'warning',
    title: 'Approval overdue',
    message: `${nameStrike(strike, jurorNumber)} has been waiting a day for approval.`,
    label: 'Review',
    to: 'approvers',
  })
