import { cutLimits, type TranscriptCut } from '#contract/videos/transcript.ts'
import { type Line, repairText } from './draft.ts'
import { readHeading } from './examination.ts'
import { isWholeNote, readExaminer, readLabel, readQuestionMark } from './labels.ts'

export type Cut = TranscriptCut

const none: ReadonlySet<string> = new Set()

const isSpoken = ({ text }: Line): boolean => readLabel(text, none) !== null || readQuestionMark(text) !== null

export function buildCut(kind: Cut['kind'], lines: readonly Line[]): Cut {
  const [first] = lines
  return {
    kind,
    lines: lines.length,
    page: first?.page ?? null,
    line: first?.line ?? null,
    text: repairText(
      lines
        .map(({ text }) => text)
        .join('\n')
        .slice(0, cutLimits.text),
    ),
  }
}

/** Removes certificates, indexes, and exhibit lists. Otherwise, they would become the last speaker's words. */
export function cutMatter(all: readonly Line[]): { lines: Line[]; cuts: Cut[] } {
  const lines: Line[] = []
  const cuts: Cut[] = []
  const speech = findSpeech(all)
  for (let at = 0; at < all.length;) {
    const kind = findMatter(all, at)
    if (kind === null) {
      const line = all[at]
      if (line) lines.push(line)
      at += 1
      continue
    }
    const end = kind === 'certificate' ? endCertificate(speech, at) : endList(all, at, kind)
    const first = kind === 'certificate' ? removeVenue(lines) : []
    cuts.push(buildCut(kind, [...first, ...all.slice(at, end)]))
    at = end
  }
  return { lines, cuts }
}

/** "STATE OF …", "COUNTY OF …", and "ss." above a certificate are part of it. */
function removeVenue(lines: Line[]): Line[] {
  let from = lines.length
  const venue =
    /^(?:STATE|COUNTY|COMMONWEALTH|CITY|DISTRICT|UNITED STATES) OF\b[^:?!]*$|^\)?\s*(?:\)\s*)?ss[.:]?\)?$|^\)+$|^[)\s]*SS\.?:?$/i
  while (from > 0 && venue.test(lines[from - 1]?.text ?? '')) from -= 1
  return lines.splice(from)
}

function findMatter(all: readonly Line[], at: number): Cut['kind'] | null {
  const line = all[at]
  if (!line || isSpoken(line) || isWholeNote(line.text)) return null
  const { text } = line
  if (isCertificate(all, at)) return 'certificate'
  const kind = readListHeading(text)
  if (kind !== null && (isListed(all, at + 1) || isNewPage(all, at))) return kind
  return startsRun(all, at)
}

