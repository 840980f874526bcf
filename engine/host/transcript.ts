import { Worker } from 'node:worker_threads'

const answerMs = 4500
const threadsAtMost = 2
const heapMiB = 768

let running = 0

/**
 * Returns why a file can't be read as a transcript, in one sentence, or null. Also returns null if reading takes too long
 * or this process is busy, because the analysis reads the file again.
 */
export async function checkTranscript(bytes: Uint8Array, name: string): Promise<string | null> {
  if (running >= threadsAtMost) return null
  running += 1
  const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env
  const known = Object.entries({ PATH, TMPDIR, NODE_COMPILE_CACHE }).filter(([, value]) => value !== undefined)
  const thread = new Worker(new URL('./transcript.thread.ts', import.meta.url), {
    workerData: { bytes, name, readMs: answerMs - 500 },
    resourceLimits: { maxOldGenerationSizeMb: heapMiB },
    // Keeps the server's secrets out of the thread.
    env: Object.fromEntries(known),
  })
  const answer = Promise.withResolvers<string | null>()
  const timer = setTimeout(answer.resolve, answerMs, null)
  thread.on('message', answer.resolve)
  thread.on('error', ({ code }: NodeJS.ErrnoException) => {
    answer.resolve(
      code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'The transcript is too large to read. Attach one day at a time.' : null,
    )
  })
  thread.on('exit', () => answer.resolve(null))
  try {
    return await answer.promise
  } finally {
    clearTimeout(timer)
    await thread.terminate()
    running -= 1
  }
}
