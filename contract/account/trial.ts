import { z } from 'zod'
import { defineEndpoint, nothing, Timestamp } from '../endpoint.ts'

export const Trial = z.object({
  endsAt: Timestamp.nullable(),
  daysLeft: z.number().int().nullable(),
  /** When the trial is over, users can read and export data but can't change it. */
  isOver: z.boolean(),
})
export type Trial = z.infer<typeof Trial>

export const trialNoticeDays = [3, 1, 0] as const
export const trialBannerDays = 3

export const readTrial = defineEndpoint({
  method: 'GET',
  path: '/api/firm/trial',
  summary: 'Get the end of your firm’s trial.',
  needs: 'member',
  params: nothing,
  input: nothing,
  output: Trial,
  touches: ['team'],
})
