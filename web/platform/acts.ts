import { newId } from './newId.ts'

/**
 * Keeps the `Idempotency-Key` of each act: the same for the same act until it is done, so that a second try after a lost
 * line or a failure of the server can't do it twice. Call `forget` once it is done.
 */
export function keepKeys(): (act: string) => { key: string; forget: () => void } {
  const pending = new Map<string, string>()
  return (act) => {
    const key = pending.get(act) ?? newId()
    pending.set(act, key)
    return {
      key,
      forget: () => {
        if (pending.get(act) === key) pending.delete(act)
      },
    }
  }
}

/** For acts that outlive the screen they were begun on. */
export const keepKey = keepKeys()
