/** How a person who stands on a list may be called in court. */
export type CalledNames = {
  /** Whole names, in each order of their parts. */
  whole: string[]
  /** What is said of this person alone: "de la Cruz", "Cruz". */
  family: string[]
  /** What is said of this person behind a form of address: "Ms. Ana", "Ms. Li". */
  parts: string[]
  /** Of which two behind one another mean this person: "Ana Cruz" of "Ana María Cruz". */
  units: string[]
}

/** Shorter names are words of the language too often. */
const shortestName = 3
/** A line of dashes in place of a name has nothing to take out. */
const isName = (text: string): boolean => text.length >= shortestName && isCalled(text)
const isCalled = (text: string): boolean => text.length > 1 && /\p{L}/u.test(text) && !initial.test(text)

/** What lists hold where they have no name or no employer: to take it out would change what people said. */
const noName =
  /^(?:unknown|unnamed|anonymous|(?:name )?(?:withheld|redacted)|sealed|under seal|confidential|none|n a|tb[ad]|not given|nil|blank)$/
const noEmployer =
  /^(?:none|n a|nil|no|yes|self|self employed|myself|retired|retiree|unemployed|not (?:employed|working|given)|student|homemaker|house ?wife|stay at home (?:parent|mom|dad)|disabled|unknown|various|same|tb[ad])$/
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
/** Whether an employer's name has anything to take out. */
const isEmployer = (text: string): boolean =>
  text.length >= shortestName && /[\p{L}\p{N}]/u.test(text) && !noEmployer.test(wordsOf(text))

/** Behind a name, and nothing that anybody is called by. */
const suffix = /^(?:jr|sr|ii|iii|iv|esq|md|phd)\.?$/i
/** Stands in lists beside a name or a number, or in place of a name: "Juror No. 12". */
const title =
  /^(?:prospective|alternate|jurors?|venire(?:person|man|woman|member)?|panel(?:ist|member)|no\.|number|seat|mrs?\.?|ms\.?|miss|mx\.?|dr\.?)$/i
const initial = /^\p{L}\.$/u
/** Belongs to the family name behind it. */
const particle = /^(?:de|del|della|la|las|los|da|das|dos|di|du|le|van|von|der|den|ter|ten|al|el|bin|ibn|abu|st\.?)$/i

/** A nickname or an earlier name: 'Robert "Bob" Roe', "Roe (Doe), Ana". */
const aside = /["“([]([^"”)\]]*)["”)\]]/g
const namesIn = (text: string): string[] =>
  text.split(/\s+/).filter((part) => /\p{L}/u.test(part) && !suffix.test(part) && !title.test(part))

/** Courts list people as "Ana María de la Cruz" and as "de la Cruz, Ana María"; a suffix ("Jr.") stands behind either. */
export function calledNames(displayName: string): CalledNames {
  const listed = noName.test(wordsOf(displayName)) ? '' : displayName
  const besides = [...listed.matchAll(aside)].flatMap(([, inside = '']) => namesIn(inside))
  const [before = [], after = []] = listed.replaceAll(aside, ' ').split(',').map(namesIn)
  const inOrder = [...after, ...before]
  const surname = after.length > 0 ? before : lastOf(inOrder)
  const given = inOrder.filter((part) => !surname.includes(part) && !particle.test(part))
  const unique = (names: readonly string[], is = isName) => [...new Set(names)].filter(is)
  const first = given.find(isCalled)
  // Of a double name one half is said as often as both.
  const halves = surname.flatMap((part) => (part.includes('-') ? part.split('-') : []))
  const others = [...halves, ...besides]
  const whole = [displayName, [...before, ...after].join(' '), inOrder.join(' ')]
  return {
    whole: inOrder.length === 0 ? [] : unique([...whole, ...(first ? [[first, ...surname].join(' ')] : [])]),
    family: unique([surname.join(' '), surname.findLast(isName) ?? '']),
    parts: unique([surname.join(' '), ...inOrder, ...others], isCalled),
    units: unique([surname.join(' '), surname.findLast(isCalled) ?? '', ...given, ...others], isCalled),
  }
}

const legalForm =
  /(?:,|\s)\s*(?:inc|incorporated|llc|l\.l\.c|llp|lp|ltd|limited|corp|corporation|co|company|plc|pllc|pc|p\.c|n\.a)\.?$/i
/** As it is listed, and as people say it: nobody says the "Inc." of the place where they work. */
export function calledEmployers(listed: string): string[] {
  const name = listed.trim()
  if (!isEmployer(name)) return []
  const said = name
    .replace(legalForm, '')
    .replace(legalForm, '')
    .replace(/^the\s+/i, '')
    .trim()
  return [...new Set([name, said])].filter(isEmployer)
}

/** The last part that is a name, with the particles before it. */
function lastOf(inOrder: readonly string[]): string[] {
  const last = inOrder.findLastIndex(isName)
  if (last < 0) return []
  let first = last
  while (first > 0 && particle.test(inOrder[first - 1]!)) first--
  return inOrder.slice(first, last + 1)
}
