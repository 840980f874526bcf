/** What people change of a transcript: records laid over words that themselves never change. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { Turn } from './transcript.ts'

export const correctionLimits = { newText: 2000, replaces: 100 } as const

/**
 * - `live`: shown in place of the original words. `detached`: would be, but the transcript was made anew and has other
 *   words there now. `replaced`, `undone`: a later record took its place or took it back. `undo`: such a taking back.
 */
export const correctionStates = ['live', 'detached', 'replaced', 'undone', 'undo'] as const

export const Correction = z.object({
  id: Id,
  turn: z.int(),
  /** First and last corrected word, counted from 0 in the original text of the turn. */
  from: z.int(),
  to: z.int(),
  originalText: z.string(),
  newText: z.string(),
  /** Earlier corrections of these words in whose place this one stands. */
  replaces: z.array(Id),
  /** The correction that this record takes back. */
  undoes: Id.nullable(),
  state: z.enum(correctionStates),
  by: z.string(),
  at: Timestamp,
})
export type Correction = z.infer<typeof Correction>

/** The record that was made, and the turn as it reads now. */
export const Corrected = z.object({ correction: Correction, turn: Turn })
export type Corrected = z.infer<typeof Corrected>

// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export const CorrectionInput = z
  .strictObject({
    turn: z.int().min(0),
    from: z.int().min(0),
    to: z.int().min(0),
    /** Empty where nothing was said at all. */
    newText: z
      .string()
      .max(correctionLimits.newText)
      .refine((text) => !controlCharacters.test(text), 'Leave out control characters.')
      .transform((text) => text.trim().replaceAll(/\s+/g, ' ')),
    /** The corrections that the person saw on these words; others, made meanwhile, answer 409 with both. */
    replaces: z.array(Id).max(correctionLimits.replaces).default([]),
  })
  .refine(({ from, to }) => to >= from, { path: ['to'], message: 'The last word must not come before the first.' })

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

/** An undo is a record of its own: the correction stays in the history. */
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
