import type { MoveInput } from '#contract/strikes/moves.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { findMove, refusalOf, type StrikeMove } from '#contract/strikes/workflow.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/route.ts'
import { moverOf, requireStrike } from './strikes.access.ts'
import { decide } from './strikes.approval.ts'
import { staleSentence, withCurrent } from './strikes.conflict.ts'
import { end, ruleOn, sayInCourt } from './strikes.court.ts'
import type { Moved, Moving } from './strikes.moving.ts'
import { movingOf, readStrike, stateOf } from './read.ts'
import { answeredBefore, auditStrike, momentOf, recordStep, writeStrike } from './strikes.record.ts'
import type { StrikeRow } from '../strikes.table.ts'

/** Makes a move of the table, once: the same event id answers the first result. */
export async function moveStrike(context: Context, strikeId: string, input: MoveInput): Promise<Strike> {
  const { db, actor } = context
  try {
    return await db.transaction((tx) => make(tx, context, strikeId, input))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
    const { strike, inCase } = await requireStrike(db, actor, strikeId)
    throw await withCurrent(db, actor, error, { inCase, jurorId: strike.jurorId, strikeId, yours: input })
  }
}

async function make(tx: Db, context: Context, strikeId: string, input: MoveInput): Promise<Strike> {
  const { actor, ip } = context
  const who = { actor, ip }
  const move = findMove(input.move)
  // The session's lock leaves room for what the court says and for an approval that is late.
  const evenLocked = move.afterSwearing === true
  const seen = await requireStrike(tx, actor, strikeId, move.action, { lock: true, evenLocked })
  const answer = await answeredBefore(tx, who, input.eventId, strikeId)
  if (answer) return answer
  const { strike, inCase } = seen
  const refusal = refusalOf(
    move,
    movingOf(strike, stateOf(inCase, strike)),
    await moverOf(tx, actor, inCase),
    inCase.status,
  )
  if (refusal?.code === 'not_allowed') throw new Refusal('not_allowed', refusal.sentence)
  if (strike.version !== input.version) throw new Refusal('conflict', staleSentence)
  if (refusal) throw new Refusal('conflict', refusal.sentence)

  const at = momentOf(input.at, new Date())
  const { change, after } = await changeOf(move, { tx, context, seen, input, at })
  const to = move.to === 'same' || move.to === 'final' ? strike.state : move.to
  const written = await writeStrike(tx, who, strike, { ...change, state: to })
  await after?.(written)
  await auditStrike(
    tx,
    who,
    pastTense[move.name],
    written,
    traceOf(strike, written),
    input.reason || input.acknowledgement,
  )
  const made = await readStrike(tx, actor, inCase, strikeId)
  await recordStep(tx, who, {
    id: input.eventId,
    kind: move.name,
    strikeId,
    from: strike.state,
    to,
    at,
    text: input.reason || input.acknowledgement || (isSaid(move.name) ? written.courtAllowed : ''),
    answer: made,
  })
  return made
}

const isSaid = (name: StrikeMove['name']) => name === 'exercise' || name === 'exercise_unapproved'

function changeOf(move: StrikeMove, moving: Moving): Promise<Moved> {
  switch (move.name) {
    case 'submit':
    case 'approve':
    case 'request_changes':
    case 'reject':
    case 'approve_afterwards':
      return decide(move.name, moving)
    case 'exercise':
    case 'exercise_unapproved':
      return sayInCourt(moving, { isApproved: move.name === 'exercise' })
    case 'rule':
      return ruleOn(moving)
    case 'withdraw':
    case 'undo':
    case 'void':
      return end(move.name, moving)
  }
}

const pastTense: Record<StrikeMove['name'], string> = {
  submit: 'submitted',
  approve: 'approved',
  request_changes: 'changes_requested',
  reject: 'rejected',
  exercise: 'exercised',
  exercise_unapproved: 'exercised_unapproved',
  approve_afterwards: 'approved_afterwards',
  rule: 'ruled',
  withdraw: 'withdrawn',
  undo: 'undone',
  void: 'voided',
}

/** For the audit trail: what changed, and what the rules said of it then. */
const traceOf = (before: StrikeRow, after: StrikeRow): Record<string, unknown> => ({
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
