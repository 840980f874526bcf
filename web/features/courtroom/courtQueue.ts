/**
 * Courtroom actions stay in browser storage until the server confirms them, so a reload or lost connection loses
 * nothing.
 */
import { z } from 'zod'
import { leans } from '#contract/jurors/jurors.ts'
import { liveNoteKinds } from '#contract/jurors/live-notes.ts'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { strikeKinds, strikeRemedies, strikeRulings, strikeSides } from '#contract/strikes/data.ts'
import { selectionSides, strikeTargets } from '#contract/strikes/selection.ts'

const base = { eventId: z.string(), at: z.string() }
const ofJuror = { ...base, jurorId: z.string(), jurorNumber: z.string() }
/** The reason the court allowed a strike out of order. Missing from queues stored by older versions. */
const courtAllowed = z.string().default('')

/**
 * `said` drafts and exercises a strike in one step. `exercise` exercises a strike that was prepared earlier. `withdraw`
 * removes the draft left behind by a rejected `said`.
 */
export const CourtAct = z.discriminatedUnion('kind', [
  z.object({
    ...ofJuror,
    kind: z.literal('said'),
    strikeId: z.string(),
    exerciseId: z.string(),
    madeBy: z.enum(strikeSides),
    strikeKind: z.enum(strikeKinds),
    target: z.enum(strikeTargets),
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
    remedy: z.enum(strikeRemedies).nullable().default(null),
    remedyRestored: z.boolean().default(false),
  }),
  z.object({ ...ofJuror, kind: z.literal('note'), noteKind: z.enum(liveNoteKinds), text: z.string() }),
  z.object({ ...ofJuror, kind: z.literal('undo_note'), noteId: z.string(), noteKind: z.enum(liveNoteKinds) }),
  z.object({ ...ofJuror, kind: z.literal('rate'), lean: z.literal([...leans]) }),
  z.object({ ...ofJuror, kind: z.literal('undo_rate'), rateId: z.string(), lean: z.literal([...leans]).nullable() }),
  z.object({ ...ofJuror, kind: z.literal('presence'), status: z.enum(['no_show', 'reinstated']) }),
  z.object({ ...base, kind: z.literal('passed'), side: z.enum(selectionSides) }),
  z.object({ ...ofJuror, kind: z.literal('drawn') }),
  z.object({ ...ofJuror, kind: z.literal('moved_last') }),
  z.object({ ...base, kind: z.literal('undo_step'), stepId: z.string() }),
])
export type CourtAct = z.infer<typeof CourtAct>

/**
 * `problem` is the server's reason for rejecting the action. `mayAllow` means that the action would be valid with leave
 * of court. `isTried` means that it may have reached the server. `isSent` means that the server accepted it but the
 * board doesn't show it yet.
 */
export const Queued = z.object({
  act: CourtAct,
  problem: z.string().nullable(),
  mayAllow: z.boolean().default(false),
  isTried: z.boolean().default(false),
  isSent: z.boolean().default(false),
})
export type Queued = z.infer<typeof Queued>

export const isWaiting = ({ problem, isSent }: Queued): boolean => problem === null && !isSent

export type Outcome =
  | { kind: 'sent' }
  | { kind: 'unreachable' }
  | { kind: 'refused'; sentence: string; mayAllow: boolean }

const unlistedKinds: readonly CourtAct['kind'][] = ['note', 'undo_note', 'rate', 'undo_rate', 'withdraw', 'presence']

/** Actions of unlisted kinds never appear on the board, so they leave the queue once they are sent. */
const isShownOnBoard = ({ kind }: CourtAct): boolean => !unlistedKinds.includes(kind)

export function getSubject(act: CourtAct): string {
  if ('strikeId' in act) return act.strikeId
  if (act.kind === 'undo_step') return act.stepId
  if (act.kind === 'undo_note') return act.noteId
  return act.kind === 'undo_rate' ? act.rateId : act.eventId
}

/** Receives the current queue, so concurrent additions and removals aren't lost. */
export type QueueChange = (queue: readonly Queued[]) => readonly Queued[]

export const addAct =
  (act: CourtAct): QueueChange =>
  (queue) => [...queue, { act, problem: null, mayAllow: false, isTried: false, isSent: false }]

const patchAct =
  (eventId: string, patch: Partial<Queued>): QueueChange =>
  (queue) =>
    queue.map((each) => (each.act.eventId === eventId ? { ...each, ...patch } : each))

export const markTried = (eventId: string): QueueChange => patchAct(eventId, { isTried: true })
export const clearProblem = (eventId: string): QueueChange => patchAct(eventId, { problem: null })
export const dropAct =
  (eventId: string): QueueChange =>
  (queue) =>
    queue.filter(({ act }) => act.eventId !== eventId)

/**
 * Sends waiting actions, oldest first, until the server is unreachable. A rejected action blocks later ones on the same
 * strike or step. Returns how many actions the server accepted or rejected.
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
        ? markSent(act.eventId)
        : patchAct(act.eventId, { problem: outcome.sentence, mayAllow: outcome.mayAllow }),
    )
  }
}

function findNext(queue: readonly Queued[], done: ReadonlySet<string>): CourtAct | undefined {
  const isHeld = (act: CourtAct) => {
    const subject = getSubject(act)
    return queue.some((each) => each.problem !== null && getSubject(each.act) === subject)
  }
  return queue.find((each) => isWaiting(each) && !done.has(each.act.eventId) && !isHeld(each.act))?.act
}

const markSent =
  (eventId: string): QueueChange =>
  (queue) => {
    const others = queue.filter(({ act }) => act.eventId !== eventId)
    const shown = queue.filter(({ act }) => act.eventId === eventId && isShownOnBoard(act))
    return [
      ...others.filter(({ isSent }) => isSent),
      ...shown.map((each) => ({ ...each, isSent: true })),
      ...others.filter(({ isSent }) => !isSent),
    ]
  }

export const dropSubject =
  (subject: string): QueueChange =>
  (queue) =>
    queue.filter(({ act, isSent }) => isSent || getSubject(act) !== subject)

/** Returns true if no queued action on this strike, pass, or draw can have reached the server. */
export const isUntouched = (queue: readonly Queued[], subject: string): boolean => {
  const about = queue.filter(({ act }) => getSubject(act) === subject)
  return about.length > 0 && about.every(({ isTried, isSent }) => !isTried && !isSent)
}

export const allowAct =
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
 * Removes actions that the board already shows. Sent actions are in the order the server accepted them, so if the
 * board shows one, it shows all earlier ones. `received` is undefined in cached responses from an older server.
 */
export function dropShownActs(
  queue: readonly Queued[],
  received: StrikeBoard['received'] | undefined,
): readonly Queued[] {
  if (received === undefined) return queue
  const last = queue.findLastIndex(({ act, isSent }) => isSent && isReceived(act, received))
  // The answer to an action may have been lost.
  const isShown = ({ act, isSent, isTried }: Queued, at: number) =>
    isSent ? at <= last : isTried && isReceived(act, received)
  return queue.some(isShown) ? queue.filter((each, at) => !isShown(each, at)) : queue
}

function isReceived(act: CourtAct, { events, undoneSteps }: StrikeBoard['received']): boolean {
  if (act.kind === 'undo_step') return undoneSteps.includes(act.stepId)
  // For our own strikes, the board lists the event that exercised them.
  return events.includes(act.kind === 'said' && act.madeBy === 'us' ? act.exerciseId : act.eventId)
}
