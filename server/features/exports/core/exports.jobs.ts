import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { defineJob } from '#server/platform/queue.ts'

/** Makes one file. Not among the heavy kind: a list of jurors must not wait for hours of video to be analysed. */
export const makeExportJob = defineJob({
  name: 'export',
  payload: z.strictObject({ exportId: Id }),
  attempts: 3,
  timeoutSeconds: 6 * 3600,
  heavy: false,
})

/** Brings in one case archive. */
export const importCaseJob = defineJob({
  name: 'case.import',
  payload: z.strictObject({ importId: Id }),
  attempts: 3,
  timeoutSeconds: 6 * 3600,
  heavy: false,
})
