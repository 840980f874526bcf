import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import type {
  addEvidence as addEndpoint,
  createStrike as createEndpoint,
  Strike,
  StrikeNote,
  updateStrike as updateEndpoint,
} from '#contract/strikes/strikes.ts'
import { swornSentence } from '#contract/strikes/workflow.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/route.ts'
import { keepEvidence, requireTimecode } from '../evidence/evidence.service.ts'
import { strikeEvidence } from '../evidence/evidence.table.ts'
import { lockCase, requireStrike, type SeenStrike } from './strikes.access.ts'
import { liveSentence, liveStrikeOf, staleSentence, withCurrent } from './strikes.conflict.ts'
import { exercise, giveWay } from './strikes.exercise.ts'
import { tellOfBudget } from './strikes.notices.ts'
import { lockJuror, whyOut } from './strikes.panel.ts'
import { isEditable, notesOf, readStrike, stateOf } from './read.ts'
import { answeredBefore, auditStrike, momentOf, recordStep, writeStrike } from './strikes.record.ts'
import { strikeNotes, type StrikeRow, strikes } from '../strikes.table.ts'
import { checkGiven, whyNotYet } from './strikes.validation.ts'

type Create = z.output<typeof createEndpoint.input>

/** Ours begins as a draft; one of the other side or the court is recorded as it was said. */
export async function createStrike(context: Context, sessionId: string, input: Create): Promise<Strike> {
  const { db, actor } = context
  try {
    return await db.transaction((tx) => create(tx, context, sessionId, input))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
    const { inCase } = await requireSession(db, actor, sessionId)
    const live = await liveStrikeOf(db, input.jurorId, null)
    throw await withCurrent(db, actor, error, {
      inCase,
      jurorId: input.jurorId,
      strikeId: live?.id ?? null,
      yours: input,
    })
  }
}

async function create(tx: Db, { actor, ip }: Context, sessionId: string, input: Create): Promise<Strike> {
  const who = { actor, ip }
  const first = await requireSession(tx, actor, sessionId, 'draftStrikes')
  await lockCase(tx, first.session.caseId)
  const answer = await answeredBefore(tx, who, input.eventId, null)
  if (answer) return answer
  // Behind the lock: the case may have moved on meanwhile.
  const { session, inCase } = await requireSession(tx, actor, sessionId, 'draftStrikes')
  const given = fieldsOf(input)
  const at = momentOf(input.at, new Date())
  const base = {
    ...blank,
    ...given,
    kind: input.kind,
    madeBy: input.madeBy,
    jurorId: input.jurorId,
    id: input.id ?? newId(),
    firmId: actor.firmId,
    caseId: inCase.id,
    sessionId: session.id,
    createdBy: actor.userId,
    updatedBy: actor.userId,
  }
  await checkGiven(tx, inCase, base)
  await requireTimecode(tx, inCase.id, input.calledTimecode, 'calledTimecode')
  const juror = await lockJuror(tx, inCase.id, input.jurorId)
  let row: StrikeRow | undefined
  if (input.madeBy === 'us') {
    if (inCase.status === 'jury_seated' || inCase.status === 'closed') throw new Refusal('conflict', swornSentence)
    const live = await liveStrikeOf(tx, juror.id, null)
    const out = live ? liveSentence(juror.jurorNumber, live) : whyOut(juror, inCase, input.kind === 'peremptory')
    if (out) throw new Refusal('conflict', out)
    row = await insert(tx, { ...base, state: 'draft' })
  } else {
    const notYet = whyNotYet(inCase)
    if (notYet) throw new Refusal('conflict', notYet)
    const superseded = await giveWay(tx, who, juror, at)
    const said = await exercise(tx, who, inCase, base, juror, {
      ...{ at, timecode: input.calledTimecode, phase: input.phase, courtAllowed: input.courtAllowed },
    })
    row = await insert(tx, { ...base, ...said, state: 'exercised' })
    if (superseded) await tx.update(strikes).set({ supersededBy: row.id }).where(eq(strikes.id, superseded.id))
    await tellOfBudget(tx, who, inCase, row)
  }
  await keepEvidence(tx, actor, inCase.id, { strikeId: row.id }, input.evidence)
  const kind = input.madeBy === 'us' ? 'create' : 'record'
  await auditStrike(tx, who, kind === 'create' ? 'drafted' : 'recorded', row, { to: row.state })
  const made = await readStrike(tx, actor, inCase, row.id)
  const step = { id: input.eventId, kind, strikeId: row.id, from: null, to: row.state } as const
  await recordStep(tx, who, { ...step, at, text: row.courtAllowed, answer: made })
  return made
}

const blank = {
  target: 'regular',
  groundCode: null,
  rationale: '',
  basis: [],
  demeanor: null,
  comparators: [],
  defendant: null,
  opposingPosition: 'unknown',
  privilege: 'work_product',
} as const satisfies Partial<StrikeRow>

async function insert(tx: Db, values: Omit<typeof strikes.$inferInsert, 'basis' | 'comparators'>): Promise<StrikeRow> {
  const [row] = await tx.insert(strikes).values(values).onConflictDoNothing({ target: strikes.id }).returning()
  if (row) return row
  throw new Refusal('conflict', 'This id was used for another strike. Make a new one.')
}

type Fields = Pick<Create, 'target' | 'defendant' | 'groundCode' | 'rationale' | 'basis' | 'demeanor' | 'comparators'> &
  Pick<Create, 'opposingPosition' | 'privilege'>

