/** Speaker assignments, made only by people. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { speakerRoles } from '../videos/transcript.ts'

export const SpeakerExcerpt = z.object({ turn: z.int(), startMs: z.int().nullable(), text: z.string() })

export const SessionSpeaker = z.object({
  videoId: Id,
  /** Transcript label; matches Turn.speaker. */
  label: z.string(),
  displayName: z.string(),
  /** From the analysis. An assignment overrides it. */
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  turns: z.int(),
  talkMs: z.int().nullable(),
  excerpts: z.array(SpeakerExcerpt),
  /** Null until assigned. */
  assignment: z
    .object({
      role: z.enum(speakerRoles),
      jurorId: Id.nullable(),
      jurorNumber: z.string().nullable(),
      by: z.string(),
      at: Timestamp,
    })
    .nullable(),
  /** 0 until the first change. */
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

/** A stale version returns 409 with the current speaker. `assignment: null` clears the assignment. */
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
        message: 'Only a speaker with the juror role can be matched to a juror.',
      })
      .nullable(),
    /** Applies to the same label in all videos of the session. */
    applyToAll: z.boolean().default(false),
  }),
  output: z.array(SessionSpeaker),
  touches: ['highlights', 'transcripts', 'jurors'],
})
