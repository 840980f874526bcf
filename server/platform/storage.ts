import type { Readable, Writable } from 'node:stream'

/**
 * Keys come from generated IDs, never from user file names. `adopt` and `put` resolve after the bytes and folder entry
 * are on disk.
 */
export type Storage = {
  adopt(localPath: string, key: string): Promise<void>
  put(key: string, bytes: Readable | Uint8Array): Promise<{ sizeBytes: number }>
  size(key: string): Promise<number | null>
  open(key: string): Promise<StoredFile | null>
  /** Provides a local path for tools such as ffmpeg. Call `release` when done. */
  localCopy(key: string): Promise<{ path: string; release(): Promise<void> }>
  remove(key: string): Promise<void>
  removeAll(prefix: string): Promise<void>
  freeBytes(): Promise<number | null>
}

export type SendWatch = {
  /** Expected hash. `send` withholds the last chunk until it matches, or rejects with `ChangedBytes`. */
  sha256?: string
  onSent?: (bytes: number) => void
}

export class ChangedBytes extends Error {
  override readonly name = 'ChangedBytes'
  readonly found: string
  constructor(found: string) {
    super(`a stored file was changed: its SHA-256 is now ${found}`)
    this.found = found
  }
}

export type StoredFile = AsyncDisposable & {
  size: number
  /**
   * Writes an inclusive byte range without ending the destination. Buffers are reused after each write. Rejects if the
   * destination closes early.
   */
  send(range: { start: number; end: number }, destination: Writable, watch?: SendWatch): Promise<void>
}
