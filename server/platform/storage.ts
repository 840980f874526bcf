import type { Readable, Writable } from 'node:stream'

/**
 * Keys come from generated IDs, never from user file names. When `adopt` or `put` resolves, the bytes and folder entry
 * are on disk.
 */
export type Storage = {
  /** Moves the file. */
  adopt(localPath: string, key: string): Promise<void>
  put(key: string, bytes: Readable | Uint8Array): Promise<{ sizeBytes: number }>
  /** Null if missing. */
  size(key: string): Promise<number | null>
  /** Null if missing. */
  open(key: string): Promise<StoredFile | null>
  /** For ffmpeg. Call `release` when done. */
  localCopy(key: string): Promise<{ path: string; release(): Promise<void> }>
  /** Ignores missing files. */
  remove(key: string): Promise<void>
  /** The prefix must end with '/'. */
  removeAll(prefix: string): Promise<void>
  /** Null if unknown. */
  freeBytes(): Promise<number | null>
}

export type SendWatch = {
  /** Withholds the last chunk until the hash matches, else `send` rejects with ChangedBytes. */
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
