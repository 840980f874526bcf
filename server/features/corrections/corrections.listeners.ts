import type { Db } from '#server/platform/db.ts'

export type CorrectionListeners = {
  /** `before` is the text shown before the correction. */
  corrected(tx: Db, change: { videoId: string; turn: number; before: string; by: string }): Promise<void>
}