/** Without the fields that the input leaves out, which must not become null. */
function fieldsOf(input: Fields): Partial<StrikeRow> {
  const { target, defendant, groundCode, rationale, basis, demeanor, comparators, opposingPosition, privilege } = input
  const fields = { target, defendant, groundCode, rationale, basis, demeanor, comparators, opposingPosition, privilege }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Holds the strike for an edit on the version it was made on; a stale one answers 409 with both copies. */
export async function editStrike(
  { db, actor, ip }: Context,
  strikeId: string,
  yours: { version: number },
  edit: (tx: Db, seen: SeenStrike) => Promise<Partial<StrikeRow>>,
  {
    action = 'draftStrikes',
    evenSaid = false,
    evenFinal = false,
  }: { action?: 'draftStrikes' | 'recordRulings'; evenSaid?: boolean; evenFinal?: boolean } = {},
): Promise<Strike> {
  return db.transaction(async (tx) => {
    const seen = await requireStrike(tx, actor, strikeId, action, { lock: true })
    const { strike, inCase } = seen
    const about = { inCase, jurorId: strike.jurorId, strikeId, yours }
    if (strike.version !== yours.version) {
      throw await withCurrent(tx, actor, new Refusal('conflict', staleSentence), about)
    }
    const state = stateOf(inCase, strike)
    const isSaid = state === 'exercised' || state === 'ruled'
    const isOpen =
      action === 'recordRulings'
        ? evenFinal || state !== 'final'
        : isEditable({ ...strike, state }) || (evenSaid && isSaid)
    if (!isOpen) {
      const sentence =
        state === 'final' ? swornSentence : `A strike that is ${state.replaceAll('_', ' ')} is not changed.`
      throw await withCurrent(tx, actor, new Refusal('conflict', sentence), about)
    }
    const change = await edit(tx, seen)
    await writeStrike(tx, { actor, ip }, strike, change)
    return readStrike(tx, actor, inCase, strikeId)
  })
}

export function updateStrike(
  context: Context,
  strikeId: string,
  input: z.output<typeof updateEndpoint.input>,
): Promise<Strike> {
  const { actor, ip } = context
  const { version: _version, kind, ...rest } = input
  // Where the other side stands is heard in court, when the words of the strike are no longer ours to change.
  const evenSaid = Object.keys({ ...rest, ...(kind && { kind }) }).every((field) => field === 'opposingPosition')
  const edit = async (tx: Db, { strike, inCase }: SeenStrike) => {
    const change: Partial<StrikeRow> = { ...fieldsOf(rest), ...(kind && { kind }) }
    // What the court has heard is no longer another kind of challenge.
    if (
      strike.exercisedAt !== null &&
      ((kind && kind !== strike.kind) || (change.target && change.target !== strike.target))
    ) {
      throw new Refusal(
        'conflict',
        'Kind and target of a strike that was said in court do not change. Void it instead.',
      )
    }
    await checkGiven(tx, inCase, { ...strike, ...change })
    const fields = Object.keys(change)
    await recordStep(tx, context, {
      kind: 'edit',
      strikeId,
      from: strike.state,
      to: strike.state,
      at: new Date(),
      text: fields.join(', '),
    })
    await auditStrike(tx, { actor, ip }, 'changed', strike, { fields })
    return change
  }
  return editStrike(context, strikeId, input, edit, { evenSaid })
}

export function addEvidence(
  context: Context,
  strikeId: string,
  input: z.output<typeof addEndpoint.input>,
): Promise<Strike> {
  const isObjection = input.of === 'objection'
  const edit = async (tx: Db, { strike, inCase }: SeenStrike) => {
    await keepEvidence(tx, context.actor, inCase.id, { strikeId }, [input.item], input.of)
    await auditStrike(tx, context, 'evidence_added', strike, { source: input.item.source, of: input.of })
    return {}
  }
  return editStrike(context, strikeId, input, edit, { action: isObjection ? 'recordRulings' : 'draftStrikes' })
}

export function removeEvidence(
  context: Context,
  { strikeId, evidenceId }: { strikeId: string; evidenceId: string },
  input: { version: number },
): Promise<Strike> {
  return editStrike(context, strikeId, input, async (tx, { strike }) => {
    const removed = await tx
      .delete(strikeEvidence)
      .where(and(eq(strikeEvidence.id, evidenceId), eq(strikeEvidence.strikeId, strikeId)))
      .returning({ id: strikeEvidence.id })
    if (removed.length === 0) throw absent('evidence')
    await auditStrike(tx, context, 'evidence_removed', strike, { evidenceId })
    return {}
  })
}

/** The same event id is the same note. */
export function addNote(
  { db, actor, ip }: Context,
  strikeId: string,
  { eventId, text }: { eventId: string; text: string },
): Promise<StrikeNote> {
  return db.transaction(async (tx) => {
    const { strike } = await requireStrike(tx, actor, strikeId, 'draftStrikes')
    const made = await tx
      .insert(strikeNotes)
      .values({ id: eventId, strikeId, text, createdBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: strikeNotes.id })
    if (made.length > 0) await auditStrike(tx, { actor, ip }, 'noted', strike, { noteId: eventId })
    const note = (await notesOf(tx, strikeId)).find((each) => each.id === eventId)
    if (note) return note
    throw new Refusal('conflict', 'This event id was used for something else. Make a new one for every note.')
  })
}
