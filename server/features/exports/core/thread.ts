import { Worker, parentPort } from 'node:worker_threads'
import type { MakerProgress } from './maker.ts'

export type FromThread =
  | { kind: 'progress'; now: MakerProgress }
  | { kind: 'done' }
  | { kind: 'failed'; message: string }

/** Enough to create a tagged PDF of a full day's transcript. */
const heapMiB = 1024

/** Threads stay alive because loading the code takes longer than writing a short file. */
const idleMs = 20_000
const maxIdle = 4
type Idle = { file: string; thread: Worker; timer: NodeJS.Timeout }
let idle: Idle[] = []

export async function runInThread(
  file: URL,
  data: unknown,
  progress: (now: MakerProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  const thread = claimIdle(file) ?? startThread(file)
  const outcome = Promise.withResolvers<void>()
  const onAbort = () => outcome.reject(signal.reason instanceof Error ? signal.reason : new Error('Export stopped.'))
  const onMessage = (said: FromThread) => {
    if (said.kind === 'progress') progress(said.now)
    else if (said.kind === 'done') outcome.resolve()
    else outcome.reject(new Error(said.message))
  }
  const onExit = (code: number) => outcome.reject(new Error(`The export thread exited with code ${code}.`))
  signal.addEventListener('abort', onAbort, { once: true })
  thread.on('message', onMessage).on('error', outcome.reject).on('exit', onExit)
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(data)
    await outcome.promise
  } catch (error) {
    await thread.terminate()
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
    thread.off('message', onMessage).off('error', outcome.reject).off('exit', onExit)
  }
  keepIdle(file, thread)
}

function startThread(file: URL): Worker {
  const { NODE_COMPILE_CACHE } = process.env
  const thread = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    // Keeps the server's secrets out of the thread.
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
  })
  // Without this handler, an error in an idle thread would end the process.
  thread.on('error', () => {})
  thread.once('exit', () => removeIdle(thread))
  return thread
}

function claimIdle(file: URL): Worker | null {
  const latest = idle.findLast((each) => each.file === file.href)
  if (!latest) return null
  removeIdle(latest.thread)
  latest.thread.ref()
  return latest.thread
}

function keepIdle(file: URL, thread: Worker): void {
  if (idle.length >= maxIdle) endIdle(idle[0]!.thread)
  thread.unref()
  idle.push({ file: file.href, thread, timer: setTimeout(endIdle, idleMs, thread).unref() })
}

function endIdle(thread: Worker): void {
  removeIdle(thread)
  void thread.terminate()
}

function removeIdle(thread: Worker): void {
  clearTimeout(idle.find((each) => each.thread === thread)?.timer)
  idle = idle.filter((each) => each.thread !== thread)
}

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
