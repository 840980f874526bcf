/**
 * What was done in court while the network was away. Every act has an id and a time of its own and stays in this
 * browser's storage until the server has answered it, so that a reload, a closed lid or a lost line loses none.
 */
import { z } from 'zod'
import { leans } from '#contract/jurors/jurors.ts'
import { liveNoteKinds } from '#contract/jurors/live-notes.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { strikeKinds, strikeRemedies, strikeRulings, strikeSides } from '#contract/strikes/data.ts'
import { selectionSides, strikeTargets } from '#contract/strikes/selection.ts'

const base = { eventId: z.string(), at: z.string() }
const ofJuror = { ...base, jurorId: z.string(), jurorNumber: z.string() }
/** Why the court allowed a strike out of order; empty for one in order. Absent in what an older page kept. */
const courtAllowed = z.string().default('')

/**
 * One act. `said`: a strike said in court, drafted and exercised in one. `exercise`: one that was prepared before.
 * `withdraw`: takes back the draft that a refused `said` left behind.
 */
export const CourtAct = z.discriminatedUnion('kind', [
  z.object({
    ...ofJuror,
    kind: z.literal('said'),
    strikeId: z.string(),
    /** Of the second of its two moves. */
    exerciseId: z.string(),
    madeBy: z.enum(strikeSides),
    strikeKind: z.enum(strikeKinds),
    target: z.enum(strikeTargets),
    /** Of several defendants, the one who uses a challenge of their own. */
    defendant: z.string().nullable().default(null),
    courtAllowed,
  }),
  z.object({
    ...ofJuror,
    kind: z.literal('exercise'),
    strikeId: z.string(),
    version: z.number(),
    move: z.enum(['exercise', 'exercise_unapproved']).default('exercise'),
    courtAllowed,
  }),
  z.object({ ...ofJuror, kind: z.literal('undo'), strikeId: z.string(), version: z.number() }),
  z.object({ ...ofJuror, kind: z.literal('withdraw'), strikeId: z.string(), reason: z.string() }),
  z.object({
    ...ofJuror,
    kind: z.literal('rule'),
    strikeId: z.string(),
    version: z.number(),
    ruling: z.enum(strikeRulings).exclude(['pending']),
    judgeWords: z.string(),
    /** Of a disallowance. */
    remedy: z.enum(strikeRemedies).nullable().default(null),
    remedyRestored: z.boolean().default(false),
  }),
  z.object({ ...ofJuror, kind: z.literal('note'), noteKind: z.enum(liveNoteKinds), text: z.string() }),
  z.object({ ...ofJuror, kind: z.literal('rate'), lean: z.literal([...leans]) }),
  z.object({ ...base, kind: z.literal('passed'), side: z.enum(selectionSides) }),
  z.object({ ...ofJuror, kind: z.literal('drawn') }),
  z.object({ ...ofJuror, kind: z.literal('moved_last') }),
  z.object({ ...base, kind: z.literal('undo_step'), stepId: z.string() }),
])
export type CourtAct = z.infer<typeof CourtAct>

/**
 * `problem`: the server refused it, and a person must decide. `mayAllow`: leave of the court would let it pass. `isTried`:
 * it was sent on a line that was there, so the server may have it although no answer came. `isSent`: the server has it,
 * and the board on the screen does not tell of it yet.
 */
export const Queued = z.object({
  act: CourtAct,
  problem: z.string().nullable(),
  mayAllow: z.boolean().default(false),
  isTried: z.boolean().default(false),
  isSent: z.boolean().default(false),
})
export type Queued = z.infer<typeof Queued>

/** Not sent yet, and nothing speaks against it. */
export const isWaiting = ({ problem, isSent }: Queued): boolean => problem === null && !isSent

/** How one act went: sent; the line is away; or refused with a sentence. */
export type Outcome =
  | { kind: 'sent' }
  | { kind: 'unreachable' }
  | { kind: 'refused'; sentence: string; mayAllow: boolean }

/** A note, a rating and a draft taken back are nowhere on the board: with the server's answer they are done. */
const isToldByBoard = ({ kind }: CourtAct): boolean => kind !== 'note' && kind !== 'rate' && kind !== 'withdraw'

/** What an act is about: its strike, or the pass or draw that it records or takes back. Null for notes and ratings. */
export function getSubject(act: CourtAct): string | null {
  if ('strikeId' in act) return act.strikeId
  if (act.kind === 'undo_step') return act.stepId
  return act.kind === 'note' || act.kind === 'rate' ? null : act.eventId
}

