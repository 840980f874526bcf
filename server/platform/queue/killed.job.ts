import { z } from 'zod'
import { defineJob } from '../queue.ts'

/** Allows one attempt, to show that a kill doesn't use it up. */
export const slow = defineJob({
  name: 'slow',
  payload: z.object({ thing: z.string() }),
  attempts: 1,
  timeoutSeconds: 600,
  heavy: true,
  lane: 'speech',
})
