import { withoutAccents } from '#contract/accents.ts'
import { jurorLimits } from '#contract/jurors/jurors.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'

export type Label = { speaker: string; rest: string }

const headings =
  /^(?:by|re|note|date|time|place|present|also present|before|appearances|case|docket|page|volume|exhibits?|index|subject|attachments?|reported by|job no|attorneys?\b.*|counsel for.*|on behalf.*|for the .*|http|https|p\.?s)\.?$/i
const question = /^(?:q|question)[.:]?$/i
const answer = /^(?:a|answer)[.:]?$/i

/** Accepts unknown words only if the file uses them as labels (`recurring`), because colons also appear in speech. */
export function readLabel(line: string, recurring: ReadonlySet<string>): Label | null {
  const found = splitLabel(line)
  if (!found) return null
  const { speaker } = found
  const isSure = isKnownLabel(speaker) || recurring.has(speaker.toUpperCase())
  return isSure || question.test(speaker) || answer.test(speaker) ? found : null
}

export function findRecurringLabels(lines: readonly string[], anyCase: boolean): Set<string> {
  const counts = new Map<string, number>()
  for (const line of lines) {
    const speaker = splitLabel(line)?.speaker
    if (speaker === undefined || !(isCapitals(speaker) || (anyCase && isNameLike(speaker)))) continue
    // A word such as "Remember:" may happen to start two lines, but rarely three. Labels in capitals need only two.
    const weight = isCapitals(speaker) ? 1 / 2 : 1 / 3
    counts.set(speaker.toUpperCase(), (counts.get(speaker.toUpperCase()) ?? 0) + weight)
  }
  return new Set([...counts].flatMap(([speaker, count]) => (count > 0.99 ? [speaker] : [])))
}

export function readQuestionMark(line: string): { mark: 'Q' | 'A'; rest: string } | null {
  const found = /^([QA])(?:[.:]\s*|\s{2,}|\t+|$)(.*)$/.exec(line)
  if (found?.[1] === undefined) return null
  return { mark: found[1] === 'Q' ? 'Q' : 'A', rest: (found[2] ?? '').trim() }
}

export function readExaminer(line: string): Label | null {
  const found =
    /^(?:(?:[A-Z -]+ )?EXAMINATION )?BY ((?:MR|MS|MRS|MISS|DR)\.? [A-Z'’. -]+|THE COURT)(?: \([^)]*\))?(?::|$)\s*(.*)$/i.exec(
      line,
    )
  return found?.[1] === undefined ? null : { speaker: found[1].toUpperCase(), rest: found[2] ?? '' }
}

export function isWholeNote(text: string): boolean {
  return /^[([]\s*\p{Lu}[^()[\]]*(?:\([^)]*\)[^()[\]]*)*[)\]][.^*]*$/u.test(text)
}

