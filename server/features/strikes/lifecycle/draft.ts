import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/strikes/strikes.ts'
import type { Strike, StrikeNote } from '#contract/strikes/strikes.ts'
import { findGround } from '#law/grounds/grounds.ts'
import { stateWords, swornSentence } from '#contract/strikes/moves.ts'
import { requireCase, type SeenCase } from '#server/features/cases/cases.access.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { requireSession } from '#server/features/sessions/sessions.access.ts'
import { readSessionVideos } from '#server/features/videos/placing/session-videos.queries.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, type FieldErrors, Refusal, fault, refuseFaults } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { type Context, mount } from '#server/platform/http/route.ts'
import { findTimecodeFault, keepEvidence, removeEvidence as removeItem } from '../evidence/evidence.ts'
import {
  lockCase,
  lockJuror,
  toMoment,
  findAnswer,
  findLive,
  readNotes,
  readStrike,
  requireStrike,
  type SeenStrike,
  withCurrent,
} from './read.ts'
import { getSetup, getSide, readSpent, readStanding } from '../selection/selection.ts'
import { strikeNotes, type StrikeRow, strikes } from '../strikes.table.ts'
import { conclude, type Deed, applyEffects, writeStrike } from './move.ts'
import { decideCreation, getState, isEditable, requireDefendantLeft, staleSentence } from './rules.ts'

export function draftRoutes(app: FastifyInstance): void {
  mount(app, contract.createStrike, (context, { params, input }) => createStrike(context, params.sessionId, input))
  mount(app, contract.updateStrike, (context, { params, input }) => updateStrike(context, params.strikeId, input))
  mount(app, contract.addEvidence, (context, { params, input }) => addEvidence(context, params.strikeId, input))
  mount(app, contract.removeEvidence, (context, { params, input }) => removeEvidence(context, params, input))
  mount(app, contract.recordObjection, (context, { params, input }) => recordObjection(context, params.strikeId, input))
  mount(app, contract.recordPreservation, (context, { params, input }) =>
    recordPreservation(context, params.strikeId, input),
  )
  mount(app, contract.addStrikeNote, (context, { params, input }) => addNote(context, params.strikeId, input))
  mount(app, contract.markStrike, (context, { params, input }) => markStrike(context, params.strikeId, input))
}

type Create = z.output<typeof contract.createStrike.input>

async function createStrike(context: Context, sessionId: string, input: Create): Promise<Strike> {
  const { db, actor } = context
  try {
    return await db.transaction((tx) => create(tx, context, sessionId, input))
  } catch (error) {
    throw await withCurrent(db, actor, error, input, async () => {
      const { inCase } = await requireSession(db, actor, sessionId)
      const live = await findLive(db, input.jurorId, null)
      return { inCase, jurorId: input.jurorId, strikeId: live?.id ?? null }
    })
  }
}

