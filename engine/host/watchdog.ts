import { Socket } from 'node:net'
import { Worker, workerData, isMainThread } from 'node:worker_threads'
import { killGroup } from './leftover.ts'

/** The file descriptor of the pipe from the parent. Each line is the time of a renewal. */
export const renewalPipe = 4
/** Must be less than 10 s, because another worker takes over after that. */
export const renewalMs = 8000
const checkMs = 250

/** All processes on a machine share this clock. It stops while a laptop sleeps. */
export const readClockMs = (): number => Number(process.hrtime.bigint() / 1_000_000n)

/** Runs in a separate thread because recognition blocks the main thread. */
export function startWatchdog(renewedAtMs = readClockMs()): void {
  const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, codeRangeSizeMb: 8 }
  new Worker(new URL(import.meta.url), {
    resourceLimits,
    workerData: { deadlineMs: renewedAtMs + renewalMs },
  }).unref()
}

/**
 * Ends this process and its children if the parent stops renewing its claim, for example because the parent is paused.
 */
function watch(given: { deadlineMs: number }): void {
  let { deadlineMs } = given
  let rest = ''
  const pipe = new Socket({ fd: renewalPipe, readable: true, writable: false })
  pipe.on('data', (bytes: Buffer) => {
    const lines = (rest + bytes.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) deadlineMs = Math.max(deadlineMs, Number(line) + renewalMs)
  })
  pipe.on('error', () => {})
  setInterval(() => {
    if (readClockMs() > deadlineMs) killGroup(process.pid)
  }, checkMs)
}

if (!isMainThread) watch(workerData as { deadlineMs: number })
