import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { selectionSides } from './selection.ts'
import { replayable } from './strikes.ts'

export const stepKinds = ['passed', 'drawn', 'moved_last'] as const

export const SelectionStep = z.object({
  id: Id,
  kind: z.enum(stepKinds),
  side: z.enum(selectionSides).nullable(),
  jurorId: Id.nullable(),
  by: z.string(),
  at: Timestamp,
  undone: z.boolean(),
})
export type SelectionStep = z.infer<typeof SelectionStep>

const inSession = z.strictObject({ sessionId: Id })

export const listSelectionSteps = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/selection-steps',
  summary: 'List the passes and draws of a case in order.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: z.array(SelectionStep),
  touches: ['strikes'],
})

/** `eventId` becomes the step's ID. If it was already used, returns the first result. */
export const recordSelectionStep = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/selection-steps',
  summary: 'Record a pass, a drawn juror, or a juror moved to last.',
  needs: 'member',
  params: inSession,
  input: z.discriminatedUnion('kind', [
    z.strictObject({ ...replayable, kind: z.literal('passed'), side: z.enum(selectionSides) }),
    z.strictObject({ ...replayable, kind: z.enum(stepKinds).exclude(['passed']), jurorId: Id }),
  ]),
  output: SelectionStep,
  touches: ['strikes'],
})

/** Only the lead or the person who recorded the step can undo it. The step stays on the record as undone. */
export const undoSelectionStep = defineEndpoint({
  method: 'POST',
  path: '/api/selection-steps/:stepId/undo',
  summary: 'Undo a pass or draw recorded by mistake.',
  needs: 'member',
  params: z.strictObject({ stepId: Id }),
  input: nothing,
  output: SelectionStep,
  touches: ['strikes'],
})
