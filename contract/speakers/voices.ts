import { z } from 'zod'
import { Span, speakerMethods } from '../videos/analysis.ts'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { Grouping } from './speakers.ts'

/** This is enough for a panel of 60 plus the court and counsel. */
export const voicesAtMost = 80
export const turnsAtOnce = 200

export const Voice = z.object({
  label: z.string(),
  displayName: z.string(),
  turns: z.int(),
  talkMs: z.int().nullable(),
  named: z.int(),
})
export type Voice = z.infer<typeof Voice>

export const Voices = z.object({
  method: z.enum(speakerMethods),
  voices: z.array(Voice),
  unnamedTurns: z.int(),
  overlaps: z.array(Span),
  /** False if overlaps come from the transcript, not the audio. */
  hearsOverlaps: z.boolean(),
  count: z.int().nullable(),
  isClosed: z.boolean(),
  isBusy: z.boolean(),
  mayChange: z.boolean(),
  version: z.int(),
  grouping: Grouping.nullable(),
})
export type Voices = z.infer<typeof Voices>

export const VoiceTurn = z.object({
  turn: z.int(),
  startMs: z.int().nullable(),
  endMs: z.int().nullable(),
  text: z.string(),
  isOverlapped: z.boolean(),
  isNamed: z.boolean(),
})
export type VoiceTurn = z.infer<typeof VoiceTurn>

const ofVideo = z.strictObject({ videoId: Id })
const Label = z.string().min(1).max(200)
/** Each command increments the version. Commands return 409 with the current voices if it's stale. */
const version = z.int()
const touches = ['transcripts', 'videos', 'highlights', 'jurors'] as const

export const readVoices = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/voices',
  summary: 'Get the voices of a video.',
  needs: 'member',
  params: ofVideo,
  input: nothing,
  output: Voices,
  touches,
})

export const listVoiceTurns = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/voices/turns',
  summary: 'List up to 500 turns of a voice, or of no voice, in order of time.',
  needs: 'member',
  params: ofVideo,
  input: z.strictObject({ label: Label.optional() }),
  output: z.array(VoiceTurn),
  touches,
})

export const nameTurns = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/voices/turns',
  summary: 'Assign turns to an existing or new voice.',
  needs: 'member',
  params: ofVideo,
  input: z.strictObject({
    version,
    grouping: Grouping.optional(),
    turns: z.array(z.int().min(0)).min(1, 'Choose at least one turn.').max(turnsAtOnce),
    label: Label.nullable(),
  }),
  output: Voices,
  touches,
})

export const mergeVoices = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/voices/merge',
  summary: 'Merge two voices.',
  needs: 'member',
  params: ofVideo,
  input: z
    .strictObject({ version, grouping: Grouping.optional(), from: Label, into: Label })
    .refine(({ from, into }) => from !== into, { path: ['into'], message: 'Choose a different voice.' }),
  output: Voices,
  touches,
})

export const regroupVoices = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/voices/regroup',
  summary: 'Group voices again; assignments by people are kept.',
  needs: 'member',
  params: ofVideo,
  input: z.strictObject({
    version,
    count: z.int().min(1, 'Enter at least 1 voice.').max(voicesAtMost).nullable(),
    isClosed: z.boolean().default(false),
  }),
  output: Voices,
  touches,
})
