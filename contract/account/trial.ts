import { z } from 'zod'
import { defineEndpoint, nothing, Timestamp } from '../endpoint.ts'

export const Trial = z.object({
  /** Null for a firm that works without an end. */
  endsAt: Timestamp.nullable(),
  /** Of the last day, the part that is left counts as one. Null where there is no end. */
  daysLeft: z.number().int().nullable(),
  /** Then everything can be read and exported, and nothing changed. */
  isOver: z.boolean(),
})
export type Trial = z.infer<typeof Trial>

/** So many days before the end its administrators are told, and the screen says so. */
export const trialNoticeDays = [3, 1, 0] as const
export const trialBannerDays = 3

export const readTrial = defineEndpoint({
  method: 'GET',
  path: '/api/firm/trial',
  summary: "Get the end of your firm's trial.",
  needs: 'member',
  params: nothing,
  input: nothing,
  output: Trial,
  touches: ['team'],
})