async function create(tx: Db, context: Context, sessionId: string, input: Create): Promise<Strike> {
  const { actor, ip } = context
  const who = { actor, ip }
  const { eventId, madeBy, kind, jurorId, calledTimecode: timecode, phase, courtAllowed } = input
  const first = await requireSession(tx, actor, sessionId, 'draftStrikes')
  await lockCase(tx, first.session.caseId)
  const answer = await findAnswer(tx, actor, eventId, { sessionId })
  if (answer) return answer
  // Read the case again because it may have changed before it was locked.
  const { inCase } = await requireSession(tx, actor, sessionId, 'draftStrikes')
  const given = {
    ...{ ...blank, ...pickFields(input), kind, madeBy, jurorId, sessionId },
    ...{ id: input.id ?? newId(), firmId: actor.firmId, caseId: inCase.id },
    ...{ createdBy: actor.userId, updatedBy: actor.userId },
  }
  requireGiven(inCase, given, await areComparable(tx, given))
  const timecodeFault = await findTimecodeFault(tx, inCase.id, timecode)
  if (timecodeFault !== null) throw fault('calledTimecode', timecodeFault)
  const juror = await lockJuror(tx, inCase.id, jurorId)
  const now = new Date()
  const at = toMoment(input.at, now)
  const spends = madeBy !== 'us' && kind === 'peremptory'
  const live = await findLive(tx, jurorId, null)
  const spent = spends ? await readSpent(tx, inCase) : null
  const standing = spends ? await readStanding(tx, inCase, sessionId) : null

  const facts = { inCase, juror, at, now, live, spent, standing, mover: { userId: actor.userId } }
  const decision = decideCreation(given, facts, { timecode, phase, courtAllowed })

  const superseded = decision.yields && (await supersedeStrike(tx, context, decision.yields, juror.jurorNumber, at))
  const effects = await applyEffects(tx, who, { inCase, juror, strike: given }, decision)
  const strike = await insert(tx, { ...given, state: 'draft', ...decision.change })
  if (superseded) {
    await tx.update(strikes).set({ supersededBy: strike.id }).where(eq(strikes.id, superseded.strike.id))
  }
  await keepEvidence(tx, actor, inCase.id, { strikeId: strike.id }, input.evidence)

  const made = await readStrike(tx, actor, inCase, strike.id)
  return conclude(tx, context, inCase, made, {
    ...{ kind: madeBy === 'us' ? 'create' : 'record', eventId, strike, from: null, at, setAside: decision.setAside },
    ...{ text: strike.courtAllowed, details: { to: strike.state }, effects, others: superseded ? [superseded] : [] },
  })
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

type Fields = Pick<Create, keyof typeof blank>

function pickFields(input: Fields): Partial<StrikeRow> {
  const { target, defendant, groundCode, rationale, basis, demeanor, comparators, opposingPosition, privilege } = input
  const fields = { target, defendant, groundCode, rationale, basis, demeanor, comparators, opposingPosition, privilege }
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

type Given = Pick<StrikeRow, 'kind' | 'madeBy' | 'groundCode' | 'defendant'>

function requireGiven(inCase: SeenCase, given: Given, areComparable: boolean): void {
  const faults: FieldErrors = {}
  if (given.kind === 'peremptory' && given.madeBy === 'court') {
    faults.kind = 'The court has no peremptories. Record a sua sponte strike as a challenge for cause.'
  }
  if (given.groundCode !== null) {
    if (given.kind === 'peremptory') faults.groundCode = 'Remove the ground. A peremptory doesn’t have one.'
    else if (!findGround(inCase.forumId, given.groundCode))
      faults.groundCode = 'Choose a ground from this forum’s list.'
  }
  if (given.defendant !== null) {
    const own = getSetup(inCase)?.eachDefendant
    if (own?.side !== getSide(given) || !own.defendants.includes(given.defendant)) {
      faults.defendant = 'Choose a defendant in this case who has individual challenges.'
    }
  }
  if (!areComparable) faults.comparators = 'Choose other jurors in this case.'
  refuseFaults(faults)
}

async function areComparable(
  tx: Db,
  { caseId, jurorId, comparators }: Pick<StrikeRow, 'caseId' | 'jurorId' | 'comparators'>,
): Promise<boolean> {
  const ids = [...new Set(comparators.map((each) => each.jurorId))]
  if (ids.length === 0) return true
  const known = await tx
    .select({ id: jurors.id })
    .from(jurors)
    .where(and(inArray(jurors.id, ids), eq(jurors.caseId, caseId), isNull(jurors.deletedAt)))
  return known.length === ids.length && !ids.includes(jurorId)
}

async function supersedeStrike(
  tx: Db,
  { actor }: Context,
  live: StrikeRow,
  jurorNumber: string,
  at: Date,
): Promise<Deed> {
  const reason = `Juror ${jurorNumber} was challenged by opposing counsel or the court.`
  const change = { state: 'withdrawn', supersededState: live.state, endReason: reason } as const
  const strike = await writeStrike(tx, actor, live, change)
  const details = { from: live.state, to: 'withdrawn' }
  return { kind: 'supersede', strike, from: live.state, at, text: reason, details }
}

async function insert(tx: Db, values: typeof strikes.$inferInsert): Promise<StrikeRow> {
  const [row] = await tx.insert(strikes).values(values).onConflictDoNothing({ target: strikes.id }).returning()
  if (row) return row
  throw new Refusal('conflict', 'This ID belongs to another strike. Use a new one.')
}

type Edit = Pick<Deed, 'kind' | 'verb' | 'text' | 'details'> & { change?: Partial<StrikeRow> }
type Rights = { action?: 'draftStrikes' | 'recordRulings'; evenSaid?: boolean; evenFinal?: boolean }

/** Locks the strike for editing. Throws `conflict` with both copies if the version is stale. */
function editStrike(
  context: Context,
  strikeId: string,
  yours: { version: number },
  { action = 'draftStrikes', evenSaid = false, evenFinal = false }: Rights,
  edit: (tx: Db, seen: SeenStrike) => Promise<Edit> | Edit,
): Promise<Strike> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    const seen = await requireStrike(tx, actor, strikeId, action, { lock: true })
    const { strike, inCase } = seen
    const state = getState(inCase, strike)
    const isSaid = state === 'exercised' || state === 'ruled'
    const isOpen =
      action === 'recordRulings'
        ? evenFinal || state !== 'final'
        : isEditable({ ...strike, state }) || (evenSaid && isSaid)
    const closed = state === 'final' ? swornSentence : `This strike is ${stateWords[state]}, so it can’t be edited.`
    if (strike.version !== yours.version || !isOpen) {
      const refusal = new Refusal('conflict', strike.version === yours.version ? closed : staleSentence)
      throw await withCurrent(tx, actor, refusal, yours, async () => ({ inCase, jurorId: strike.jurorId, strikeId }))
    }
    const { change = {}, ...deed } = await edit(tx, seen)
    await writeStrike(tx, actor, strike, change)
    const changed = await readStrike(tx, actor, inCase, strikeId)
    return conclude(tx, context, inCase, changed, { ...deed, strike, from: strike.state, at: new Date() })
  })
}

