import type { Db } from '#server/platform/db.ts'

export type CorrectionListeners = {
  corrected(tx: Db, change: { videoId: string; turn: number; before: string; by: string }): Promise<void>
}
