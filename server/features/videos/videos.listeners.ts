import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { VideoRow } from './videos.table.ts'

/**
 * What videos announces to the features to its right, inside the transaction of the change: what a listener writes
 * exists if and only if the change does. Handed in where the routes are mounted, so that a missing listener does not compile.
 */
export type VideoListeners = {
  received(tx: Db, parts: Parts, video: VideoRow, by: string): Promise<void>
  deleted(tx: Db, parts: Parts, video: VideoRow): Promise<void>
  restored(tx: Db, parts: Parts, video: VideoRow, by: string): Promise<void>
}

/** What a session's list of videos announces, in the same way. */
export type SessionVideoListeners = {
  attached(tx: Db, change: { session: SessionRow; statusBefore: string; videoId: string; by: string }): Promise<void>
}
