import type { Db } from '#server/platform/db.ts'

/** What corrections announce to the features to their right, inside the transaction of the correction. */
export type CorrectionListeners = {
  /** `before`: the turn's text as it was shown until now. */
  corrected(tx: Db, change: { videoId: string; turn: number; before: string; by: string }): Promise<void>
}
