/**
 * What was done in court while the network was away. Every act has an id and a time of its own and stays in this
 * browser's storage until the server has answered it, so that a reload, a closed lid or a lost line loses none.
 */
import { z } from 'zod'
import { leans } from '#contract/jurors.ts'
import { liveNoteKinds } from '#contract/live-notes.ts'
import { strikeKinds, strikeRulings, strikeSides } from '#contract/strikes.data.ts'
import { strikeTargets } from '#contract/selection/selection.ts'

const base = { eventId: z.string(), at: z.string(), jurorId: z.string(), jurorNumber: z.string() }

/** One act. `said`: a strike said in court, drafted and exercised in one. `exercise`: one that was prepared before. */
export const CourtAct = z.discriminatedUnion('kind', [
  z.object({
    ...base,
    kind: z.literal('said'),
    strikeId: z.string(),
    /** Of the second of its two moves. */
    exerciseId: z.string(),
    madeBy: z.enum(strikeSides),
    strikeKind: z.enum(strikeKinds),
    target: z.enum(strikeTargets),
  }),
  z.object({ ...base, kind: z.literal('exercise'), strikeId: z.string(), version: z.number() }),
  z.object({ ...base, kind: z.literal('undo'), strikeId: z.string(), version: z.number() }),
  z.object({
    ...base,
    kind: z.literal('rule'),
    strikeId: z.string(),
    version: z.number(),
    ruling: z.enum(strikeRulings).exclude(['pending']),
    judgeWords: z.string(),
  }),
  z.object({ ...base, kind: z.literal('note'), noteKind: z.enum(liveNoteKinds), text: z.string() }),
  z.object({ ...base, kind: z.literal('rate'), lean: z.literal([...leans]) }),
])
export type CourtAct = z.infer<typeof CourtAct>

/** `problem`: the server refused it, and a person must decide. */
export const Queued = z.object({ act: CourtAct, problem: z.string().nullable() })
export type Queued = z.infer<typeof Queued>

/** How one act went: sent; the line is away; or refused with a sentence. */
export type Outcome = { kind: 'sent' } | { kind: 'unreachable' } | { kind: 'refused'; sentence: string }

const strikeOf = (act: CourtAct): string | null => ('strikeId' in act ? act.strikeId : null)

/**
 * Sends what waits, oldest first, once each. It stops at the first that does not reach the server. What is refused
 * stays with its sentence, and so does every later act on the same strike, which could not mean what it meant.
 */
export async function replayQueue(
  queue: readonly Queued[],
  send: (act: CourtAct) => Promise<Outcome>,
  onChange: (queue: readonly Queued[]) => void,
): Promise<readonly Queued[]> {
  let left = [...queue]
  for (const { act, problem } of queue) {
    const strikeId = strikeOf(act)
    const isHeld = left.some(
      (each) =>
        each.problem !== null &&
        each.act.eventId !== act.eventId &&
        strikeId !== null &&
        strikeOf(each.act) === strikeId,
    )
    if (problem !== null || isHeld) continue
    const outcome = await send(act)
    if (outcome.kind === 'unreachable') return left
    left =
      outcome.kind === 'sent'
        ? left.filter((each) => each.act.eventId !== act.eventId)
        : left.map((each) => (each.act.eventId === act.eventId ? { act, problem: outcome.sentence } : each))
    onChange(left)
  }
  return left
}

/** Whether an act that was never sent can simply be forgotten, with all that followed from it. */
export const withoutStrike = (queue: readonly Queued[], strikeId: string): Queued[] =>
  queue.filter(({ act }) => strikeOf(act) !== strikeId)

export const parseQueue = (text: string | null): Queued[] => {
  if (text === null) return []
  try {
    const parsed = z.array(Queued).safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : []
  } catch {
    return []
  }
}
