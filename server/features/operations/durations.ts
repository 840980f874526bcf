export const boundsMs = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] as const

export const noDurations = (): number[] => Array.from({ length: boundsMs.length + 1 }, () => 0)

export function classify(ms: number): number {
  const at = boundsMs.findIndex((bound) => ms <= bound)
  return at === -1 ? boundsMs.length : at
}

export const addDurations = (a: readonly number[], b: readonly number[]): number[] =>
  noDurations().map((_, at) => (a[at] ?? 0) + (b[at] ?? 0))

/**
 * `share` ranges from 0 to 1. Interpolates within a bucket, as Prometheus does. For the last bucket, returns its lower
 * bound. Returns null if there is no data.
 */
export function percentileMs(durations: readonly number[], share: number): number | null {
  const total = durations.reduce((sum, each) => sum + each, 0)
  if (total === 0) return null
  let left = share * total
  for (const [at, count] of durations.entries()) {
    if (left > count || count === 0) {
      left -= count
      continue
    }
    const low = boundsMs[at - 1] ?? 0
    const high = boundsMs[at] ?? low
    return low + (high - low) * (left / count)
  }
  return boundsMs.at(-1) ?? null
}
