/** Lets users name voices one at a time. The remaining voices are regrouped after each name. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { speakerMethods } from '../videos/analysis.ts'
import { speakerRoles } from '../videos/transcript.ts'
import { Grouping } from './speakers.ts'

export const excerptsPerVoice = 3

const Excerpt = z.object({ turn: z.int(), startMs: z.int().nullable(), endMs: z.int().nullable(), text: z.string() })

export const UnnamedVoice = z.object({
  label: z.string(),
  displayName: z.string(),
  turns: z.int(),
  talkMs: z.int().nullable(),
  excerpts: z.array(Excerpt),
  person: z
    .object({ role: z.enum(speakerRoles), jurorId: Id.nullable(), jurorNumber: z.string().nullable(), by: z.string() })
    .nullable(),
  suggestion: z
    .object({ jurorNumber: z.string().nullable(), seat: z.int().nullable(), turn: z.int(), quote: z.string() })
    .nullable(),
})
export type UnnamedVoice = z.infer<typeof UnnamedVoice>

export const VoiceNaming = z.object({
  method: z.enum(speakerMethods),
  voices: z.array(UnnamedVoice),
  isAsking: z.boolean(),
  leastCertain: Excerpt.extend({ label: z.string() }).nullable(),
  isBusy: z.boolean(),
  mayName: z.boolean(),
  mayUndo: z.boolean(),
  version: z.int(),
  grouping: Grouping.nullable(),
})
export type VoiceNaming = z.infer<typeof VoiceNaming>

const ofVideo = z.strictObject({ videoId: Id })
const touches = ['transcripts', 'videos', 'highlights', 'jurors', 'findings'] as const

export const readVoiceNaming = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/voices/people',
  summary: 'Get the voices of a video with excerpts, and who they are.',
  needs: 'member',
  params: ofVideo,
  input: nothing,
  output: VoiceNaming,
  touches,
})

/** Returns 409 with the current voices if the version is stale. Set `person` to null to clear the name. */
export const nameVoice = defineEndpoint({
  method: 'PUT',
  path: '/api/videos/:videoId/voices/people',
  summary: 'Identify a voice, and regroup the other voices.',
  needs: 'member',
  params: ofVideo,
  input: z.strictObject({
    version: z.int(),
    label: z.string().min(1).max(200),
    /** The excerpts shown to the user. They keep this name even if voices are regrouped. */
    turns: z.array(z.int().min(0)).max(excerptsPerVoice),
    person: z
      .strictObject({
        role: z.enum(speakerRoles),
        /** If no juror has this number, a juror is added to the case. */
        jurorNumber: z.string().trim().min(1, 'Enter a juror number.').max(20).nullable().default(null),
      })
      .refine(({ role, jurorNumber }) => jurorNumber === null || role === 'juror', {
        path: ['role'],
        message: 'Only a juror has a juror number.',
      })
      .nullable(),
  }),
  output: VoiceNaming,
  touches,
})

export const undoVoices = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/voices/undo',
  summary: 'Undo the last change to the voices of a video.',
  needs: 'member',
  params: ofVideo,
  input: z.strictObject({ version: z.int() }),
  output: VoiceNaming,
  touches,
})
