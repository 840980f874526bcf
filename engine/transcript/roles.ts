import { jurorLimits } from '#contract/jurors/jurors.ts'
import type { SpeakerRole } from '#contract/videos/transcript.ts'
import { type Sides, surnameKey } from './appearances.ts'

export type Role = { role: SpeakerRole; jurorNumber: string | null }

const units =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const juror =
  /^(?:the |a |unidentified |unknown |prospective |potential |alternate |trial |male |female )*(?:jurors?|jury|panelists?|panel members?|venire ?(?:man|men|woman|women|person|persons|members?|panel)?)\b(.*)$/i
/** Whole labels only: "COURT REPORTER" is not the court, and "MR. CLERK" not the clerk. */
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
/** Only names in capitals or with capital initials: "Mr. Hill said this" is speech. */
const titled =
  /^(?:MRS?|MS|MISS|DR|PROF|ATTORNEY|Mrs?|Ms|Miss|Dr|Prof|Attorney)\b\.? +(?:(?:\p{Lu}[\p{L}'’.-]*|de|del|la|van|von|der|di) +)*(\p{Lu}[\p{L}'’-]*)(?:,? (?:JR|SR|Jr|Sr|II|III|IV)\.?)?$/u

/**
 * The role that a speaker's label says, and the number of a juror in it. Which side a lawyer is on comes from the
 * appearance page (`sides`); a lawyer who is not on it is an `attorney`. `unknown` where the label says nothing.
 */
export function readRole(label: string, sides: Sides = new Map()): Role {
  const name = label.trim().replaceAll(/\s+/g, ' ')
  const asJuror = juror.exec(name)
  if (asJuror) return { role: 'juror', jurorNumber: readJurorNumber(asJuror[1] ?? '') }
  for (const [pattern, role] of offices) if (pattern.test(name)) return { role, jurorNumber: null }
  const lawyer = titled.exec(name)
  const surname = surnameKey(lawyer?.[1] ?? name.split(' ').at(-1) ?? '')
  const side = sides.get(surname)
  if (side) return { role: side, jurorNumber: null }
  return { role: lawyer ? 'attorney' : 'unknown', jurorNumber: null }
}

/** The same of a speaker who may be nobody, where no appearance page tells the sides. */
export const inferRole = (speaker: string | null): Role =>
  speaker === null ? { role: 'unknown', jurorNumber: null } : readRole(speaker)

/** Whether a label alone, wherever it stands, is surely a speaker: an office, a juror, or a title with a name. */
export function isKnownLabel(label: string): boolean {
  const name = label.trim().replaceAll(/\s+/g, ' ')
  if (juror.test(name))
    return /^.{0,24}(?:jurors?|jury|panel\w*|venire\w*)\b(?:\s*(?:no|num|number|seat|badge|#|\d|\().*|\s+\S+(?:\s+\S+)?)?$/i.test(
      name,
    )
  return titled.test(name) || offices.some(([pattern]) => pattern.test(name))
}

/**
 * A number as courts give it to a juror: "12", "012", "26A", "12-A", "B-12", "3-114" (panel and juror), a badge of nine
 * digits. As a pattern, for letters in any case.
 */
export const jurorNumberForm = '(?:[A-Z]{1,3}-?)?\\d{1,9}(?:-\\d{1,6})?(?:-?[A-Z])?(?![\\p{L}\\d])'
const numbered = new RegExp(
  `^[^\\p{L}\\d]*(?:(?:no|num|number|nos|seat|id|badge)(?![\\p{L}])[^\\p{L}\\d]*)*(${jurorNumberForm})`,
  'iu',
)
const hyphens = /[\u2010\u2011\u2013]/g

/** "NO. 12", "#12", "NUMBER TWENTY-ONE", "SEAT 4", "B-12" → the number as the court writes it; null where there is none. */
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

/** "twenty one" or "nine"; 0 where it is none. */
function readBelowHundred([first = '', second = '']: readonly string[]): number {
  const ten = tens.indexOf(first)
  return ten >= 0 ? (ten + 2) * 10 + Math.max(0, units.indexOf(second)) : Math.max(0, units.indexOf(first))
}
