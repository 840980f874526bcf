import { Refusal } from './errors.ts'

/** Counts failures by key (an account, an address) and refuses further tries once there were too many. */
export type FailureLimiter = {
  /** Throws too_many while the key is locked. */
  check(key: string): void
  fail(key: string): void
  clear(key: string): void
}

/** Old entries go when the map is full, so that made-up keys cannot fill the memory. */
const maxKeys = 50_000

export function createFailureLimiter({ max, windowMs }: { max: number; windowMs: number }): FailureLimiter {
  const failures = new Map<string, { count: number; since: number }>()
  const current = (key: string) => {
    const entry = failures.get(key)
    return entry && Date.now() - entry.since < windowMs ? entry : null
  }
  return {
    check(key) {
      const entry = current(key)
      if (!entry || entry.count < max) return
      const retryAfterSeconds = Math.ceil((entry.since + windowMs - Date.now()) / 1000)
      const minutes = Math.ceil(retryAfterSeconds / 60)
      throw new Refusal(
        'too_many',
        `Too many failed tries. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
        { retryAfterSeconds },
      )
    },
    fail(key) {
      const entry = current(key)
      if (entry) return void entry.count++
      failures.delete(key)
      failures.set(key, { count: 1, since: Date.now() })
      if (failures.size > maxKeys) failures.delete(failures.keys().next().value!)
    },
    clear: (key) => void failures.delete(key),
  }
}
