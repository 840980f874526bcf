import { passwordStrength } from '#contract/exports/passwords.ts'

/** 32 signs that are told apart when read over the telephone: no l, no o, no 0 and 1. */
const signs = 'abcdefghijkmnpqrstuvwxyz23456789'
const groups = 4
const groupChars = 5

/** Twenty random signs of 32, 100 bits, in groups that can be read aloud. */
export function newPassword(): string {
  const random = crypto.getRandomValues(new Uint8Array(groups * groupChars))
  // 256 is a multiple of 32: no sign is likelier than another.
  const all = Array.from(random, (byte) => signs[byte % signs.length]).join('')
  const password = Array.from({ length: groups }, (_, at) => all.slice(at * groupChars, (at + 1) * groupChars)).join(
    '-',
  )
  return passwordStrength(password).isEnough ? password : newPassword()
}
