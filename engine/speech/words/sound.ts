import { pronounceByRule } from '#engine/align/lexicon.ts'

/** Listeners and recognizers confuse these phones. No other consonants are treated as alike. */
const alike: readonly (readonly string[])[] = [
  ['P', 'B'],
  ['T', 'D'],
  ['K', 'G'],
  ['F', 'V'],
  ['S', 'Z'],
  ['SH', 'ZH', 'CH', 'JH'],
  ['M', 'N', 'NG'],
  ['IY', 'IH', 'EY'],
  ['EH', 'AE', 'IH'],
  ['AA', 'AO', 'AH'],
  ['AO', 'OW'],
  ['UW', 'UH'],
  ['AH', 'ER', 'IH', 'EH', 'AE'],
]
const vowel = /^(?:A|E|I|O|U)/
const alikeCost = 0.5
const weakCost = 0.5

const isAlike = (a: string, b: string): boolean => alike.some((group) => group.includes(a) && group.includes(b))

const spellPhones = (text: string): string[] =>
  text
    .normalize('NFD')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => (word === '' ? [] : pronounceByRule(word).split(' ')))
    .filter((phone, at, phones) => phone !== '' && phone !== phones[at - 1])

export function compareSounds(a: string, b: string): { cost: number; phones: number } {
  const [left, right] = [spellPhones(a), spellPhones(b)]
  let row = [0, ...right.map(() => Infinity)]
  for (const [index, phone] of left.entries()) {
    const next = [Infinity]
    const isLast = index === left.length - 1
    for (const [at, other] of right.entries())
      next.push(
        Math.min(
          (row[at] ?? Infinity) + swapCost(phone, other),
          // The last sound is needed to tell Christine from Christina.
          isLast ? Infinity : (row[at + 1] ?? Infinity) + dropCost(phone),
          at === right.length - 1 ? Infinity : (next[at] ?? Infinity) + dropCost(other),
        ),
      )
    row = next
  }
  return { cost: row.at(-1) ?? Infinity, phones: Math.min(left.length, right.length) }
}

const dropCost = (phone: string): number => (phone === 'AH' || phone === 'HH' || phone === 'IH' ? weakCost : Infinity)

function swapCost(a: string, b: string): number {
  if (a === b) return 0
  if (isAlike(a, b)) return alikeCost
  return vowel.test(a) && vowel.test(b) ? 2 * alikeCost : Infinity
}
