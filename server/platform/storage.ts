import type { Readable, Writable } from 'node:stream'

/**
 * Where files live. Keys are made by us from generated ids (`firms/<id>/videos/<id>/original`), never from a user's file name.
 * Acknowledged means durable: when a promise of `adopt` or `put` is fulfilled, the bytes and the folder entry are on the disk.
 */
export type Storage = {
  /** Moves a finished local file into the store. The source is gone afterwards. */
  adopt(localPath: string, key: string): Promise<void>
  put(key: string, bytes: Readable | Uint8Array): Promise<{ sizeBytes: number }>
  /** Null where there is no such file. */
  size(key: string): Promise<number | null>
  /** Opens a file for sending; null where there is no such file. */
  open(key: string): Promise<StoredFile | null>
  /** A path that ffmpeg can open. A remote maker fetches a copy; call `release` when done. */
  localCopy(key: string): Promise<{ path: string; release(): Promise<void> }>
  /** Removes one file; a missing one is no fault. */
  remove(key: string): Promise<void>
  /** Removes everything below a prefix that ends with '/'. */
  removeAll(prefix: string): Promise<void>
  /** Bytes free for new files; null where the maker cannot tell. */
  freeBytes(): Promise<number | null>
}

export type SendWatch = {
  /** The last chunk is withheld until the bytes have this SHA-256; otherwise `send` rejects with ChangedBytes. */
  sha256?: string
  onSent?: (bytes: number) => void
}

/** The bytes of a stored file are not those it was stored with. */
export class ChangedBytes extends Error {
  override readonly name = 'ChangedBytes'
  readonly found: string
  constructor(found: string) {
    super(`a stored file was changed: its SHA-256 is now ${found}`)
    this.found = found
  }
}

/** An open file of the store. Disposing of it closes it. */
export type StoredFile = AsyncDisposable & {
  size: number
  /**
   * Writes the bytes from `start` to `end`, both inclusive, at the pace of the destination, and does not end it. Its
   * buffers are used again once a write has called back. Rejects when the destination closes before all was written.
   */
  send(range: { start: number; end: number }, destination: Writable, watch?: SendWatch): Promise<void>
}
