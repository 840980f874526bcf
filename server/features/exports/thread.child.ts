import { parentPort, workerData } from 'node:worker_threads'
import type { MakerProgress } from './maker.ts'
import type { FromThread } from './thread.ts'

/** The other end of `inThread`: does the work on the data that it was started with, and says how it ended. */
export async function serveThread(
  work: (data: unknown, progress: (now: MakerProgress) => void) => Promise<void>,
): Promise<void> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const say = (said: FromThread) => parentPort?.postMessage(said)
  try {
    await work(workerData, (now) => say({ kind: 'progress', now }))
    say({ kind: 'done' })
  } catch (error) {
    say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}
