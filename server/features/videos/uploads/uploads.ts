import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Lock, type Locker, type RequestRelease } from '@tus/server'
import { Refusal } from '#server/platform/errors.ts'
import { every } from '#server/platform/queue/repeat.ts'
import { renewalPatience, withPatience } from '#server/platform/database/patience.ts'
import { acquireLease, isLeaseHeld, isLeaseWanted, releaseLease, requestLease } from '#server/platform/lease.ts'
import type { Parts } from '#server/platform/parts.ts'
import { UploadFolder } from './folder.ts'
import { StoredUploads } from './stored.ts'
import type { VideoListeners } from '../videos.listeners.ts'

/** An upload is in `stored` if the storage accepts parts. Otherwise, it is in `folder`. */
export type Uploads = {
  parts: Parts
  listeners: VideoListeners
  folder: UploadFolder
  stored: StoredUploads
  locks: UploadLocks
}

export function openUploads(parts: Parts, listeners: VideoListeners): Uploads {
  return {
    ...{ parts, listeners },
    folder: new UploadFolder(parts.config, parts.hasher),
    stored: new StoredUploads(parts),
    locks: new UploadLocks(parts),
  }
}

export const readReceived = async (
  { stored, folder }: Pick<Uploads, 'stored' | 'folder'>,
  videoId: string,
): Promise<{ bytes: number; changedAt: Date } | null> =>
  (await stored.received(videoId)) ?? (await folder.received(videoId))

/** How long a reconnecting client waits for its old request to release the lock. */
const lockWaitMs = 20_000

/** The lease is renewed every second. A server that is killed or paused loses its uploads after this time. */
const leaseSeconds = 8
const renewEveryMs = 1000
/**
 * Writing stops this long after the last renewal so that a paused server can't write to an upload that another server
 * has taken over.
 */
const safeMs = 6000
const pollMs = 200

const toLeaseName = (id: string): string => `upload:${id}`

type Held = { requestRelease: RequestRelease | null; waiting: (() => void)[]; lease: UploadLease | null }

/** `requireSafe` throws if another server may have taken over the upload. */
export type UploadLease = { requireSafe(): void; release(): Promise<void> }

/**
 * Allows one writer per upload across all servers. A waiting request asks the holder to stop and is woken when the lock
 * is released. The library's own locker polls in a busy loop.
 */
export class UploadLocks implements Locker {
  readonly #held = new Map<string, Held>()
  readonly #parts: Pick<Parts, 'database' | 'node'>

  constructor(parts: Pick<Parts, 'database' | 'node'>) {
    this.#parts = parts
  }

  newLock(id: string): Lock {
    return {
      lock: (signal, requestRelease) => this.#acquire(id, requestRelease, signal),
      unlock: () => this.#release(id),
    }
  }

  async exclusively<T>(id: string, work: () => Promise<T>): Promise<T> {
    await this.#acquire(id, null)
    try {
      return await work()
    } finally {
      await this.#release(id)
    }
  }

  isHeld(id: string): Promise<boolean> {
    return isLeaseHeld(this.#parts.database.db, toLeaseName(id))
  }

  /** Call this before each write. */
  requireSafe(id: string): void {
    this.#held.get(id)?.lease?.requireSafe()
  }

  async #acquire(id: string, requestRelease: RequestRelease | null, signal?: AbortSignal): Promise<void> {
    await this.#acquireHere(id, requestRelease, signal)
    if (this.#parts.database.kind === 'embedded') return
    try {
      const held = this.#held.get(id)!
      held.lease = await this.#acquireLease(id, () => void held.requestRelease?.(), signal)
    } catch (error) {
      await this.#release(id)
      throw error
    }
  }

  async #acquireHere(id: string, requestRelease: RequestRelease | null, signal?: AbortSignal): Promise<void> {
    const held = this.#held.get(id)
    if (!held) {
      this.#held.set(id, { requestRelease, waiting: [], lease: null })
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

  async #release(id: string): Promise<void> {
    const held = this.#held.get(id)
    await held?.lease?.release().catch(() => {})
    if (held) held.lease = null
    const next = held?.waiting.shift()
    if (next) next()
    else this.#held.delete(id)
  }

  async #acquireLease(id: string, onWanted: () => void, signal?: AbortSignal): Promise<UploadLease> {
    const { db } = this.#parts.database
    const lease = { name: toLeaseName(id), holder: this.#parts.node.id, seconds: leaseSeconds }
    let safeUntilMs = 0
    const take = async (): Promise<boolean> => {
      const atMs = performance.now()
      const isTaken = (await acquireLease(db, lease)) !== null
      if (isTaken) safeUntilMs = atMs + safeMs
      return isTaken
    }
    for (const deadline = performance.now() + lockWaitMs; !(await take()); await sleep(pollMs)) {
      await requestLease(db, lease.name)
      if (signal?.aborted || performance.now() > deadline) throw ERRORS.ERR_LOCK_TIMEOUT
    }
    const renewing = every(
      renewEveryMs,
      () =>
        withPatience(renewalPatience, async () => {
          if (await isLeaseWanted(db, lease.name)) onWanted()
          await take()
        }),
      () => {},
    )
    renewing.start()
    return {
      requireSafe() {
        if (performance.now() > safeUntilMs)
          throw new Refusal(
            'conflict',
            'Another server took over this upload. Request its offset and resume from there.',
          )
      },
      async release() {
        await renewing.stop()
        await withPatience(renewalPatience, () => releaseLease(db, lease))
      },
    }
  }
}
