/** Voices of a video: joined, parted and named by people, and grouped anew around what they said. */
import { z } from 'zod'
import { Span, speakerMethods } from '../videos/analysis.ts'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

/** A panel of sixty, its judge and its lawyers. */
export const voicesAtMost = 80
/** Named at once; more are named in steps. */
export const turnsAtOnce = 200

export const Voice = z.object({
  /** Matches Turn.speaker. */
  label: z.string(),
  displayName: z.string(),
  turns: z.int(),
  /** Null where no turn has a time. */
  talkMs: z.int().nullable(),
  /** Turns that a person named as this voice; they stay so whatever is heard anew. */
  named: z.int(),
})
export type Voice = z.infer<typeof Voice>

export const Voices = z.object({
  method: z.enum(speakerMethods),
  voices: z.array(Voice),
  /** Turns that are nobody's. */
  unnamedTurns: z.int(),
  /** Where several voices speak at once: marked, and given to nobody. */
  overlaps: z.array(Span),
  /** False where the sound was not listened to for them: overlaps are then those that the transcript tells of. */
  hearsOverlaps: z.boolean(),
  /** How many voices a person said there are; null: as many as are heard. */
  count: z.int().nullable(),
  /** Every other turn gets the nearest of the named voices, or nobody's. */
  isClosed: z.boolean(),
  /** An analysis is waiting or under way. */
  isBusy: z.boolean(),
  mayChange: z.boolean(),
  /** 0 while nobody has said anything. */
  version: z.int(),
})
export type Voices = z.infer<typeof Voices>

export const VoiceTurn = z.object({
  turn: z.int(),
  startMs: z.int().nullable(),
  endMs: z.int().nullable(),
  text: z.string(),
  isOverlapped: z.boolean(),
  /** A person said that this voice speaks it. */
  isNamed: z.boolean(),
})
export type VoiceTurn = z.infer<typeof VoiceTurn>

const ofVideo = z.strictObject({ videoId: Id })
const Label = z.string().min(1).max(200)
/** Changed by each command; a stale one answers 409 with the voices as they are now. */
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
    turns: z.array(z.int().min(0)).min(1, 'Choose at least one turn.').max(turnsAtOnce),
    /** Null makes a new voice. */
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
    .strictObject({ version, from: Label, into: Label })
    .refine(({ from, into }) => from !== into, { path: ['into'], message: 'Choose another voice.' }),
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
    count: z.int().min(1, 'At least one person speaks.').max(voicesAtMost).nullable(),
    isClosed: z.boolean().default(false),
  }),
  output: Voices,
  touches,
})
