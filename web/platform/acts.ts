import { newId } from './newId.ts'

const pending = new Map<string, string>()

/**
 * The `Idempotency-Key` of an act: the same for the same act until its answer arrives, so that a second try after a lost
 * line can't do it twice. Call `forget` once it is answered.
 */
export function keepKey(act: string): { key: string; forget: () => void } {
  const key = pending.get(act) ?? newId()
  pending.set(act, key)
  return {
    key,
    forget: () => {
      if (pending.get(act) === key) pending.delete(act)
    },
  }
}
