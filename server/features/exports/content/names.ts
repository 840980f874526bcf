/** How a person who stands on a list may be called in court. */
export type CalledNames = {
  /** Whole names, in each order of their parts. */
  whole: string[]
  /** What is said of this person alone: "de la Cruz", "Cruz". */
  family: string[]
  /** What is said of this person behind a form of address: "Ms. Ana". */
  parts: string[]
}

/** Shorter names are words of the language too often. */
const shortestName = 3
/** A line of dashes in place of a name has nothing to take out. */
export const isName = (text: string): boolean => text.length >= shortestName && /[\p{L}\p{N}]/u.test(text)

/** Behind a name, and nothing that anybody is called by. */
const suffix = /^(?:jr|sr|ii|iii|iv|esq|md|phd)\.?$/i
/** Belongs to the family name behind it. */
const particle = /^(?:de|del|della|la|las|los|da|das|dos|di|du|le|van|von|der|den|ter|ten|al|el|bin|ibn|abu|st\.?)$/i

/** Courts list people as "Ana María de la Cruz" and as "de la Cruz, Ana María"; a suffix ("Jr.") stands behind either. */
export function calledNames(displayName: string): CalledNames {
  const [before = [], after = []] = displayName.split(',').map((each) =>
    each
      .trim()
      .split(/\s+/)
      .filter((part) => part !== '' && !suffix.test(part)),
  )
  const inOrder = [...after, ...before]
  const surname = after.length > 0 ? before : lastOf(inOrder)
  const unique = (names: readonly string[]) => [...new Set(names)].filter(isName)
  return {
    whole: unique([displayName, [...before, ...after].join(' '), inOrder.join(' ')]),
    family: unique([surname.join(' '), surname.findLast(isName) ?? '']),
    parts: unique([surname.join(' '), ...inOrder]),
  }
}

/** The last part that is a name, with the particles before it. */
function lastOf(inOrder: readonly string[]): string[] {
  const last = inOrder.findLastIndex(isName)
  if (last < 0) return []
  let first = last
  while (first > 0 && particle.test(inOrder[first - 1]!)) first--
  return inOrder.slice(first, last + 1)
}
