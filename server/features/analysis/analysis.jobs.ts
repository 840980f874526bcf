import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { defineJob } from '#server/platform/queue.ts'

/** A crash or restart of the server doesn't count as an attempt. */
export const analyzeJob = defineJob({
  name: 'analyze',
  payload: z.strictObject({ runId: Id }),
  attempts: 3,
  timeoutSeconds: 24 * 3600,
  heavy: true,
  lane: 'speech',
})

export const upkeepJob = defineJob({
  name: 'videos-upkeep',
  payload: z.strictObject({}),
  attempts: 1,
  timeoutSeconds: 3600,
  heavy: false,
  lane: 'media',
})
