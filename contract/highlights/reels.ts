import { z } from 'zod'
import { defineEndpoint, Id, nothing } from '../endpoint.ts'
import { exportLimits } from '../exports/exports.ts'
import { Highlight } from './highlights.ts'

export const Reel = z.object({ highlights: z.array(Highlight) })
export type Reel = z.infer<typeof Reel>

const inSession = z.strictObject({ sessionId: Id })

export const readReel = defineEndpoint({
  method: 'GET',
  path: '/api/sessions/:sessionId/reel',
  summary: 'Get your reel for a session, with its highlights in order.',
  needs: 'member',
  params: inSession,
  input: nothing,
  output: Reel,
  touches: ['reels', 'highlights', 'sessions'],
})

export const saveReel = defineEndpoint({
  method: 'PUT',
  path: '/api/sessions/:sessionId/reel',
  summary: 'Save your reel for a session.',
  needs: 'member',
  params: inSession,
  input: z.strictObject({
    highlightIds: z
      .array(Id)
      .max(exportLimits.picked, `A reel can have at most ${exportLimits.picked} highlights.`)
      .refine((ids) => new Set(ids).size === ids.length, 'A reel can include each highlight only once.'),
  }),
  output: Reel,
  touches: ['reels'],
})
