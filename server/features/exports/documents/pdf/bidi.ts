/**
 * Orders a line for drawing. Implements the Unicode Bidirectional Algorithm (UAX #9) without explicit controls, which
 * `cleanText` removes.
 */

type Kind = 'L' | 'R' | 'EN' | 'ON'
export type Run = { text: string; isRtl: boolean }

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]/u
const mirrored: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '<': '>', '>': '<', '«': '»', '»': '«' },
}

export const hasRightToLeft = (text: string): boolean => rightToLeft.test(text)

function classify(letter: string): Kind {
  if (/\p{Nd}/u.test(letter)) return 'EN'
  if (/\p{L}/u.test(letter)) return rightToLeft.test(letter) ? 'R' : 'L'
  return 'ON'
}

/** Returns an embedding level for each letter. Even levels read left to right. */
function findLevels(letters: readonly string[]): number[] {
  const kinds = letters.map(classify)
  // The documents are in English, so a line is right-to-left only if most of its letters are.
  const count = (of: Kind) => kinds.filter((kind) => kind === of).length
  const base = count('R') > count('L') ? 1 : 0
  const around: Kind = base === 1 ? 'R' : 'L'
  resolveWeak(kinds, letters, around)
  resolveNeutral(kinds, around)
  // UAX #9 rules I1 and I2: implicit levels.
  return kinds.map((kind) => (base === 0 ? { L: 0, R: 1, EN: 2, ON: 0 }[kind] : { L: 2, R: 1, EN: 2, ON: 1 }[kind]))
}

/**
 * UAX #9 W rules: combining marks follow their letter, a separator inside a number is part of it, and digits after L
 * count as L.
 */
function resolveWeak(kinds: Kind[], letters: readonly string[], around: Kind): void {
  let strong = around
  for (const [at, kind] of kinds.entries()) {
    if (/\p{M}/u.test(letters[at]!) && at > 0) kinds[at] = kinds[at - 1]!
    else if (kind === 'ON' && /[.,:/-]/.test(letters[at]!) && kinds[at - 1] === 'EN' && kinds[at + 1] === 'EN')
      kinds[at] = 'EN'
    if (kind === 'L' || kind === 'R') strong = kind
    else if (kinds[at] === 'EN' && strong === 'L') kinds[at] = 'L'
  }
}

/**
 * UAX #9 N rules: neutrals take their neighbors' direction if both agree. Otherwise, they take the line's direction.
 * Numbers count as R.
 */
function resolveNeutral(kinds: Kind[], around: Kind): void {
  const side = (kind: Kind | undefined): Kind => (kind === undefined ? around : kind === 'EN' ? 'R' : kind)
  for (let from = 0; from < kinds.length; from++) {
    if (kinds[from] !== 'ON') continue
    let until = from
    while (kinds[until] === 'ON') until++
    const [before, after] = [side(kinds[from - 1]), side(kinds[until])]
    kinds.fill(before === after ? before : around, from, until)
    from = until
  }
}

export function toVisualRuns(line: string): Run[] {
  if (!hasRightToLeft(line)) return [{ text: line, isRtl: false }]
  const letters = Array.from(line)
  const levels = findLevels(letters)
  const runs: { text: string; level: number }[] = []
  for (const [at, letter] of letters.entries()) {
    const level = levels[at]!
    const last = runs.at(-1)
    const shown = level % 2 === 1 ? (mirrored[letter] ?? letter) : letter
    if (last?.level === level) last.text += shown
    else runs.push({ text: shown, level })
  }
  for (let level = Math.max(...levels); level > 0; level--)
    for (let from = 0; from < runs.length; from++) {
      let until = from
      while (until < runs.length && runs[until]!.level >= level) until++
      if (until > from) runs.splice(from, until - from, ...runs.slice(from, until).toReversed())
      from = until
    }
  return runs.map(({ text, level }) => ({ text, isRtl: level % 2 === 1 }))
}