/** One change of the queue as it stands at that moment: what was added or taken out meanwhile stays so. */
export type QueueChange = (queue: readonly Queued[]) => readonly Queued[]

export const added =
  (act: CourtAct): QueueChange =>
  (queue) => [...queue, { act, problem: null, mayAllow: false, isTried: false, isSent: false }]

const patched =
  (eventId: string, patch: Partial<Queued>): QueueChange =>
  (queue) =>
    queue.map((each) => (each.act.eventId === eventId ? { ...each, ...patch } : each))

export const tried = (eventId: string): QueueChange => patched(eventId, { isTried: true })
export const again = (eventId: string): QueueChange => patched(eventId, { problem: null })
export const dropped =
  (eventId: string): QueueChange =>
  (queue) =>
    queue.filter(({ act }) => act.eventId !== eventId)

/**
 * Sends what waits, oldest first, once each. It stops at the first that does not reach the server. What is refused
 * stays with its sentence, and so does every later act on the same strike or step, which could not mean what it meant.
 * What was sent stands first from then on, until the board tells of it. Answers how many the server answered.
 */
export async function replayQueue(
  read: () => readonly Queued[],
  send: (act: CourtAct) => Promise<Outcome>,
  change: (by: QueueChange) => void,
): Promise<number> {
  const done = new Set<string>()
  for (;;) {
    const act = findNext(read(), done)
    if (!act) return done.size
    const outcome = await send(act)
    if (outcome.kind === 'unreachable') return done.size
    done.add(act.eventId)
    change(
      outcome.kind === 'sent'
        ? taken(act.eventId)
        : patched(act.eventId, { problem: outcome.sentence, mayAllow: outcome.mayAllow }),
    )
  }
}

function findNext(queue: readonly Queued[], done: ReadonlySet<string>): CourtAct | undefined {
  const isHeld = (act: CourtAct) => {
    const subject = getSubject(act)
    return subject !== null && queue.some((each) => each.problem !== null && getSubject(each.act) === subject)
  }
  return queue.find((each) => isWaiting(each) && !done.has(each.act.eventId) && !isHeld(each.act))?.act
}

const taken =
  (eventId: string): QueueChange =>
  (queue) => {
    const others = queue.filter(({ act }) => act.eventId !== eventId)
    const told = queue.filter(({ act }) => act.eventId === eventId && isToldByBoard(act))
    return [
      ...others.filter(({ isSent }) => isSent),
      ...told.map((each) => ({ ...each, isSent: true })),
      ...others.filter(({ isSent }) => !isSent),
    ]
  }

export const withoutSubject =
  (subject: string): QueueChange =>
  (queue) =>
    queue.filter(({ act, isSent }) => isSent || getSubject(act) !== subject)

/** Whether nothing of this strike, pass or draw can have reached the server. */
export const isUntouched = (queue: readonly Queued[], subject: string): boolean => {
  const about = queue.filter(({ act }) => getSubject(act) === subject)
  return about.length > 0 && about.every(({ isTried, isSent }) => !isTried && !isSent)
}

export const allowedAgain =
  (eventId: string, reason: string): QueueChange =>
  (queue) =>
    queue.map((each) =>
      each.act.eventId === eventId && 'courtAllowed' in each.act
        ? { ...each, act: { ...each.act, courtAllowed: reason }, problem: null, mayAllow: false, isSent: false }
        : each,
    )

export const parseQueue = (text: string | null): Queued[] => {
  if (text === null) return []
  try {
    const parsed = z.array(Queued).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}

/**
 * The queue without what the board has heard of: a line that breaks in between must not make a strike vanish from the
 * board, or a pass that was taken back come again. Acts that were sent stand first, in the order in which the server took
 * them; a board that knows one was read after it was taken, and so knows all before it.
 * `received` is undefined in an answer that a device has kept from an older server.
 */
export function unsettled(queue: readonly Queued[], received: StrikeBoard['received'] | undefined): readonly Queued[] {
  const last = queue.findLastIndex(({ act, isSent }) => isSent && received !== undefined && isReceived(act, received))
  return last === -1 ? queue : queue.filter(({ isSent }, at) => !isSent || at > last)
}

function isReceived(act: CourtAct, { events, undoneSteps }: StrikeBoard['received']): boolean {
  if (act.kind === 'undo_step') return undoneSteps.includes(act.stepId)
  // A strike of ours is drafted, then exercised: the second is what the board counts.
  return events.includes(act.kind === 'said' && act.madeBy === 'us' ? act.exerciseId : act.eventId)
}
