import { withoutAccents } from '#contract/accents.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

type Side = Extract<SpeakerRole, 'prosecutor' | 'plaintiff_attorney' | 'defense_attorney'>

/** A surname as two pages of one transcript may write it: in capitals, without accents, with plain apostrophes and hyphens. */
export const surnameKey = (surname: string): string =>
  withoutAccents(surname)
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010\u2011]/g, '-')
    .toUpperCase()

/** Surname (its `surnameKey`) → side, as the appearance page says it. */
export type Sides = ReadonlyMap<string, Side>

const start = /^\s*A\s*P\s*P\s*E\s*A\s*R\s*A\s*N\s*C\s*E\s*S\b/i
const others = /^(?:also present|before|present|reported by|interpreters?)\b/i
const party =
  '(?:the\\s+)?(?:\\w+\\s+)?(plaintiff|petitioner|defendant|defen[sc]e|respondent|government|people|state|commonwealth|united states)'
const described = new RegExp(
  `\\b(?:attorneys?|counsel|public defenders?|on behalf|appearing)\\b.*\\b(?:for|of)\\s+${party}`,
  'i',
)
const headed = new RegExp(`^(?:appearing\\s+)?(?:for|on behalf of)\\s+${party}`, 'i')
const office =
  /\b(?:united states|district|county|state'?s|commonwealth'?s?|city|prosecuting) attorneys?\b|\bprosecutors?\b/i
const firm =
  /\b(?:LLP|LLC|PLLC|P\.?C\.?|P\.?A\.?|OFFICES?|GROUP|ASSOCIATES|FIRM|DEPARTMENT|DIVISION|COUNTY|COURT|DISTRICT)(?:\b|$)|[&@\d]/i
const criminal =
  /\b(?:united states of america|people of the state|the people|state of \w+|commonwealth of)\b|\bcr(?:im)?\b|\bcriminal\b/i

/**
 * Who appears for whom, read from the lines before the first speaker. Two layouts are in use: "FOR THE STATE:" with the
 * names below it, and names with "Attorneys for Defendant" below them; a "BY:" list belongs to the description above it.
 * A surname found on both sides is left out.
 */
export function readAppearances(front: readonly string[]): Sides {
  const isCriminal = criminal.test(front.join(' '))
  const from = front.findIndex((line) => start.test(line))
  const sides = new Map<string, Side | null>()
  let above: Side | null = null
  let list: 'headed' | 'by' | null = null
  let waiting: string[] = []
  const assign = (names: readonly string[], side: Side | null): void => {
    if (side === null) return
    for (const name of names) {
      const known = sides.get(name)
      sides.set(name, known === undefined || known === side ? side : null)
    }
  }
  for (const raw of front.slice(from + 1)) {
    const line = raw.trim()
    if (others.test(line)) {
      above = null
      list = null
      waiting = []
      continue
    }
    const [, text = '', byList] = /^(.*?)(?:(?:^|\s)B[Yy]:\s*(.*))?$/.exec(line) ?? []
    const side = readSide(text, isCriminal)
    if (side !== null) {
      const isHeading = headed.test(text) || text.endsWith(':')
      if (!isHeading) assign(waiting, side)
      waiting = []
      above = side
      list = isHeading ? 'headed' : null
      assign(readName(text.split(':')[1] ?? ''), side)
    } else if (firm.test(text)) {
      if (list === 'by') list = null
    } else if (list !== null) assign(readName(text), above)
    else waiting.push(...readName(text))
    if (byList !== undefined) {
      assign(readName(byList), above)
      list ??= 'by'
    }
  }
  return new Map([...sides].flatMap(([name, side]) => (side === null ? [] : [[name, side] as const])))
}

function readSide(text: string, isCriminal: boolean): Side | null {
  const found = (headed.exec(text) ?? described.exec(text))?.[1]?.toLowerCase()
  if (found === undefined) return office.test(text) ? 'prosecutor' : null
  if (found.startsWith('defen') || found === 'respondent') return 'defense_attorney'
  if (found === 'plaintiff' || found === 'petitioner') return isCriminal ? 'prosecutor' : 'plaintiff_attorney'
  return 'prosecutor'
}

/** The surname of "MICAH F. FERGENSON, ESQ." as a list of one; none where the line is not a name. */
function readName(text: string): string[] {
  const name = text.replace(/,?\s*(?:esq(?:uire)?\.?|jr\.?|sr\.?|i{2,3}|iv)\s*$/i, '').trim()
  const tokens = name.replace(/^(?:mr|ms|mrs|miss|dr)\.?\s+/i, '').split(/\s+/)
  const isName = tokens.length >= (name.includes('.') ? 1 : 2) && tokens.length <= 5
  if (!isName || !tokens.every((token) => /^\p{Lu}[\p{L}.'’-]*,?$/u.test(token))) return []
  return [surnameKey((tokens.at(-1) ?? '').replaceAll(/[.,]/g, ''))]
}
