/** Proposals for which juror a voice belongs to, based on numbers spoken in court. A person must confirm them. */
import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'

export const SpeakerProposal = z.object({
  speaker: z.string(),
  jurorNumber: z.string().nullable(),
  seat: z.int().nullable(),
  /** 0 to 1, from how clearly and often the number was spoken, minus contrary evidence. */
  confidence: z.number().min(0).max(1),
  /** The whole transcript if the label is one person, or parts of it if several share a label such as "JUROR". */
  stretches: z.array(z.object({ fromTurn: z.int(), toTurn: z.int() })),
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
          quoteChanged: z.boolean(),
        }),
      ),
    }),
  ),
  touches: ['transcripts', 'videos'],
})
