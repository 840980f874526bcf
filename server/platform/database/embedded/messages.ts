export type WorkerStart = {
  folder: string
  /** If false, fsync is skipped, as for throwaway databases in tests and copy checks. */
  durable: boolean
}

export type ToWorker = { kind: 'bytes'; id: number; bytes: Uint8Array } | { kind: 'reset' | 'close'; id: number }

/** `dead` means that the database aborted and the thread must exit. */
export type FromWorker =
  | { kind: 'ready' | 'dead' }
  | { kind: 'failed'; reason: string }
  | { kind: 'bytes'; id: number; bytes: Uint8Array }
  | { kind: 'done'; id: number; error?: string }
