import { z } from 'zod'
import { defineJob } from '../queue.ts'

/** The job of killed.test.ts. One try only: being killed must not use it up. */
export const slow = defineJob({
  name: 'slow',
  payload: z.object({ thing: z.string() }),
  attempts: 1,
  timeoutSeconds: 600,
  heavy: true,
})