export const opensNote = (text: string): boolean => /^[([]\s*\p{Lu}[^()[\]]*$/u.test(text)

function splitLabel(line: string): Label | null {
  const found = /^(?:>>+\s*)?([\p{L}][^:\n?!;"“”]{0,48}?)\s?:(?:\s+(.*)|)$/u.exec(line)
  const speaker = found?.[1]?.trim()
  if (speaker === undefined || headings.test(speaker) || speaker.split(/\s+/).length > 7) return null
  return { speaker, rest: (found?.[2] ?? '').trim() }
}

const isCapitals = (text: string): boolean => /\p{Lu}{2}/u.test(text) && !/\p{Ll}{2}/u.test(text)
const isNameLike = (text: string): boolean =>
  text.split(/\s+/).length <= 4 &&
  text.split(/\s+/).every((token) => /^(?:\p{Lu}[\p{L}.'’_-]*|\d+|SPEAKER_\d+)$/u.test(token))

type Role = { role: SpeakerRole; jurorNumber: string | null }

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const juror =
  /^(?:the |a |unidentified |unknown |prospective |potential |alternate |trial |male |female )*(?:jurors?|jury|panelists?|panel members?|venire ?(?:man|men|woman|women|person|persons|members?|panel)?)\b(.*)$/i
/** Matches only whole labels because "COURT REPORTER" isn't the court. */
const offices: [RegExp, SpeakerRole][] = [
  [/^(?:the )?(?:court|judge|justice|magistrate)(?: judge)?$/i, 'judge'],
  [/^(?:the )?(?:hon\.?|honorable|judge|justice|magistrate(?: judge)?) \S.*$/i, 'judge'],
  [/^(?:the )?(?:(?:official |court )*(?:reporter|stenographer))$/i, 'reporter'],
  [
    /^(?:the )?(?:(?:court|courtroom|law|deputy|case|chief|county|district|circuit|judicial) )*(?:clerk|courtroom deputy|deputy|judicial assistant)(?: of (?:the )?court)?$/i,
    'clerk',
  ],
  [/^(?:the )?(?:\S+ )?interpreters?\b.*$/i, 'interpreter'],
  [/^(?:the )?(?:witness|deponent)$/i, 'witness'],
  [
    /^(?:the )?(?:prosecutor|prosecution|government|district attorney|state'?s attorney|assistant (?:united states|district|state'?s) attorney|ada|ausa)$/i,
    'prosecutor',
  ],
  [
    /^(?:the )?(?:defen[sc]e|defendant'?s?|respondent'?s)(?: (?:counsel|attorney|lawyer))$|^(?:the )?(?:defen[sc]e|public defender|counsel for (?:the )?(?:defen[sc]e|defendants?))$/i,
    'defense_attorney',
  ],
  [
    /^(?:the )?(?:plaintiffs?'?s?|petitioner'?s) (?:counsel|attorney|lawyer)$|^counsel for (?:the )?plaintiffs?$/i,
    'plaintiff_attorney',
  ],
  [/^(?:the )?(?:counsel|attorney|lawyer|unidentified attorney)$/i, 'attorney'],
  [
    /^(?:the )?(?:defendants?|plaintiffs?|bailiff|marshal|court officer|court security officer|videographer|court attendant)$|^(?:all|both) counsel$/i,
    'other',
  ],
]
/** Requires capitals because "Mr. Hill said this" is something a speaker would say. */
const titled =
  /^(?:MRS?|MS|MISS|DR|PROF|ATTORNEY|Mrs?|Ms|Miss|Dr|Prof|Attorney)\b\.? +(?:(?:\p{Lu}[\p{L}'’.-]*|de|del|la|van|von|der|di) +)*(\p{Lu}[\p{L}'’-]*)(?:,? (?:JR|SR|Jr|Sr|II|III|IV)\.?)?$/u

export function readRole(label: string, sides: Sides = new Map()): Role {
  const name = label.trim().replaceAll(/\s+/g, ' ')
  const asJuror = juror.exec(name)
  if (asJuror) return { role: 'juror', jurorNumber: readJurorNumber(asJuror[1] ?? '') }
  for (const [pattern, role] of offices) if (pattern.test(name)) return { role, jurorNumber: null }
  const lawyer = titled.exec(name)
  const surname = makeSurnameKey(lawyer?.[1] ?? name.split(' ').at(-1) ?? '')
  const side = sides.get(surname)
  if (side) return { role: side, jurorNumber: null }
  return { role: lawyer ? 'attorney' : 'unknown', jurorNumber: null }
}

export const inferRole = (speaker: string | null): Role =>
  speaker === null ? { role: 'unknown', jurorNumber: null } : readRole(speaker)

export function isKnownLabel(label: string): boolean {
  const name = label.trim().replaceAll(/\s+/g, ' ')
  if (juror.test(name))
    return /^.{0,24}(?:jurors?|jury|panel\w*|venire\w*)\b(?:\s*(?:no|num|number|seat|badge|#|\d|\().*|\s+\S+(?:\s+\S+)?)?$/i.test(
      name,
    )
  return titled.test(name) || offices.some(([pattern]) => pattern.test(name))
}

/** Matches "12", "012", "26A", "12-A", "B-12", "3-114" (panel and juror), and nine-digit badge numbers. */
export const jurorNumberForm = '(?:[A-Z]{1,3}-?)?\\d{1,9}(?:-\\d{1,6})?(?:-?[A-Z])?(?![\\p{L}\\d])'
const numbered = new RegExp(
  `^[^\\p{L}\\d]*(?:(?:no|num|number|nos|seat|id|badge)(?![\\p{L}])[^\\p{L}\\d]*)*(${jurorNumberForm})`,
  'iu',
)
const hyphens = /[\u2010\u2011\u2013]/g

function readJurorNumber(rest: string): string | null {
  const digits = numbered.exec(rest.replaceAll(hyphens, '-'))
  if (digits?.[1]) return digits[1].length <= jurorLimits.number ? digits[1] : null
  const words =
    rest
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.filter((word) => !['no', 'number', 'seat', 'in', 'and'].includes(word)) ?? []
  const [first = '', second = '', ...others] = words
  const hundreds = second === 'hundred' ? units.indexOf(first) : 0
  const below = hundreds > 0 ? readBelowHundred(others) : readBelowHundred([first, second])
  return hundreds * 100 + below > 0 ? String(hundreds * 100 + below) : null
}

function readBelowHundred([first = '', second = '']: readonly string[]): number {
  const ten = tens.indexOf(first)
  return ten >= 0 ? (ten + 2) * 10 + Math.max(0, units.indexOf(second)) : Math.max(0, units.indexOf(first))
}

type Side = Extract<SpeakerRole, 'prosecutor' | 'plaintiff_attorney' | 'defense_attorney'>

export const makeSurnameKey = (surname: string): string =>
  withoutAccents(surname)
    .replaceAll(/[\u2018\u2019]/g, "'")
    .replaceAll(/[\u2010\u2011]/g, '-')
    .toUpperCase()

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

function readName(text: string): string[] {
  const name = text.replace(/,?\s*(?:esq(?:uire)?\.?|jr\.?|sr\.?|i{2,3}|iv)\s*$/i, '').trim()
  const tokens = name.replace(/^(?:mr|ms|mrs|miss|dr)\.?\s+/i, '').split(/\s+/)
  const isName = tokens.length >= (name.includes('.') ? 1 : 2) && tokens.length <= 5
  if (!isName || !tokens.every((token) => /^\p{Lu}[\p{L}.'’-]*,?$/u.test(token))) return []
  return [makeSurnameKey((tokens.at(-1) ?? '').replaceAll(/[.,]/g, ''))]
}
