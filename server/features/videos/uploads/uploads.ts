import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import type { Parts } from '#server/platform/parts.ts'
import { UploadFolder } from './folder.ts'
import type { VideoListeners } from '../videos.listeners.ts'

export type Uploads = { parts: Parts; listeners: VideoListeners; folder: UploadFolder; locks: UploadLocks }

export function openUploads(parts: Parts, listeners: VideoListeners): Uploads {
  return { parts, listeners, folder: new UploadFolder(parts.config, parts.hasher), locks: new UploadLocks() }
}

/** How long a reconnecting client waits for its old request to release the lock. */
const lockWaitMs = 20_000

type Held = { requestRelease: RequestRelease | null; waiting: (() => void)[] }

/**
 * Allows one writer per upload. A waiter asks the holder to stop and is woken on release, while the library's own
 * locker polls in a busy loop.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>()

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#acquire(id, requestRelease, signal),
      unlock: async () => this.#release(id),
    }
  }

  async exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(id, null)
    try {
      return await work()
    } finally {
      this.#release(id)
    }
  }

  async #acquire(id: string, requestRelease: RequestRelease | null, signal?: AbortSignal): Promise<void> {
    const held = this.#held.get(id)
    if (!held) {
      this.#held.set(id, { requestRelease, waiting: [] })
      return
    }
    await held.requestRelease?.()
    await new Promise<void>((resolve, reject) => {
      const stop = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const wake = () => {
        stop()
        held.requestRelease = requestRelease
        resolve()
      }
      const giveUp = () => {
        stop()
        held.waiting = held.waiting.filter((each) => each !== wake)
        reject(ERRORS.ERR_LOCK_TIMEOUT)
      }
      const timer = setTimeout(giveUp, lockWaitMs)
      signal?.addEventListener('abort', giveUp)
      held.waiting.push(wake)
    })
  }

  #release(id: string): void {
    const next = this.#held.get(id)?.waiting.shift()
    if (next) next()
    else this.#held.delete(id)
  }
}
