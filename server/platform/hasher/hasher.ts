/**
 * SHA-256 in a worker thread, following a file while it is being written, so that the digest is ready
 * almost as soon as the last byte is. The bytes come from the page cache; no chunk crosses a thread.
 */
export type Hasher = AsyncDisposable & {
  follow(path: string): Following
  /** SHA-256 of a whole file, lower-case hex. */
  digest(path: string): Promise<string>
  close(): Promise<void>
}

export type Following = {
  /** Bytes up to this offset are in the file now. */
  advance(offset: number): void
  /** Hashes up to `size` bytes and answers lower-case hex. */
  finish(size: number): Promise<string>
  abandon(): void
}

/** What the hasher and its thread say to each other. `id` names one followed file. */
export type HasherRequest =
  | { id: number; kind: 'follow'; path: string }
  | { id: number; kind: 'advance'; offset: number }
  | { id: number; kind: 'finish'; size: number }
  | { id: number; kind: 'abandon' }

export type HasherAnswer = { id: number; sha256: string } | { id: number; error: string }
