export type Hasher = AsyncDisposable & {
  follow(path: string): Following
  digest(path: string, watch?: DigestWatch): Promise<string>
  close(): Promise<void>
}

export type DigestWatch = { signal?: AbortSignal | undefined; onBytes?: (done: number) => void }

export type Following = {
  advance(offset: number): void
  finish(size: number): Promise<string>
  abandon(): void
}

export type HasherRequest =
  | { id: number; kind: 'follow'; path: string }
  | { id: number; kind: 'advance'; offset: number }
  | { id: number; kind: 'finish'; size: number }
  | { id: number; kind: 'abandon' }

export type HasherAnswer = { id: number; sha256: string } | { id: number; error: string } | { id: number; done: number }