function updateStrike(
  context: Context,
  strikeId: string,
  input: z.output<typeof contract.updateStrike.input>,
): Promise<Strike> {
  const { version: _version, kind, ...rest } = input
  // The opposing position becomes known in court, so it stays editable after the strike is exercised.
  const evenSaid = Object.keys({ ...rest, ...(kind && { kind }) }).every((field) => field === 'opposingPosition')
  return editStrike(context, strikeId, input, { evenSaid }, async (tx, { strike, inCase }) => {
    const change: Partial<StrikeRow> = { ...pickFields(rest), ...(kind && { kind }) }
    const next = { ...strike, ...change }
    if (strike.exercisedAt !== null && (next.kind !== strike.kind || next.target !== strike.target)) {
      throw new Refusal('conflict', 'The kind and target of an exercised strike can’t be changed. Void it instead.')
    }
    requireGiven(inCase, next, await areComparable(tx, next))
    const isSpent = strike.kind === 'peremptory' && strike.exercisedAt !== null && !strike.remedyRestored
    if (isSpent && next.defendant !== strike.defendant) requireDefendantLeft(await readSpent(tx, inCase), next)
    const fields = Object.keys(change)
    const isCorrected = strike.exercisedAt !== null && strike.rationale !== '' && next.rationale !== strike.rationale
    const text = fields.join(', ') + (isCorrected ? `. Earlier rationale: ${strike.rationale}` : '')
    return { kind: 'edit', change, text, details: { fields } }
  })
}

function addEvidence(
  context: Context,
  strikeId: string,
  input: z.output<typeof contract.addEvidence.input>,
): Promise<Strike> {
  const action = input.of === 'objection' ? 'recordRulings' : 'draftStrikes'
  return editStrike(context, strikeId, input, { action }, async (tx, { inCase }) => {
    await keepEvidence(tx, context.actor, inCase.id, { strikeId }, [input.item], input.of)
    return { kind: null, verb: 'evidence_added', details: { source: input.item.source, of: input.of } }
  })
}

function removeEvidence(
  context: Context,
  { strikeId, evidenceId }: { strikeId: string; evidenceId: string },
  input: { version: number },
): Promise<Strike> {
  return editStrike(context, strikeId, input, {}, async (tx, { inCase }) => {
    const removed = await removeItem(tx, strikeId, evidenceId)
    if (removed === null) throw absent('evidence')
    if (removed === 'objection') await requireCase(tx, context.actor, inCase.id, 'recordRulings')
    return { kind: null, verb: 'evidence_removed', details: { evidenceId } }
  })
}

