import { z } from 'zod'
import { defineEndpoint, Id } from '../endpoint.ts'
import { unseen } from '../unseen.ts'
import { jurorFieldNames, jurorFields } from './fields.ts'

/** `questionnaire` imports the column as answers and uses the header as the question. `leave_out` drops the column. */
export const columnTargets = [
  'jurorNumber',
  'displayName',
  'orderIndex',
  ...jurorFieldNames,
  'tags',
  'questionnaire',
  'leave_out',
] as const
export type ColumnTarget = (typeof columnTargets)[number]

export const importLimits = { rows: 2000, columns: 120, cell: 10_000 } as const

/**
 * Matches protected traits (Batson, J.E.B., Cal. CCP 231.7, GR 37) and proxies for them. A short header is rejected if
 * it contains one of these words. A longer header is rejected only if it asks about the juror's own trait, such as
 * "What is your sex?"
 */
const trait =
  /\b((race|sex|gender|ethnic)code|race|racial|eth|ethn\w*|gender|m ?f( ?x)?|male|female|black white|lgbt\w*|sex|sexual\w*|orientation|religio\w*|faith|denomination|pronouns?|d\.?o\.?b\.?|birth\w*|born|age|ages|national(ity| origin)|ancestry|hispanic|latin[oax]|skin|color|colour|disabilit\w*|disabled|citizenship|immigration)\b/i
const asked = 'race|ethnicity|gender|sex|sexual orientation|religion|faith|denomination|nationality|national origin'
const ownTraitPatterns: readonly RegExp[] = [
  /\byour\s+(\w+\s+){0,2}(race|ethnic\w*|gender|sex|sexual orientation|orientation|religio\w*|faith|denomination|pronouns?|date of birth|birth\w*|age|nationality|national origin|ancestry|skin color|disabilit\w*)\b/i,
  /\b(old|what age) are you\b/i,
  /\bare you (an? )?(male|female|man|woman)\b/i,
  /\byou (identify as|born)\b|(?<!\bsince )\byou were born\b|\byour date and place of birth\b/i,
  /\b(are|consider) (you|yourself) (of |an? )?(hispanic|latin[oax]|disabled)\b/i,
  new RegExp(
    String.raw`\b(what|which) (${asked})(,? (or|and|and or) (${asked}))*,?( if any,?)? (do|are|would|best)\b`,
    'i',
  ),
  /\b(what|which) (racial|ethnic|religious)( (or|and|and or) (racial|ethnic|religious))* (group|background|affiliation)\b/i,
  new RegExp(String.raw`\b(juror|panelist)([’']?s)? (${asked}|age|date of birth)\b`, 'i'),
  new RegExp(String.raw`^(${asked}|age|date of birth) (at|as of|on)\b`, 'i'),
]
const shortHeaderWords = 4

const questionNumber = /^\s*(q(uestion)?\.?\s*)?\d+[a-z]?\s*[.:)]\s*/i
const accents = /\p{M}/gu
const leadingNumber = /\bq?\d+(?=\p{L})/giu
const spacedLetters = /\b(?:[a-z] ){2,}[a-z]\b/gi
const workingHours = /\b(?:hours?|avail\w*|schedules?|shifts?|work\w*)\b/i
const weekdays = /\bm\s?[-–]\s?f\b/gi
function spellWeekdays(header: string): string {
  const at = header.search(workingHours)
  return at < 0 ? header : header.slice(0, at) + header.slice(at).replaceAll(weekdays, 'weekdays')
}
const splitWords = (header: string): string =>
  spellWeekdays(header)
    .normalize('NFKD')
    .replaceAll(accents, '')
    .replaceAll(unseen, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d+\b)/gu, ' ')
    .replace(questionNumber, '')
    .replaceAll(/[_/()?:-]+/g, ' ')
    .replaceAll(leadingNumber, '')
    .replaceAll(spacedLetters, (letters) => letters.replaceAll(' ', ''))
    .trim()
/** Removes answer choices and formats, as in "Race (White/Black/Other)" or "Sex: M, F". */
const stripAnswerList = (header: string): string =>
  splitWords(
    header
      .replace(questionNumber, '')
      .replaceAll(/\([^)]*(\)|$)|:.*$/g, (listed) =>
        /\?|\b(would|ever|(do|have|are) you)\b/i.test(listed) ? listed : ' ',
      ),
  )
const isShort = (words: string): boolean => words.split(/\s+/).length <= shortHeaderWords

/** A word that mixes alphabets looks like another word, such as "Race" with a Cyrillic "е". */
const hasLookalikes = /\p{sc=Latin}[\p{sc=Cyrillic}\p{sc=Greek}]|[\p{sc=Cyrillic}\p{sc=Greek}]\p{sc=Latin}/u

export function isForbiddenColumn(header: string): boolean {
  const plain = splitWords(header)
  return (
    hasLookalikes.test(plain) ||
    [plain, stripAnswerList(header)].some((words) => isShort(words) && trait.test(words)) ||
    ownTraitPatterns.some((each) => each.test(plain))
  )
}

