export type Pace = { bytesPerSecond: number; secondsLeft: number }

/** Shorter intervals measure the buffer of the browser, not the line. */
const intervalMs = 250
/** How much of the last rate stays in the next: smooth enough to read, quick enough to follow a changed line. */
const memory = 0.7

/** A function from bytes sent so far to rate and time left; null until two readings lie apart. */
export function createMeter(totalBytes: number): (sentBytes: number, nowMs: number) => Pace | null {
  let last: { bytes: number; atMs: number } | null = null
  let rate: number | null = null
  return (sentBytes, nowMs) => {
    if (last === null || sentBytes < last.bytes) last = { bytes: sentBytes, atMs: nowMs }
    const elapsedMs = nowMs - last.atMs
    if (elapsedMs >= intervalMs) {
      const current = ((sentBytes - last.bytes) / elapsedMs) * 1000
      rate = rate === null ? current : rate * memory + current * (1 - memory)
      last = { bytes: sentBytes, atMs: nowMs }
    }
    return rate ? { bytesPerSecond: rate, secondsLeft: (totalBytes - sentBytes) / rate } : null
  }
}
