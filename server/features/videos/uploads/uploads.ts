import type { Parts } from '#server/platform/parts.ts'
import { UploadFolder } from './folder.ts'
import { UploadLocks } from './locks.ts'
import type { VideoListeners } from '../videos.listeners.ts'

/** What receiving files needs, once for a process. */
export type Uploads = { parts: Parts; listeners: VideoListeners; folder: UploadFolder; locks: UploadLocks }

export function openUploads(parts: Parts, listeners: VideoListeners): Uploads {
  return { parts, listeners, folder: new UploadFolder(parts.config, parts.hasher), locks: new UploadLocks() }
}
