/** Suggests which juror a voice belongs to, based on numbers spoken in court. A person must confirm each suggestion. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { VoiceNaming } from './naming.ts'
import { Grouping } from './speakers.ts'

const SaidNumber = z.object({ turn: z.int(), startMs: z.int().nullable(), quote: z.string() })

export const SpeakerProposal = z.object({
  speaker: z.string(),
  jurorNumber: z.string().nullable(),
  seat: z.int().nullable(),
  /** A value from 0 to 1 based on how clearly and how often the number was spoken. Contrary evidence lowers it. */
  confidence: z.number().min(0).max(1),
  /**
   * One stretch for the whole transcript if the label is one person. Several stretches if people share a label such as
   * "JUROR".
   */
  stretches: z.array(
    z.object({
      fromTurn: z.int(),
      toTurn: z.int(),
      /** Missing if the stretch is the whole transcript, or if the proposal was stored by an earlier version. */
      confidence: z.number().min(0).max(1).optional(),
      said: SaidNumber.optional(),
    }),
  ),
  excerpts: z.array(SaidNumber),
})
export type SpeakerProposal = z.infer<typeof SpeakerProposal>

export const listSpeakerProposals = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/speaker-proposals',
  summary: 'List the likely juror for each voice, with supporting excerpts.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: nothing,
  output: z.array(
    SpeakerProposal.extend({
      excerpts: z.array(
        z.object({
          turn: z.int(),
          startMs: z.int().nullable(),
          quote: z.string(),
          quoteChanged: z.boolean(),
        }),
      ),
    }),
  ),
  touches: ['transcripts', 'videos'],
})

export const stretchKinds = ['answers', 'voice', 'stretch'] as const
export const certainFrom = 0.6
export const namesAtOnce = 500

/**
 * A set of turns that may belong to one juror: answers by an unidentified person, all turns in one voice, or some of
 * the turns under a shared label.
 */
export const JurorStretch = z.object({
  kind: z.enum(stretchKinds),
  label: z.string(),
  fromTurn: z.int(),
  toTurn: z.int(),
  jurorNumber: z.string().nullable(),
  seat: z.int().nullable(),
  confidence: z.number().min(0).max(1),
  turns: z.int(),
  said: SaidNumber.nullable(),
  lines: z.array(z.object({ turn: z.int(), speaker: z.string().nullable(), text: z.string() })),
})
export type JurorStretch = z.infer<typeof JurorStretch>

export const JurorStretches = z.object({
  stretches: z.array(JurorStretch),
  mayName: z.boolean(),
  version: z.int(),
  grouping: Grouping.nullable(),
})
export type JurorStretches = z.infer<typeof JurorStretches>

export const listJurorStretches = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/voices/stretches',
  summary: 'List turns that may be a juror’s, with the words that say so. Excludes named turns.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: nothing,
  output: JurorStretches,
  touches: ['transcripts', 'videos', 'jurors'],
})

/**
 * Returns 409 with the current voices if the version or grouping is stale. Users can undo this like any other voice
 * change.
 */
export const nameStretches = defineEndpoint({
  method: 'POST',
  path: '/api/videos/:videoId/voices/stretches',
  summary: 'Name the jurors speaking in several passages of a transcript in one request.',
  needs: 'member',
  params: z.strictObject({ videoId: Id }),
  input: z.strictObject({
    version: z.int(),
    grouping: Grouping,
    names: z
      .array(
        z
          .strictObject({
            label: z.string().min(1).max(200),
            fromTurn: z.int().min(0),
            toTurn: z.int().min(0),
            jurorNumber: z.string().trim().min(1, 'Enter a juror number.').max(20),
          })
          .refine(({ fromTurn, toTurn }) => fromTurn <= toTurn, {
            path: ['toTurn'],
            message: 'A passage can’t end before it starts.',
          }),
      )
      .min(1, 'Select at least one name.')
      .max(namesAtOnce),
  }),
  output: VoiceNaming,
  touches: ['transcripts', 'videos', 'highlights', 'jurors', 'findings'],
})
