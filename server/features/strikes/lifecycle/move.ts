import type { MoveInput } from '#contract/strikes/moves.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { findMove } from '#contract/strikes/workflow.ts'
import type { Db } from '#server/platform/db.ts'
import type { Context } from '#server/platform/http/route.ts'
import type { StrikeRow } from '../strikes.table.ts'
import { findAnswer, readFacts, readStrike, requireStrike, withCurrent } from './read.ts'
import { conclude, reverseEffects, applyEffects, writeStrike } from './record.ts'
import { decideMove } from './rules.ts'

export async function moveStrike(context: Context, strikeId: string, input: MoveInput): Promise<Strike> {
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
