export const passwordLimits = { min: 8, max: 128, minBits: 60 } as const
export const weakPassword = 'This password is too easy to guess. Make it longer or less predictable.'

const classes: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[0-9]/, 10],
  [/[ -/:-@[-`{-~]/, 33],
  [/[^ -~]/, 100],
]
/** Each match counts as a single character. */
const common =
  /password|passwort|letmein|welcome|qwerty|qwertz|asdfgh|dragon|admin|abc123|iloveyou|monkey|venire|jury/gi

/**
 * Returns a conservative estimate of password strength in bits. Repeated characters, runs such as "1234", and repeated
 * pairs add only one bit each.
 */
export function passwordBits(password: string): number {
  const text = password.normalize('NFKC').replaceAll(common, (word) => word.slice(0, 1))
  const alphabet = classes.reduce((sum, [pattern, size]) => sum + (pattern.test(text) ? size : 0), 0)
  const seen = new Set<string>()
  let bits = 0
  let before = ''
  for (const each of text) {
    const step = before === '' ? null : each.codePointAt(0)! - before.codePointAt(0)!
    const isFollowing = step !== null && Math.abs(step) <= 1
    const isKnown = seen.has(before + each)
    seen.add(before + each)
    bits += isFollowing || isKnown ? 1 : Math.log2(Math.max(alphabet, 1))
    before = each
  }
  return Math.floor(bits)
}

export type PasswordStrength = { bits: number; isEnough: boolean; word: 'weak' | 'enough' | 'strong' }

export function passwordStrength(password: string): PasswordStrength {
  const bits = passwordBits(password)
  const isEnough = bits >= passwordLimits.minBits && password.length >= passwordLimits.min
  return { bits, isEnough, word: !isEnough ? 'weak' : bits >= 90 ? 'strong' : 'enough' }
}