const nameWords =
  "full|juror[’']?s?|prospective|last|first|middle|given|family|display|legal|m ?i|initial|suffix|and|of|the"
const nameHeader = new RegExp(String.raw`^((${nameWords}) )*(names?|surname|forename)( (${nameWords}|names?))*$`, 'i')
const nameParts = /^((last|first|middle|given|m ?i|initial)( |$))+$/i

export function isNameColumn(header: string): boolean {
  const plain = stripAnswerList(header)
    .replaceAll(/[.,&]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return nameHeader.test(plain) || nameParts.test(plain)
}

/** Returns a sort key that puts the first name before the last name. Court lists often have the last name first. */
export function getNamePartOrder(header: string): number {
  const plain = stripAnswerList(header)
  if (/\bsuffix\b/i.test(plain)) return 3
  if (/\b(middle|m ?i|initial)\b/i.test(plain)) return 1
  return /\b(last|family|surname)\b/i.test(plain) ? 2 : 0
}

const numberHeader =
  /^((prospective )?juror|panel(ist)?|badge|venire(person|member|man)?|candidate|participant|pool|summons)?\s*(no|nos|num|nbr|number|#|id)\.?$|^(juror|panelist|venire(member|person))$|^#$/i
const seatHeader = /^(seat|chair|box|jury box|seat in box)\s*(no|num|number|#)?\.?$/i

const guesses: readonly [RegExp, ColumnTarget][] = [
  [numberHeader, 'jurorNumber'],
  [/^(order|call order|order of call|call|seq|seq no|sequence|sequence no|position|random no)\.?$/i, 'orderIndex'],
  ...jurorFieldNames.map((field): [RegExp, ColumnTarget] => [jurorFields[field].header, field]),
  [/^tags?$/i, 'tags'],
  // Contact details aren't needed for jury selection, and some states seal them after the verdict.
  [/\b(address|street|zip|phone|mobile|e-?mail|ssn|social security|licen[cs]e)\b/i, 'leave_out'],
]

export function guessTarget(header: string): ColumnTarget {
  const plain = header.trim()
  if (plain === '' || isForbiddenColumn(plain)) return 'leave_out'
  if (isNameColumn(plain)) return 'displayName'
  return guesses.find(([pattern]) => pattern.test(plain.replaceAll('_', ' ')))?.[1] ?? 'questionnaire'
}

/**
 * If two columns have the same target, the second becomes a questionnaire answer, unless it's part of the name. A seat
 * column supplies the juror numbers if no other column does. Otherwise, it supplies the call order if all its cells are
 * whole numbers.
 */
export function guessTargets(
  { headers, rows }: { headers: readonly string[]; rows: readonly (readonly string[])[] },
  isAnonymous: boolean,
): ColumnTarget[] {
  const taken = new Set<ColumnTarget>()
  const isNumbered = headers.some((header) => guessTarget(header) === 'jurorNumber')
  const guess = (header: string, index: number): ColumnTarget => {
    if (!seatHeader.test(header.trim())) return guessTarget(header)
    if (!isNumbered) return 'jurorNumber'
    return rows.every((row) => /^\d{0,5}$/.test((row[index] ?? '').trim())) ? 'orderIndex' : 'questionnaire'
  }
  return headers.map((header, index) => {
    const target = guess(header, index)
    if (target === 'questionnaire' || target === 'leave_out') return target
    if (target === 'displayName') return isAnonymous ? 'leave_out' : target
    if (taken.has(target)) return 'questionnaire'
    taken.add(target)
    return target
  })
}

const Cell = z.string().max(importLimits.cell, 'A cell can have at most 10,000 characters.')

export const ImportReport = z.object({
  added: z.int(),
  updated: z.int(),
  refusedColumns: z.array(z.string()),
  /** Row 1 is the first row after the header. */
  skipped: z.array(z.object({ row: z.int(), reason: z.string() })),
})
export type ImportReport = z.infer<typeof ImportReport>

export const importJurors = defineEndpoint({
  method: 'POST',
  path: '/api/cases/:caseId/jurors/import',
  takesLong: true,
  summary: 'Import jurors from a table.',
  needs: 'member',
  params: z.strictObject({ caseId: Id }),
  input: z
    .strictObject({
      columns: z
        .array(z.strictObject({ header: z.string().max(500), target: z.enum(columnTargets) }))
        .min(1, 'The table has no columns.')
        .max(importLimits.columns),
      rows: z
        .array(z.array(Cell).max(importLimits.columns))
        .min(1, 'The table has no rows below the header.')
        .max(importLimits.rows, 'Import at most 2,000 rows at a time.'),
      dryRun: z.boolean().default(false),
    })
    .refine(({ columns }) => columns.filter(({ target }) => target === 'jurorNumber').length === 1, {
      path: ['columns'],
      message: 'Choose one column for the juror number.',
    })
    .refine(
      ({ columns }) =>
        (['orderIndex', 'tags', ...jurorFieldNames] as const).every(
          (field) => columns.filter(({ target }) => target === field).length < 2,
        ),
      { path: ['columns'], message: 'Two columns are mapped to the same field. Choose one.' },
    ),
  output: ImportReport,
  touches: ['jurors'],
})
