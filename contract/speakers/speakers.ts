/** Who speaks: a person says which juror, or which role, stands behind a speaker of a transcript. No machine does. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { speakerRoles } from '../videos/transcript.ts'

export const SpeakerExcerpt = z.object({ turn: z.int(), startMs: z.int().nullable(), text: z.string() })

export const SessionSpeaker = z.object({
  videoId: Id,
  /** As the transcript gives it; matches Turn.speaker. */
  label: z.string(),
  displayName: z.string(),
  /** As the analysis has it; a person's word stands above it. */
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  turns: z.int(),
  talkMs: z.int().nullable(),
  /** Up to three stretches to recognise the voice by. */
  excerpts: z.array(SpeakerExcerpt),
  /** Null until a person said who it is. */
  assignment: z
    .object({
      role: z.enum(speakerRoles),
      jurorId: Id.nullable(),
      jurorNumber: z.string().nullable(),
      by: z.string(),
      at: Timestamp,
    })
    .nullable(),
  /** 0 while nobody has said anything. */
  version: z.int(),
})
export type SessionSpeaker = z.infer<typeof SessionSpeaker>

const inSession = z.strictObject({ sessionId: Id })

export const listSpeakers = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/speakers',
  summary: 'List the speakers of a session and the people assigned to them.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: z.array(SessionSpeaker),
  touches: ['highlights', 'transcripts', 'videos', 'sessions', 'jurors'],
})

/** A stale version answers 409 with the speaker as it is now. `assignment: null` takes the word back. */
export const assignSpeaker = defineEndpoint({
  method: 'PUT',
  path: '/api/sessions/:sessionId/speakers',
  summary: 'Assign a juror or role to a speaker.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({
    videoId: Id,
    label: z.string().min(1).max(200),
    version: z.int(),
    assignment: z
      .strictObject({ role: z.enum(speakerRoles), jurorId: Id.nullable().default(null) })
      .refine(({ role, jurorId }) => jurorId === null || role === 'juror', {
        path: ['role'],
        message: 'Only a speaker in the role of a juror can be one of the jurors.',
      })
      .nullable(),
    /** Also the speakers of the same label in the session's other videos. */
    applyToAll: z.boolean().default(false),
  }),
  output: z.array(SessionSpeaker),
  touches: ['highlights', 'transcripts', 'jurors'],
})
