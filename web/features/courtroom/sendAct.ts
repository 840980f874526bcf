import { rateJuror } from '#contract/jurors.ts'
import { writeLiveNote } from '#contract/live-notes.ts'
import { moveStrike } from '#contract/strikes.moves.ts'
import { createStrike, readStrike } from '#contract/strikes.ts'
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
    return isPassing(error) ? { kind: 'unreachable' } : { kind: 'refused', sentence: error.sentence }
  }
}

async function send(sessionId: string, act: CourtAct): Promise<void> {
  const { eventId, at, jurorId } = act
  switch (act.kind) {
    case 'said': {
      const { strikeId, madeBy, strikeKind, target, exerciseId } = act
      const strike = await call(createStrike, {
        params: { sessionId },
        input: { eventId, at, id: strikeId, jurorId, madeBy, kind: strikeKind, target },
      })
      // What the other side or the court said is recorded as exercised at once.
      if (madeBy === 'us') {
        await call(moveStrike, {
          params: { strikeId },
          input: { eventId: exerciseId, at, version: strike.version, move: 'exercise_unapproved' },
        })
      }
      return
    }
    case 'exercise':
      await call(moveStrike, {
        params: { strikeId: act.strikeId },
        input: { eventId, at, version: act.version, move: 'exercise' },
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
    case 'rule':
      await call(moveStrike, {
        params: { strikeId: act.strikeId },
        input: { eventId, at, version: act.version, move: 'rule', ruling: act.ruling, judgeWords: act.judgeWords },
      })
      return
    case 'note':
      await call(writeLiveNote, {
        params: { sessionId },
        input: { eventId, at, jurorId, kind: act.noteKind, text: act.text },
      })
      return
    case 'rate':
      await call(rateJuror, { params: { jurorId }, input: { lean: act.lean } })
  }
}
