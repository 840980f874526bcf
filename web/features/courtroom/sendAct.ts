import { rateJuror } from '#contract/jurors/jurors.ts'
import { writeLiveNote } from '#contract/jurors/live-notes.ts'
import { moveStrike } from '#contract/strikes/moves.ts'
import { recordSelectionStep, undoSelectionStep } from '#contract/strikes/steps.ts'
import { createStrike, readStrike } from '#contract/strikes/strikes.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { call } from '#web/platform/call.ts'
import type { CourtAct, Outcome } from './courtQueue.ts'

/** No line, a restarting or busy server, or a sign-in that has ended: the same act can succeed later. */
const isPassing = ({ status }: ApiError): boolean => status === 0 || status === 401 || status === 429 || status >= 500

/** Sends one act. The server takes each id once, so that sending again after a lost answer changes nothing. */
export async function sendAct(sessionId: string, act: CourtAct): Promise<Outcome> {
  try {
    await send(sessionId, act)
    return { kind: 'sent' }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (isPassing(error)) return { kind: 'unreachable' }
    return { kind: 'refused', sentence: error.sentence, mayAllow: 'courtAllowed' in error.fields }
  }
}

async function send(sessionId: string, act: CourtAct): Promise<void> {
  const { eventId, at } = act
  switch (act.kind) {
    case 'said': {
      const { strikeId, jurorId, madeBy, strikeKind, target, defendant, courtAllowed, exerciseId } = act
      const strike = await call(createStrike, {
        params: { sessionId },
        input: { eventId, at, id: strikeId, jurorId, madeBy, kind: strikeKind, target, defendant, courtAllowed },
      })
      // What the other side or the court said is recorded as exercised at once.
      if (madeBy === 'us') {
        await call(moveStrike, {
          params: { strikeId },
          input: { eventId: exerciseId, at, version: strike.version, move: 'exercise_unapproved', courtAllowed },
        })
      }
      return
    }
    case 'exercise':
      await call(moveStrike, {
        params: { strikeId: act.strikeId },
        input: { eventId, at, version: act.version, move: act.move, courtAllowed: act.courtAllowed },
      })
      return
    case 'undo': {
      const strike = await call(readStrike, { params: { strikeId: act.strikeId }, input: {} })
      await call(moveStrike, {
        params: { strikeId: act.strikeId },
        input: { eventId, at, version: strike.version, move: 'undo' },
      })
      return
    }
    case 'withdraw':
      await withdraw(act)
      return
    case 'rule': {
      const { strikeId, version, ruling, judgeWords, remedy, remedyRestored } = act
      await call(moveStrike, {
        params: { strikeId },
        input: { eventId, at, version, move: 'rule', ruling, judgeWords, remedy, remedyRestored },
      })
      return
    }
    case 'passed':
      await call(recordSelectionStep, { params: { sessionId }, input: { eventId, at, kind: 'passed', side: act.side } })
      return
    case 'drawn':
    case 'moved_last':
      await call(recordSelectionStep, {
        params: { sessionId },
        input: { eventId, at, kind: act.kind, jurorId: act.jurorId },
      })
      return
    case 'undo_step':
      await call(undoSelectionStep, { params: { stepId: act.stepId }, input: {} })
      return
    case 'note':
      await call(writeLiveNote, {
        params: { sessionId },
        input: { eventId, at, jurorId: act.jurorId, kind: act.noteKind, text: act.text },
      })
      return
    case 'rate':
      await call(rateJuror, { params: { jurorId: act.jurorId }, input: { lean: act.lean } })
  }
}

/** A draft that never was, or that is a draft no longer, needs no taking back. */
async function withdraw({ strikeId, eventId, at, reason }: Extract<CourtAct, { kind: 'withdraw' }>): Promise<void> {
  try {
    const strike = await call(readStrike, { params: { strikeId }, input: {} })
    if (strike.state !== 'draft') return
    await call(moveStrike, {
      params: { strikeId },
      input: { eventId, at, version: strike.version, move: 'withdraw', reason },
    })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
  }
}
