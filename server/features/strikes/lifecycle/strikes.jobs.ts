import { z } from 'zod'
import { Id } from '#contract/endpoint.ts'
import { strikeLimits } from '#contract/strikes/data.ts'
import type { Db } from '#server/platform/db.ts'
import { defineJob, type Queue } from '#server/platform/queue.ts'

/** Looks, a day after a strike began to wait, whether it still waits for its approval. */
export const strikeReminderJob = defineJob({
  name: 'strike-reminder',
  payload: z.strictObject({ strikeId: Id }),
  attempts: 3,
  timeoutSeconds: 60,
  heavy: false,
})

/** In the transaction in which it begins to wait. */
export async function askForReminder(tx: Db, queue: Queue, strikeId: string): Promise<void> {
  await queue.send(tx, strikeReminderJob, { strikeId }, { startAfterSeconds: strikeLimits.approvalHours * 3600 })
}