function recordObjection(
  context: Context,
  strikeId: string,
  input: z.output<typeof contract.recordObjection.input>,
): Promise<Strike> {
  const { objection } = input
  return editStrike(context, strikeId, input, { action: 'recordRulings' }, (_tx, { strike }) => {
    if (strike.kind !== 'peremptory' || (strike.state !== 'exercised' && strike.state !== 'ruled')) {
      throw new Refusal('conflict', 'Only an exercised peremptory can be objected to.')
    }
    if (objection?.by === strike.madeBy) throw fault('objection.by', 'A side can’t object to its own peremptory.')
    const change = { objection }
    if (!objection) {
      const details = { basis: null, primaFacie: null }
      return { kind: 'object', verb: 'objection_removed', change, text: 'removed', details }
    }
    const { basis, primaFacie } = objection
    return { kind: 'object', change, text: basis, details: { basis, primaFacie } }
  })
}

function recordPreservation(
  context: Context,
  strikeId: string,
  input: z.output<typeof contract.recordPreservation.input>,
): Promise<Strike> {
  return editStrike(context, strikeId, input, { action: 'recordRulings' }, async (tx, { strike, inCase }) => {
    if (!strike.preservation) {
      throw new Refusal('conflict', 'Preservation starts when one of your challenges for cause is denied.')
    }
    const { objectionableJurorId } = input.preservation
    if (objectionableJurorId !== null) {
      const [juror] = await tx
        .select({ id: jurors.id })
        .from(jurors)
        .where(and(eq(jurors.id, objectionableJurorId), eq(jurors.caseId, inCase.id), isNull(jurors.deletedAt)))
      if (!juror) throw fault('preservation.objectionableJurorId', 'Choose a juror in this case.')
    }
    const preservation = { ...input.preservation, openedAt: strike.preservation.openedAt }
    const done = Object.entries(input.preservation)
      .filter(([field, value]) => field !== 'note' && value !== null)
      .map(([field]) => field)
    return { kind: 'preserve', change: { preservation }, text: done.join(', '), details: { done } }
  })
}

/** Allowed even after the jury is sworn because recordings may arrive later. */
function markStrike(
  context: Context,
  strikeId: string,
  input: z.output<typeof contract.markStrike.input>,
): Promise<Strike> {
  const { timecode } = input
  const rights = { action: 'recordRulings', evenFinal: true } as const
  return editStrike(context, strikeId, input, rights, async (tx, { strike }) => {
    if (strike.calledAt === null) throw new Refusal('conflict', 'This strike isn’t on the record yet.')
    const recordings = timecode ? await readSessionVideos(tx, strike.sessionId) : []
    const recording = recordings.find(({ videoId }) => videoId === timecode?.videoId)
    if (timecode && !recording) {
      throw fault('timecode', 'Choose a recording of the session in which the strike was made.')
    }
    const duration = recording?.duration ?? null
    if (timecode && duration !== null && timecode.seconds > duration) {
      throw fault('timecode', `Choose a time within the recording, which is ${duration} seconds long.`)
    }
    const text = timecode ? `recording time set to ${timecode.seconds} seconds` : 'recording time removed'
    const verb = timecode ? 'marked' : 'mark_removed'
    return { kind: 'edit', verb, change: { calledTimecode: timecode }, text, details: { timecode } }
  })
}

function addNote(
  context: Context,
  strikeId: string,
  { eventId, text }: { eventId: string; text: string },
): Promise<StrikeNote> {
  const { db, actor } = context
  return db.transaction(async (tx) => {
    const { strike, inCase } = await requireStrike(tx, actor, strikeId, 'draftStrikes')
    const made = await tx
      .insert(strikeNotes)
      .values({ id: eventId, strikeId, text, createdBy: actor.userId })
      .onConflictDoNothing()
      .returning({ id: strikeNotes.id })
    if (made.length > 0) {
      const deed = { kind: null, verb: 'noted', strike, from: strike.state, at: new Date() }
      const noted = await readStrike(tx, actor, inCase, strikeId)
      await conclude(tx, context, inCase, noted, { ...deed, details: { noteId: eventId } })
    }
    const note = (await readNotes(tx, inCase, strikeId)).find((each) => each.id === eventId)
    if (note) return note
    throw new Refusal('conflict', 'This event ID was already used. Use a new one for each note.')
  })
}
