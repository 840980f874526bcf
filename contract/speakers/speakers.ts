import { z } from 'zod'
import { defineEndpoint, Id, nothing, Timestamp } from '../endpoint.ts'
import { speakerRoles } from '../videos/transcript.ts'

/**
 * The ID of the analysis that assigned the labels. Commands that send an older ID return 409, because its labels may
 * refer to different voices.
 */
export const Grouping = Id

export const SpeakerExcerpt = z.object({ turn: z.int(), startMs: z.int().nullable(), text: z.string() })

export const SessionSpeaker = z.object({
  videoId: Id,
  label: z.string(),
  displayName: z.string(),
  role: z.enum(speakerRoles),
  jurorNumber: z.string().nullable(),
  turns: z.int(),
  talkMs: z.int().nullable(),
  excerpts: z.array(SpeakerExcerpt),
  assignment: z
    .object({
      role: z.enum(speakerRoles),
      jurorId: Id.nullable(),
      jurorNumber: z.string().nullable(),
      by: z.string(),
      at: Timestamp,
    })
    .nullable(),
  version: z.int(),
  grouping: Grouping.nullable(),
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

/** Returns 409 with the current speaker if the version is stale. Set `assignment` to null to clear it. */
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
    grouping: Grouping.optional(),
    assignment: z
      .strictObject({ role: z.enum(speakerRoles), jurorId: Id.nullable().default(null) })
      .refine(({ role, jurorId }) => jurorId === null || role === 'juror', {
        path: ['role'],
        message: 'Only a speaker with the juror role can be matched to a juror.',
      })
      .nullable(),
    applyToAll: z.boolean().default(false),
  }),
  output: z.array(SessionSpeaker),
  touches: ['highlights', 'transcripts', 'jurors'],
})
