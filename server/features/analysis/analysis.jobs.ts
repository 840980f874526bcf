import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { defineJob } from '#server/platform/queue.ts'

/** One run of the engine over one video. A crash of the server or a restart counts for no try. */
export const analyzeJob = defineJob({
  name: 'analyze',
  payload: z.strictObject({ runId: Id }),
  attempts: 3,
  timeoutSeconds: 24 * 3600,
  heavy: true,
})

/** Sweeps what is due: deleted videos, stale work folders, runs whose job was lost. */
export const upkeepJob = defineJob({
  name: 'videos-upkeep',
  payload: z.strictObject({}),
  attempts: 1,
  timeoutSeconds: 3600,
  heavy: false,
})
