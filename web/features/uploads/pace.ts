export type Pace = { bytesPerSecond: number; secondsLeft: number }

const intervalMs = 250
const memory = 0.7

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
