import { Worker } from 'node:worker_threads'

const everyMs = 4000

const ticker = `
const { writeSync } = require('node:fs')
const { workerData: { what, everyMs } } = require('node:worker_threads')
const startedAt = Date.now()
setInterval(() => {
  try {
    writeSync(2, 'Still ' + what + ' (' + Math.round((Date.now() - startedAt) / 1000) + ' s)…\\n')
  } catch {}
}, everyMs)`

/**
 * Prints a line every few seconds while `work` blocks this thread. Uses a second thread because timers can't fire in a
 * blocked one.
 */
export function stillGoing(what, work) {
  const worker = new Worker(ticker, { eval: true, workerData: { what, everyMs } })
  worker.on('error', () => {})
  worker.unref()
  try {
    return work()
  } finally {
    void worker.terminate()
  }
}
