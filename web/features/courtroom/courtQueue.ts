/**
 * What was done in court while the network was away. Every act has an id and a time of its own and stays in this
 * browser's storage until the server has answered it, so that a reload, a closed lid or a lost line loses none.
 */
import { z } from 'zod'
import { leans } from '#contract/jurors.ts'
import { liveNoteKinds } from '#contract/live-notes.ts'
import { strikeKinds, strikeRemedies, strikeRulings, strikeSides } from '#contract/strikes.data.ts'
import { selectionSides, strikeTargets } from '#contract/selection/selection.ts'

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
 * `problem`: the server refused it, and a person must decide. `mayAllow`: leave of the court would let it pass. `isSent`:
 * the server has it, and the board on the screen does not tell of it yet.
 */
export const Queued = z.object({
  act: CourtAct,
  problem: z.string().nullable(),
  mayAllow: z.boolean().default(false),
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
export function subjectOf(act: CourtAct): string | null {
  if ('strikeId' in act) return act.strikeId
  if (act.kind === 'undo_step') return act.stepId
  return act.kind === 'note' || act.kind === 'rate' ? null : act.eventId
}

/**
 * Sends what waits, oldest first, once each. It stops at the first that does not reach the server. What is refused
 * stays with its sentence, and so does every later act on the same strike or step, which could not mean what it meant.
 * What was sent stands first from then on, until the board tells of it.
 */
export async function replayQueue(
  queue: readonly Queued[],
  send: (act: CourtAct) => Promise<Outcome>,
  onChange: (queue: readonly Queued[]) => void,
): Promise<readonly Queued[]> {
  let left = [...queue]
  for (const { act, problem, isSent } of queue) {
    if (isSent) continue
    const subject = subjectOf(act)
    const isHeld = left.some(
      (each) =>
        each.problem !== null &&
        each.act.eventId !== act.eventId &&
        subject !== null &&
        subjectOf(each.act) === subject,
    )
    if (problem !== null || isHeld) continue
    const outcome = await send(act)
    if (outcome.kind === 'unreachable') return left
    const others = left.filter((each) => each.act.eventId !== act.eventId)
    left =
      outcome.kind === 'sent'
        ? [
            ...others.filter((each) => each.isSent),
            ...(isToldByBoard(act) ? [{ act, problem: null, mayAllow: false, isSent: true }] : []),
            ...others.filter((each) => !each.isSent),
          ]
        : left.map((each) =>
            each.act.eventId === act.eventId
              ? { act, problem: outcome.sentence, mayAllow: outcome.mayAllow, isSent: false }
              : each,
          )
    onChange(left)
  }
  return left
}

/** An act that was never sent is simply forgotten, with all that followed from it. */
export const withoutSubject = (queue: readonly Queued[], subject: string): Queued[] =>
  queue.filter(({ act, isSent }) => isSent || subjectOf(act) !== subject)

/** A refused strike again, as one that the court allowed. */
export const allowedAgain = (queue: readonly Queued[], eventId: string, reason: string): Queued[] =>
  queue.map((each) =>
    each.act.eventId === eventId && 'courtAllowed' in each.act
      ? { act: { ...each.act, courtAllowed: reason }, problem: null, mayAllow: false, isSent: false }
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
