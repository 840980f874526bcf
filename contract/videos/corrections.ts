/** Corrections are stored separately, so the original words never change. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { Turn } from './transcript.ts'

export const correctionLimits = { newText: 2000, replaces: 100 } as const

/**
 * A `live` correction replaces the original words. A `detached` one no longer matches the transcript. A `replaced` one
 * was superseded by a later correction. An `undone` one was reverted by an `undo` record.
 */
export const correctionStates = ['live', 'detached', 'replaced', 'undone', 'undo'] as const

export const Correction = z.object({
  id: Id,
  turn: z.int(),
  /** Zero-based indexes of the first and last corrected words in the turn's original text. */
  from: z.int(),
  to: z.int(),
  originalText: z.string(),
  newText: z.string(),
  replaces: z.array(Id),
  undoes: Id.nullable(),
  state: z.enum(correctionStates),
  by: z.string(),
  at: Timestamp,
})
export type Correction = z.infer<typeof Correction>

export const Corrected = z.object({ correction: Correction, turn: Turn })
export type Corrected = z.infer<typeof Corrected>

// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export const CorrectionInput = z
  .strictObject({
    turn: z.int().min(0),
    from: z.int().min(0),
    to: z.int().min(0),
    newText: z
      .string()
      .max(correctionLimits.newText)
      .refine((text) => !controlCharacters.test(text), 'Remove control characters.')
      .transform((text) => text.trim().replaceAll(/\s+/g, ' ')),
    /** The IDs of the corrections that the user saw. Returns 409 if there are any others. */
    replaces: z.array(Id).max(correctionLimits.replaces).default([]),
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'The last word can’t come before the first.' })

const onVideo = z.strictObject({ videoId: Id })

export const createCorrection = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/corrections',
  summary: 'Correct words in a transcript; the original words and times are kept.',
  needs: 'member',
  params: onVideo,
  input: CorrectionInput,
  output: Corrected,
  touches: ['transcripts', 'findings', 'videos', 'highlights', 'notifications'],
})

export const listCorrections = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/corrections',
  summary: 'List every correction and undo in a transcript, oldest first.',
  needs: 'member',
  params: onVideo,
  input: z.strictObject({ turn: z.coerce.number().int().min(0).optional() }),
  output: z.array(Correction),
  touches: ['transcripts', 'videos'],
})

export const undoCorrection = defineEndpoint({
  method: 'DELETE',
  path: '/api/videos/:videoId/corrections/:id',
  summary: 'Undo a correction.',
  needs: 'member',
  params: z.strictObject({ videoId: Id, id: Id }),
  input: nothing,
  output: Corrected,
  touches: ['transcripts', 'findings', 'videos', 'highlights', 'notifications'],
})

export const listOriginalTurns = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/original-turns',
  summary: 'List the original wording of corrected turns.',
  needs: 'member',
  params: onVideo,
  input: nothing,
  output: z.array(Turn),
  touches: ['transcripts', 'videos'],
})
