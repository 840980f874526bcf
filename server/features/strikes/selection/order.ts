/** Turn, box and rounds: a peremptory out of order is refused, unless the court allowed it. */
import { orderOf, orderSentence } from '#law/selection/order.ts'
import { replay } from '#law/selection/replay.ts'
import { stopsOf } from '#law/selection/refusals.ts'
import type { SelectionEvent, SelectionState } from '#contract/strikes/selection.ts'
import { recordAct, type Who } from '#server/features/audit/audit.service.ts'
import type { SeenCase } from '#server/features/cases/cases.access.ts'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { panelOf } from './board.panel.ts'
import { sideOf } from './budgets.queries.ts'
import { readSelection } from './selection.record.ts'
import type { StrikeRow } from '../strikes.table.ts'

type Said = Pick<StrikeRow, 'id' | 'madeBy' | 'target' | 'defendant' | 'jurorId' | 'sessionId'>

/** How the selection of the case stands. The caller holds the case's row. Null without a method or a budget. */
async function standing(tx: Db, inCase: SeenCase, sessionId: string): Promise<SelectionState | null> {
  const record = await readSelection(tx, inCase, await panelOf(tx, { id: sessionId, caseId: inCase.id }))
  return record && replay(record.setup, record.events)
}

/**
 * Answers what of `courtAllowed` is kept: nothing for a strike in order, which needed no leave. Out of order and without
 * leave it is a conflict whose field names the input that would let it pass.
 */
export async function requireOrder(
  tx: Db,
  { actor, ip }: Who,
  inCase: SeenCase,
  said: Said,
  courtAllowed: string,
): Promise<string> {
  const state = await standing(tx, inCase, said.sessionId)
  if (!state) return ''
  const { id: strikeId, jurorId, target, defendant } = said
  const struck = { strikeId, side: sideOf(said), jurorId, target, ...(defendant !== null && { defendant }) }
  const { outOfOrder } = orderOf(state, struck)
  if (outOfOrder.length === 0) return ''
  if (courtAllowed === '') {
    const sentence = orderSentence(outOfOrder)
    throw new Refusal('conflict', sentence, { fields: { courtAllowed: sentence } })
  }
  await recordAct(tx, {
    actor,
    ip,
    action: 'strike.allowed_by_court',
    entity: 'strike',
    entityId: strikeId,
    caseId: inCase.id,
    details: { sessionId: said.sessionId, jurorId, against: outOfOrder.map(({ code }) => code) },
    reason: courtAllowed,
  })
  return courtAllowed
}

/** A draw that the record could not follow would be told as recorded and change nothing. */
export async function requirePossible(
  tx: Db,
  inCase: SeenCase,
  sessionId: string,
  step: Extract<SelectionEvent, { kind: 'drawn' | 'moved_last' }>,
): Promise<void> {
  const state = await standing(tx, inCase, sessionId)
  const [stopping] = state ? stopsOf(state, step) : []
  if (stopping) throw new Refusal('conflict', stopping.sentence)
}
