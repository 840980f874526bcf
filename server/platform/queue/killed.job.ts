import { z } from 'zod'
import { defineJob } from '../queue.ts'

/** Allows only one attempt, so the job reruns only if a killed run doesn't count as an attempt. */
export const slow = defineJob({
  name: 'slow',
  payload: z.object({ thing: z.string() }),
  attempts: 1,
  timeoutSeconds: 600,
  heavy: true,
  lane: 'speech',
})
