/** Hashes files in a worker thread while they are written. */
export type Hasher = AsyncDisposable & {
  follow(path: string): Following
  digest(path: string): Promise<string>
  close(): Promise<void>
}

export type Following = {
  /** The file now contains bytes up to this offset. */
  advance(offset: number): void
  finish(size: number): Promise<string>
  abandon(): void
}

/** `id` identifies a file. */
export type HasherRequest =
  | { id: number; kind: 'follow'; path: string }
  | { id: number; kind: 'advance'; offset: number }
  | { id: number; kind: 'finish'; size: number }
  | { id: number; kind: 'abandon' }

export type HasherAnswer = { id: number; sha256: string } | { id: number; error: string }
