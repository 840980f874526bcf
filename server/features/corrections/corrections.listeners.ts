import type { Db } from '#server/platform/db.ts'

export type CorrectionListeners = {
  /** `before`: the text shown until now. */
  corrected(tx: Db, change: { videoId: string; turn: number; before: string; by: string }): Promise<void>
}
