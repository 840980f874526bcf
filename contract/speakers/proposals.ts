/** Which juror a voice may be, from numbers that were said aloud. A proposal is never more: a person confirms it. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

export const SpeakerProposal = z.object({
  /** Label of the transcript, or id of a voice. */
  speaker: z.string(),
  jurorNumber: z.string().nullable(),
  /** Where a seat was said and no number. */
  seat: z.int().nullable(),
  /** 0 to 1: how plainly and how often it was said, less what was said against it. */
  confidence: z.number().min(0).max(1),
  /**
   * The turns that it speaks of, first and last: the whole transcript for a voice of one person, parts of it where one
   * label ("JUROR") stands for many.
   */
  stretches: z.array(z.object({ fromTurn: z.int(), toTurn: z.int() })),
  /** Up to three places to listen to before confirming; those with the number come first. */
  excerpts: z.array(z.object({ turn: z.int(), startMs: z.int().nullable(), quote: z.string() })),
})
export type SpeakerProposal = z.infer<typeof SpeakerProposal>

export const listSpeakerProposals = defineEndpoint({
  method: 'GET',
  path: '/api/videos/:videoId/speaker-proposals',
  summary: 'List the juror each voice may belong to, with excerpts to confirm it.',
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
          /** People have corrected these words since. */
          quoteChanged: z.boolean(),
        }),
      ),
    }),
  ),
  touches: ['transcripts', 'videos'],
})