const certificateHeading =
  /^(?:(?:COURT |OFFICIAL )?REPORTER['’]?S? )?C\s?E\s?R\s?T\s?I\s?F\s?I\s?C\s?A\s?T\s?(?:E|I\s?O\s?N)(?: (?:OF|BY) .*)?$/i
const headedCertifies = /\b(?:certify|certifies)\b|\btrue and (?:correct|accurate)\b/i
const certifies =
  /^(?:I,? (?:[^.?!]|(?<=\b(?:\p{Lu}|No|Jr|Sr|Mr|Ms|Mrs|Dr))\.){0,160}|(?:The undersigned|This is to|We) [^.?!]{0,120})\bcertify(?:[:,]? that\b| the (?:foregoing|above|within)\b)/iu
const certified = /\b(?:foregoing|transcript|transcription|transcribed|proceedings|stenograph\w*|shorthand|machine)\b/i
const reporterOpens =
  /^I(?:,| (?:do |hereby )*certify\b| certify\b)|^(?:The undersigned|This is to certify|We certify)\b/i

function isCertificate(all: readonly Line[], at: number): boolean {
  const { text } = all[at]!
  if (certificateHeading.test(text) && text === text.toUpperCase())
    return /\bREPORTER/.test(text) || headedCertifies.test(joinUnspoken(all, at + 1, 12))
  if (!reporterOpens.test(text)) return false
  const words = joinUnspoken(all, at, 8)
  const [found = ''] = certifies.exec(words) ?? []
  const sentence = words.slice(0, found.length + 300)
  return found !== '' && certified.test(sentence) && !/\?/.test(sentence)
}

function joinUnspoken(all: readonly Line[], from: number, atMost: number): string {
  const own: string[] = []
  for (const line of all.slice(from, from + atMost)) {
    if (isSpoken(line)) break
    own.push(line.text)
  }
  return own.join(' ')
}

function readListHeading(text: string): Cut['kind'] | null {
  if (text !== text.toUpperCase()) return null
  const letters = text.replaceAll(/^[^A-Z]+|[^A-Z)]+$/g, '')
  const words = /^(?:[A-Z'’] )+[A-Z]$/.test(letters) ? letters.replaceAll(' ', '') : letters
  if (
    /^(?:(?:WORD|CHRONOLOGICAL|ALPHABETICAL|MASTER) )?INDEX(?: (?:OF|TO) (?:WITNESSES|EXAMINATIONS?|PROCEEDINGS|JURORS))?(?: \(?CONT\S*)?$|^CONCORDANCE$|^(?:TABLE OF )?CONTENTS$|^EXAMINATION INDEX$/.test(
      words,
    )
  )
    return 'index'
  const owner = "(?:PLAINTIFF|DEFENDANT|DEFENSE|GOVERNMENT|PEOPLE|STATE|COURT|JOINT)(?:['’]?S?['’]?)"
  if (
    new RegExp(`^(?:(?:INDEX|LIST) OF )?(?:${owner} )?EXHIBITS?(?: (?:INDEX|LIST|RECEIVED|MARKED|ADMITTED))?$`).test(
      words,
    )
  )
    return 'exhibits'
  return /^APPEARANCES(?: OF COUNSEL)?(?: \(?CONT\S*)?$/.test(words) ? 'appearances' : null
}

/**
 * Matches lines that end with a page number, such as "JUROR NO. 4 ........ 12", or list page and line numbers, such as
 * "abide 12:5 13:7".
 */
const entry =
  /(?:\.\s?){4,}\s*\d{1,5}(?:[,\s]+\d{1,5})*$|\s{3,}\d{1,5}(?:[,\s]+\d{1,5})*$|^\S+(?: \[\d+\])?(?:\s+\d{1,5}:\d{1,2}(?:,\d{1,2})*[,;]?)+$|^\d{1,5}:\d{1,2}(?:[,;\s]+\d{1,5}:\d{1,2})*[,;]?\s*$/
const columnHeads =
  /^(?:(?:WITNESS(?:ES)?|JURORS?|NO\.?|NUMBER|EXHIBIT|DESCRIPTION|PAGE|LINE|DIRECT|CROSS|REDIRECT|RECROSS|VOIR DIRE|COURT|MARKED|OFFERED|RECEIVED|ADMITTED|IDENTIFIED|IDENTIFICATION|EVIDENCE|EXAMINATION|FOR|IN|I\.?D\.?|EVD\.?)(?:\s+|$))+$/i

const isEntry = (text: string): boolean => entry.test(text) || columnHeads.test(text)

const isListed = (all: readonly Line[], from: number): boolean => {
  const next = all.slice(from, from + 6)
  return next.length > 0 && next.filter(({ text }) => isEntry(text)).length >= Math.min(2, next.length)
}

const isNewPage = (all: readonly Line[], at: number): boolean => {
  const page = all[at]?.page
  return (
    typeof page === 'number' && all[at - 1]?.page !== page && all.slice(at, at + 10).every((line) => !isSpoken(line))
  )
}

const entriesAtLeast = 4

function startsRun(all: readonly Line[], at: number): Cut['kind'] | null {
  const run = all.slice(at, at + entriesAtLeast)
  if (run.length < entriesAtLeast || !run.every((line) => isEntry(line.text) && !isSpoken(line))) return null
  return run.some(({ text }) => /\bexhibits?\b/i.test(text)) ? 'exhibits' : 'index'
}

const proceedings = /^(?:P\s*R\s*O\s*C\s*E\s*E\s*D\s*I\s*N\s*G\s*S|(?:MORNING|AFTERNOON) SESSION)$/

type Speech = { next: Int32Array; left: Int32Array; session: Int32Array }

function findSpeech(all: readonly Line[]): Speech {
  const size = all.length + 1
  const speech = { next: new Int32Array(size), left: new Int32Array(size), session: new Int32Array(size) }
  speech.next[all.length] = all.length
  speech.session[all.length] = all.length
  for (let at = all.length - 1; at >= 0; at -= 1) {
    const line = all[at]!
    const spoken = isSpoken(line)
    speech.next[at] = spoken ? at : speech.next[at + 1]!
    speech.left[at] = speech.left[at + 1]! + Number(spoken)
    speech.session[at] = proceedings.test(line.text) ? at : speech.session[at + 1]!
  }
  return speech
}

const spokenAtLeast = 3

/** Speech may resume: a file may contain several volumes, and what looks like a certificate may be a juror's words. */
function endCertificate({ next, left, session }: Speech, at: number): number {
  const spoken = left[at + 1]! >= spokenAtLeast ? next[at + 1]! : left.length - 1
  return Math.min(spoken, session[at + 1]!)
}

function endList(all: readonly Line[], at: number, kind: Cut['kind']): number {
  let end = at + 1
  for (; end < all.length; end += 1) {
    const line = all[end]
    if (!line || proceedings.test(line.text) || (end > at + 1 && isCertificate(all, end))) break
    const question = readQuestionMark(line.text)
    // In a word index, "A" may be a heading or a word.
    if (question && /\p{L}/u.test(question.rest)) break
    if (entry.test(line.text)) continue
    if (opensExamination(all, end)) break
    if (columnHeads.test(line.text)) continue
    if (isSpoken(line) || isWholeNote(line.text)) break
    const other = readListHeading(line.text)
    if (other !== null && other !== kind) break
  }
  return end
}

function opensExamination(all: readonly Line[], at: number): boolean {
  const texts = all.slice(at, at + 8).map(({ text }) => text)
  if (texts.slice(1, 5).some(isEntry)) return false
  return readExaminer(texts[0] ?? '') !== null || readHeading(texts, all[at]?.afterBlank === true, false).lines > 0
}
