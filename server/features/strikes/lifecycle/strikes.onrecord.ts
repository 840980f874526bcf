/** What is put on the record about a strike that was said in court: the objection to it, the steps that preserve it, and its second. */
import { and, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { markStrike as markEndpoint } from '#contract/strikes/moves.ts'
import type {
  recordObjection as objectionEndpoint,
  recordPreservation as preservationEndpoint,
  Strike,
} from '#contract/strikes/strikes.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { videosOfSession } from '#server/features/videos/session-videos.queries.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { Context } from '#server/platform/route.ts'
import { fault } from '../evidence/evidence.service.ts'
import { tellObjection } from './strikes.notices.ts'
import { lockJuror } from './strikes.panel.ts'
import { auditStrike, recordStep } from './strikes.record.ts'
import { editStrike } from './strikes.service.ts'

export function recordObjection(
  context: Context,
  strikeId: string,
  input: z.output<typeof objectionEndpoint.input>,
): Promise<Strike> {
  const { objection } = input
  return editStrike(
    context,
    strikeId,
    input,
    async (tx, { strike, inCase }) => {
      if (strike.kind !== 'peremptory' || (strike.state !== 'exercised' && strike.state !== 'ruled')) {
        throw new Refusal('conflict', 'An objection is made to a peremptory that was exercised.')
      }
      if (objection?.by === strike.madeBy) throw fault('objection.by', 'A side does not object to its own peremptory.')
      const words = { from: strike.state, to: strike.state, at: new Date() }
      await recordStep(tx, context, { ...words, kind: 'object', strikeId, text: objection?.basis ?? 'taken back' })
      const trace = { basis: objection?.basis ?? null, primaFacie: objection?.primaFacie ?? null }
      await auditStrike(tx, context, objection ? 'objected' : 'objection_removed', strike, trace)
      if (objection && strike.objection === null) {
        const { jurorNumber } = await lockJuror(tx, inCase.id, strike.jurorId)
        await tellObjection(tx, context, strike, jurorNumber)
      }
      return { objection }
    },
    { action: 'recordRulings' },
  )
}

export function recordPreservation(
  context: Context,
  strikeId: string,
  input: z.output<typeof preservationEndpoint.input>,
): Promise<Strike> {
  return editStrike(
    context,
    strikeId,
    input,
    async (tx, { strike, inCase }) => {
      if (!strike.preservation) {
        throw new Refusal('conflict', 'Preservation begins when a challenge for cause of ours is denied.')
      }
      const { objectionableJurorId } = input.preservation
      if (objectionableJurorId !== null) {
        const [juror] = await tx
          .select({ id: jurors.id })
          .from(jurors)
          .where(and(eq(jurors.id, objectionableJurorId), eq(jurors.caseId, inCase.id), isNull(jurors.deletedAt)))
        if (!juror) throw fault('preservation.objectionableJurorId', 'Choose a juror of this case.')
      }
      const preservation = { ...input.preservation, openedAt: strike.preservation.openedAt }
      const done = Object.entries(input.preservation)
        .filter(([field, value]) => field !== 'note' && value !== null)
        .map(([field]) => field)
      const words = { from: strike.state, to: strike.state, at: new Date() }
      await recordStep(tx, context, { ...words, kind: 'preserve', strikeId, text: done.join(', ') })
      await auditStrike(tx, context, 'preserved', strike, { done })
      return { preservation }
    },
    { action: 'recordRulings' },
  )
}

/** Where the call is in a recording: found by a person once there is one, maybe long after the jury was sworn. */
export function markStrike(
  context: Context,
  strikeId: string,
  input: z.output<typeof markEndpoint.input>,
): Promise<Strike> {
  const { timecode } = input
  return editStrike(
    context,
    strikeId,
    input,
    async (tx, { strike }) => {
      if (strike.calledAt === null) throw new Refusal('conflict', 'This strike was not said in court yet.')
      if (timecode) {
        const recording = (await videosOfSession(tx, strike.sessionId)).find(
          ({ videoId }) => videoId === timecode.videoId,
        )
        if (!recording) throw fault('timecode', 'Choose a recording of the session in which the strike was called.')
        const { duration } = recording
        if (duration !== null && timecode.seconds > duration) {
          throw fault('timecode', `Choose a second of the recording, which is ${duration} seconds long.`)
        }
      }
      const words = { from: strike.state, to: strike.state, at: new Date() }
      const text = timecode ? `called at second ${timecode.seconds} of a recording` : 'second of the call taken back'
      await recordStep(tx, context, { ...words, kind: 'edit', strikeId, text })
      await auditStrike(tx, context, timecode ? 'marked' : 'mark_removed', strike, { timecode })
      return { calledTimecode: timecode }
    },
    { action: 'recordRulings', evenFinal: true },
  )
}
