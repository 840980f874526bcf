import { z } from 'zod'
import { defineEndpoint, done, Id, nothing, textLimits, Timestamp } from '../endpoint.ts'
import { jurorLimits } from './jurors.ts'

export const liveNoteKinds = ['answer', 'note', 'tag', 'hand'] as const
export type LiveNoteKind = (typeof liveNoteKinds)[number]

export const LiveNote = z.object({
  id: Id,
  jurorId: Id,
  sessionId: Id,
  kind: z.enum(liveNoteKinds),
  text: z.string(),
  by: z.string(),
  at: Timestamp,
})
export type LiveNote = z.infer<typeof LiveNote>

const inSession = z.strictObject({ sessionId: Id })

/**
 * `hand` means the juror raised a hand when the whole panel was asked. `eventId` becomes the note's ID, so an offline
 * queue can safely send the note again.
 */
export const writeLiveNote = defineEndpoint({
  method: 'POST',
  path: '/api/sessions/:sessionId/live-notes',
  summary: 'Record an answer, a note, a tag, or a raised hand for a juror. Accepts entries queued offline.',
  needs: 'member',
  params: inSession,
  input: z
    .strictObject({
      eventId: Id,
      at: Timestamp.optional(),
      jurorId: Id,
      kind: z.enum(liveNoteKinds),
      text: z.string().trim().min(1, 'Enter some text.').max(textLimits.long),
    })
    .refine(({ kind, text }) => kind !== 'tag' || text.length <= jurorLimits.tag, {
      path: ['text'],
      message: `A tag can have at most ${jurorLimits.tag} characters.`,
    }),
  output: LiveNote,
  touches: ['jurors'],
})

export const undoLiveNote = defineEndpoint({
  method: 'DELETE',
  path: '/api/live-notes/:liveNoteId',
  summary: 'Undo a live note that you wrote, including a tag that it added.',
  needs: 'member',
  params: z.strictObject({ liveNoteId: Id }),
  input: nothing,
  output: done,
  touches: ['jurors'],
})

export const listLiveNotes = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/live-notes',
  summary: 'List the live notes of a session, newest first.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({ jurorId: Id.optional() }),
  output: z.array(LiveNote),
  touches: ['jurors'],
})
