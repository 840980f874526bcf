/** What happens in court: a strike is said, ruled on, and taken back. */
import { strikeLimits, type StrikeRuling } from '#contract/strikes/data.ts'
import { isLiveStrike } from '#contract/strikes/workflow.ts'
import { Refusal } from '#server/platform/errors.ts'
import { requireBudget } from '../selection/budgets.queries.ts'
import { requireTimecode } from '../evidence/evidence.service.ts'
import { liveSentence, liveStrikeOf } from './strikes.conflict.ts'
import { exercise, struckAs, undoEffects } from './strikes.exercise.ts'
import { askForReminder } from './strikes.jobs.ts'
import { type Moved, type Moving, numberOf } from './strikes.moving.ts'
import { tellOfBudget, tellRuled } from './strikes.notices.ts'
import { lockJuror, takeJuror, whyOut } from './strikes.panel.ts'
import type { StrikeRow } from '../strikes.table.ts'
import { refuseFaults } from './strikes.validation.ts'

export async function sayInCourt(moving: Moving, { isApproved }: { isApproved: boolean }): Promise<Moved> {
  const { tx, context, seen, input, at } = moving
  const { strike, inCase } = seen
  await requireTimecode(tx, inCase.id, input.timecode, 'timecode')
  const juror = await lockJuror(tx, inCase.id, strike.jurorId)
  const { timecode, phase, courtAllowed } = input
  const said = await exercise(tx, context, inCase, strike, juror, { at, timecode, phase, courtAllowed })
  const approvalDueAt = new Date(Date.now() + strikeLimits.approvalHours * 3_600_000)
  const waiting = { approvalState: 'pending', approvalDueAt } as const
  return {
    change: { ...said, ...(isApproved ? {} : waiting) },
    after: async (written) => {
      await tellOfBudget(tx, context, inCase, written)
      if (!isApproved) await askForReminder(tx, context.parts.queue, written.id)
    },
  }
}

const rulingsOf = {
  cause: ['granted', 'denied', 'reserved'],
  peremptory: ['granted', 'disallowed', 'reserved'],
} as const satisfies Record<StrikeRow['kind'], readonly StrikeRuling[]>

/** Whether a juror is off the panel by a strike with this ruling. */
const removes = (kind: StrikeRow['kind'], ruling: StrikeRuling): boolean =>
  kind === 'cause' ? ruling === 'granted' : ruling !== 'disallowed'

export async function ruleOn(moving: Moving): Promise<Moved> {
  const { tx, context, seen, input, at } = moving
  const { strike, inCase } = seen
  const { ruling } = input
  if (!ruling || !(rulingsOf[strike.kind] as readonly StrikeRuling[]).includes(ruling)) {
    const words = rulingsOf[strike.kind].join(', ')
    throw refuseRuling(`A ${strike.kind === 'cause' ? 'challenge for cause' : 'peremptory'} is ruled ${words}.`)
  }
  const isDisallowed = ruling === 'disallowed'
  if (isDisallowed && input.remedy === null) refuseFaults({ remedy: 'Say what the court ordered.' })
  if (!isDisallowed && (input.remedy !== null || input.remedyRestored)) {
    refuseFaults({ remedy: 'Only a disallowance has a remedy.' })
  }
  await requireTimecode(tx, inCase.id, input.timecode, 'timecode')
  // A ruling that makes a fallen strike live again finds what has been recorded on the juror since.
  if (isLiveStrike({ state: 'ruled', ruling }) && !isLiveStrike(strike)) {
    const live = await liveStrikeOf(tx, strike.jurorId, strike.id)
    if (live) throw new Refusal('conflict', liveSentence(await numberOf(moving), live))
  }
  // A challenge that was given back is spent again.
  if (strike.remedyRestored && !input.remedyRestored) await requireBudget(tx, inCase, strike)
  const reseats = !removes(strike.kind, ruling) && (!isDisallowed || input.remedy === 'juror_seated')
  const isOut = strike.jurorBefore !== null
  const jurorBefore = removes(strike.kind, ruling) && !isOut ? await takeAnew(moving) : strike.jurorBefore
  const isDenied = strike.kind === 'cause' && ruling === 'denied'
  return {
    change: {
      ruling,
      ruledAt: at,
      judgeWords: input.judgeWords,
      rulingTimecode: input.timecode,
      remedy: input.remedy,
      remedyRestored: input.remedyRestored,
      jurorBefore: reseats ? null : jurorBefore,
      ...(isDenied && strike.madeBy === 'us' && strike.preservation === null && { preservation: opened(at) }),
    },
    after: async (written) => {
      if (reseats) {
        const before = { ...written, jurorBefore: strike.jurorBefore }
        await undoEffects(tx, context, before, { at, reason: `The ruling: ${ruling}.` })
      }
      await tellRuled(tx, context, written, await numberOf(moving))
    },
  }
}

const refuseRuling = (message: string): Refusal => new Refusal('invalid', message, { fields: { ruling: message } })

const opened = (at: Date): NonNullable<StrikeRow['preservation']> => ({
  openedAt: at.toISOString(),
  moreRequestedAt: null,
  refusedAt: null,
  objectionableJurorId: null,
  renewedAt: null,
  note: '',
})

/** A ruling that takes the juror: for the first time, or after one that had left them on the panel. */
async function takeAnew({ tx, context, seen }: Moving): Promise<StrikeRow['jurorBefore']> {
  const { strike, inCase } = seen
  const juror = await lockJuror(tx, inCase.id, strike.jurorId)
  const out = whyOut(juror, inCase, strike.kind === 'peremptory')
  if (out) throw new Refusal('conflict', out)
  return takeJuror(tx, context, juror, { kind: 'struck', status: struckAs(strike), sessionId: strike.sessionId })
}

export function end(name: 'withdraw' | 'undo' | 'void', moving: Moving): Promise<Moved> {
  const { tx, context, seen, input, at } = moving
  const { strike } = seen
  if (name === 'undo') requireRecent(strike, input.at)
  else if (input.reason === '') refuseFaults({ reason: 'Give the reason for the record.' })
  const reason = name === 'undo' ? 'undo' : input.reason
  return Promise.resolve({
    change: { endReason: reason, jurorBefore: null, supersededBy: null, supersededState: null },
    after: (written) => undoEffects(tx, context, { ...written, jurorBefore: strike.jurorBefore }, { at, reason }),
  })
}

/**
 * Ten seconds by our clock; by the device's own where it was offline at the time and sends both moves from its queue.
 */
function requireRecent({ exercisedAt, calledAt }: StrikeRow, at: string | undefined): void {
  const limitMs = strikeLimits.undoSeconds * 1000
  const heardMs = exercisedAt?.getTime() ?? 0
  if (Date.now() - heardMs <= limitMs) return
  const saidMs = calledAt?.getTime() ?? 0
  const wasQueued = heardMs - saidMs > limitMs
  const sinceMs = at === undefined ? Infinity : new Date(at).getTime() - saidMs
  if (wasQueued && sinceMs >= 0 && sinceMs <= limitMs) return
  throw new Refusal(
    'conflict',
    `More than ${strikeLimits.undoSeconds} seconds have passed. The lead of this case may void the strike, with a reason.`,
  )
}
