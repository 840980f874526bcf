import { Worker } from 'node:worker_threads'
import type { MakerProgress } from './maker.ts'

/** What a thread says: how far it is, and at last that it is done or why not. */
export type FromThread =
  | { kind: 'progress'; now: MakerProgress }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

/** A day's transcript as a tagged PDF stays below this; more is a fault, not a longer wait. */
const heapMiB = 1024

/**
 * Runs a thread file (one that calls `serveThread`) on some data and waits for it, so that the event loop stays free
 * for people. Rejects with its sentence, or with the reason of the signal, whereupon the thread is ended at once.
 */
export async function inThread(
  file: URL,
  data: unknown,
  progress: (now: MakerProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(file, {
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    // Nothing of the server's settings is of use there.
    env: {},
  })
  const abort = Promise.withResolvers<never>()
  const onAbort = () =>
    abort.reject(signal.reason instanceof Error ? signal.reason : new Error('The work was stopped.'))
  signal.addEventListener('abort', onAbort, { once: true })
  const ended = new Promise<void>((resolve, reject) => {
    worker.on('message', (said: FromThread) => {
      if (said.kind === 'progress') progress(said.now)
      else if (said.kind === 'done') resolve()
      else reject(new Error(said.message))
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The thread that made the file ended with code ${code}.`)))
  })
  try {
    await Promise.race([ended, abort.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Both may reject after the race is over.
    ended.catch(() => {})
    abort.promise.catch(() => {})
    await worker.terminate()
  }
}
