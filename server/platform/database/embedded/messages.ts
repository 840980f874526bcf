/** What the main thread and the embedded database's thread say to each other. */

export type WorkerStart = {
  folder: string
  /** False only for throw-away databases (tests, the verification of a copy): no fsync. */
  durable: boolean
}

/** `bytes`: PostgreSQL's wire protocol. `reset`: roll back and forget what an earlier client left. */
export type ToWorker = { kind: 'bytes'; id: number; bytes: Uint8Array } | { kind: 'reset' | 'close'; id: number }

/** `dead`: the database aborted and cannot go on in this thread. */
export type FromWorker =
  | { kind: 'ready' | 'dead' }
  | { kind: 'failed'; reason: string }
  | { kind: 'bytes'; id: number; bytes: Uint8Array }
  | { kind: 'done'; id: number; error?: string }
