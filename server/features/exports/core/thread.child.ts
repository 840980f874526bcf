import { parentPort } from 'node:worker_threads'
import type { MakerProgress } from './maker.ts'
import type { FromThread } from './thread.ts'

/** The other end of `inThread`: does the work on each data that it is sent, and says how it ended. */
export function serveThread(work: (data: unknown, progress: (now: MakerProgress) => void) => Promise<void>): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const say = (said: FromThread) => parentPort?.postMessage(said)
  parentPort?.on('message', (data: unknown) => {
    work(data, (now) => say({ kind: 'progress', now })).then(
      () => say({ kind: 'done' }),
      (error: unknown) => say({ kind: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
  })
}
