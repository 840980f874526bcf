import type { Readable, Writable } from 'node:stream'
import type { DigestWatch, Hasher } from './hasher/hasher.ts'

export type LocalCopy = { path: string; release(): Promise<void> }

/**
 * Keys come from generated IDs, never from user file names. `adopt` and `put` resolve once the bytes are durable.
 * Readers see only complete files. If the store is unavailable, calls throw a `Refusal`.
 */
export type Storage = {
  adopt(localPath: string, key: string): Promise<void>
  /** If `sizeBytes` is given, a store can split a large file into fewer parts. */
  put(key: string, bytes: Readable | Uint8Array, sizeBytes?: number): Promise<{ sizeBytes: number }>
  size(key: string): Promise<number | null>
  /** Reads the stored bytes again. Returns null if the file is missing. */
  digest(key: string, hasher: Pick<Hasher, 'digest'>, watch?: DigestWatch): Promise<string | null>
  open(key: string): Promise<StoredFile | null>
  /** Provides a local path for tools such as ffmpeg. Call `release` when done. */
  localCopy(key: string): Promise<LocalCopy>
  /** Returns null if `localCopy` would have to fetch the file. */
  heldCopy(key: string): Promise<LocalCopy | null>
  /** `version` changes whenever the bytes do. */
  list(prefix?: string): AsyncIterable<{ key: string; sizeBytes: number; version: string }>
  /** Locks an original against changes if the store is configured for it. */
  protect(key: string): Promise<void>
  remove(key: string): Promise<void>
  removeAll(prefix: string): Promise<void>
  freeBytes(): Promise<number | null>
  findProblem(): Promise<string | null>
  tidy(): Promise<void>
  parts: PartStore | null
}

export type StoredPart = { number: number; etag: string; checksum: string | null }

/**
 * Receives a large file in numbered parts, from any process. All but the last have the same size. Readers don't see the
 * file until `complete` is called. Unknown uploads throw a `gone` refusal.
 */
export type PartStore = {
  mostParts: number
  begin(key: string): Promise<string>
  send(key: string, id: string, number: number, bytes: Buffer): Promise<StoredPart>
  /** Safe to repeat. Uploaded parts that aren't listed are discarded. */
  complete(key: string, id: string, parts: readonly StoredPart[], sizeBytes: number): Promise<void>
  abort(key: string, id: string): Promise<void>
  /** Reads a whole file. Chunks are reused. */
  read(key: string, use: (chunk: Buffer) => unknown): Promise<void>
}

/** The operator must fix a failed lock, so the upload still succeeds. The next media check tries again. */
export const tryProtect = (storage: Pick<Storage, 'protect'>, key: string): Promise<void> =>
  storage.protect(key).catch((error: unknown) => {
    process.emitWarning(`${key} couldn’t be locked: ${error instanceof Error ? error.message : String(error)}`)
  })

export type SendWatch = {
  /**
   * The expected hash. `send` withholds the last chunk until it matches. If it doesn't, `send` rejects with
   * `ChangedBytes`.
   */
  sha256?: string
  /** The whole file's hash, for a range that ends with the file but doesn't start with it. */
  found?: Promise<string | null>
  onSent?: (bytes: number) => void
}

export class ChangedBytes extends Error {
  override readonly name = 'ChangedBytes'
  readonly found: string | null
  constructor(found: string | null) {
    super(`a stored file was changed: its SHA-256 is now ${found}`)
    this.found = found
  }
}

export type StoredFile = AsyncDisposable & {
  size: number
  /** Changes whenever the bytes do. */
  version: string
  /**
   * Writes an inclusive byte range without ending the destination. Buffers are reused after each write. Rejects if the
   * destination closes early.
   */
  send(range: { start: number; end: number }, destination: Writable, watch?: SendWatch): Promise<void>
}
