import type { Db } from '#server/platform/db.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { SessionRow } from '#server/features/sessions/sessions.table.ts'
import type { VideoRow } from './videos.table.ts'

/**
 * Called inside the transaction of the change. Listeners are passed in when routes are mounted, so a missing listener
 * is a compile error.
 */
export type VideoListeners = {
  received(tx: Db, parts: Parts, video: VideoRow, by: string): Promise<void>
  deleted(tx: Db, parts: Parts, video: VideoRow): Promise<void>
  restored(tx: Db, parts: Parts, video: VideoRow, by: string): Promise<void>
  /** `lostJurors` is what `leavingCase` returned. */
  moved(tx: Db, parts: Parts, moved: { videoId: string; lostJurors: boolean; by: string }): Promise<void>
}

export type VoiceListeners = {
  /** Returns whether voices were assigned to jurors of the case that the video leaves. */
  leavingCase(tx: Db, videoId: string): Promise<boolean>
}

export type SessionVideoListeners = Pick<VideoListeners, 'moved'> &
  VoiceListeners & {
    attached(tx: Db, change: { session: SessionRow; statusBefore: string; videoId: string; by: string }): Promise<void>
  }
