import type { Draft, Piece } from './draft.ts'
import {
  findRecurringLabels,
  isWholeNote,
  jurorNumberForm,
  type Label,
  opensNote,
  readAppearances,
  readExaminer,
  readLabel,
  readQuestionMark,
  readRole,
  type Sides,
} from './labels.ts'

export type Line = Piece & { afterBlank: boolean }

const noteLinesAtMost = 8

/** Null without speaker labels. `Q.` is the last "BY MR. X:", and `A.` is the last juror or witness. */
export function readDialogue(lines: readonly Line[], anyCase: boolean): { drafts: Draft[]; warnings: string[] } | null {
  const recurring = findRecurringLabels(
    lines.map((line) => line.text),
    anyCase,
  )
  const start = findStart(lines, recurring)
  if (start < 0) return null
  const front = lines.slice(0, start).map((line) => line.text)
  const reader = new DialogueReader(recurring, readAppearances(front))
  const headings: string[] = []
  const warnings: string[] = []
  let at = start
  if (front.length > 0 && !isCover(front)) {
    reader.addUnlabeled(lines.slice(0, start))
  } else if (front.length > 0)
    warnings.push(`The first ${count(front.length)} before the first speaker (cover and appearances) were left out.`)
  while (at < lines.length) {
    const line = lines[at]
    if (!line) break
    if (isEndMatter(line.text)) {
      warnings.push(`The last ${count(lines.length - at)} (certificate) were left out.`)
      break
    }
    const heading = countHeadingLines(lines, at, reader.endsSentence())
    if (heading > 0) {
      const texts = lines.slice(at, at + heading).map((part) => part.text)
      headings.push(texts.join(' '))
      reader.setAnswerer(namesAnswerer(texts))
      at += heading
      continue
    }
    at += reader.readNote(lines, at) || reader.readLine(line)
  }
  if (headings.length > 0) warnings.push(`Headings were left out: ${headings.map((text) => `“${text}”`).join(', ')}.`)
  return { drafts: reader.drafts, warnings }
}

const count = (lines: number): string => (lines === 1 ? 'line' : `${lines} lines`)

class DialogueReader {
  readonly drafts: Draft[] = []
  private readonly recurring: ReadonlySet<string>
  private readonly sides: Sides
  private current: Omit<Draft, 'pieces'> = { speaker: null, role: 'unknown', jurorNumber: null }
  private examiner: string | null = null
  private answerer: string | null = null

  constructor(recurring: ReadonlySet<string>, sides: Sides) {
    this.recurring = recurring
    this.sides = sides
  }

  addUnlabeled(lines: readonly Line[]): void {
    for (let at = 0; at < lines.length;) {
      const line = lines[at]
      at += this.readNote(lines, at) || (line ? this.append(line) : 1)
    }
  }

  /** Returns the number of lines used, or 0 if there is no note. */
  readNote(lines: readonly Line[], at: number): number {
    const first = lines[at]
    if (!first) return 0
    if (!isWholeNote(first.text) && !opensNote(first.text)) return 0
    for (let length = 1; length <= noteLinesAtMost && at + length <= lines.length; length++) {
      const taken = lines.slice(at, at + length)
      const last = taken.at(-1)
      if (length > 1 && (!last || this.findLabel(last.text) !== null)) return 0
      if (!isWholeNote(taken.map((line) => line.text).join(' '))) continue
      this.drafts.push({ speaker: null, role: 'note', jurorNumber: null, pieces: taken })
      return length
    }
    return 0
  }

  readLine(line: Line): number {
    const examiner = readExaminer(line.text)
    if (examiner) {
      this.examiner = examiner.speaker
      return examiner.rest === '' ? 1 : this.readLine({ ...line, text: examiner.rest })
    }
    const label = this.findLabel(line.text)
    if (!label) return this.append(line)
    this.current = { speaker: label.speaker, ...readRole(label.speaker, this.sides) }
    if (this.current.speaker === 'Q') this.current.role = 'attorney'
    if (this.current.role === 'juror' || this.current.role === 'witness') this.answerer = label.speaker
    this.drafts.push({ ...this.current, pieces: [{ ...line, text: label.rest }] })
    return 1
  }

  setAnswerer(label: string | null): void {
    this.answerer = label ?? this.answerer
  }

  endsSentence(): boolean {
    const last = this.drafts.at(-1)
    return last === undefined || last.role === 'note' || /[.?!)\]"”—-]$/.test(last.pieces.at(-1)?.text.trim() ?? '')
  }

  private findLabel(text: string): Label | null {
    const mark = readQuestionMark(text)
    if (mark)
      return { speaker: mark.mark === 'Q' ? (this.examiner ?? 'Q') : (this.answerer ?? 'THE WITNESS'), rest: mark.rest }
    return readLabel(text, this.recurring)
  }

  private append(line: Line): number {
    const last = this.drafts.at(-1)
    if (last && last.role !== 'note') last.pieces.push(line)
    else this.drafts.push({ ...this.current, pieces: [line] })
    return 1
  }
}

/** Starts after "PROCEEDINGS" if present, including notes just above it. */
function findStart(lines: readonly Line[], recurring: ReadonlySet<string>): number {
  const heading = lines.findIndex((line) => /^P\s*R\s*O\s*C\s*E\s*E\s*D\s*I\s*N\s*G\s*S$/.test(line.text))
  const names = (line: Line): boolean => readLabel(line.text, recurring) !== null || readExaminer(line.text) !== null
  const find = (test: (line: Line) => boolean): number => {
    const after = lines.findIndex((line, at) => at > heading && test(line))
    return after >= 0 ? after : lines.findIndex(test)
  }
  let start = find(names)
  if (start < 0) start = find((line) => readQuestionMark(line.text) !== null)
  while (start > 0 && start - 1 > heading && isWholeNote(lines[start - 1]?.text ?? '')) start--
  return start
}

/** An excerpt may begin mid-speech, so the front pages must look like a cover. */
function isCover(front: readonly string[]): boolean {
  const marks =
    /\bAPPEARANCES\b|^A P P E A R|\b(?:DISTRICT|SUPERIOR|CIRCUIT|SUPREME|COUNTY|MUNICIPAL) COURT\b|\bCOUNTY OF\b|\bCASE NO\b|\bTRANSCRIPT OF\b|^P\s*R\s*O\s*C\s*E\s*E\s*D\s*I\s*N\s*G\s*S$/
  return front.some((line) => marks.test(line))
}

function countHeadingLines(lines: readonly Line[], at: number, mayStand: boolean): number {
  const texts = lines.slice(at, at + 6)
  return mayStand
    ? isHeading(
        texts.map((line) => line.text),
        lines[at]?.afterBlank ?? false,
      )
    : 0
}

const spaced = /^(?:\p{Lu}\s+){4,}\p{Lu}?\.?$/u
const ornament = /^(?:[*_=~-]|[oO0](?=[\s-]*[oO0-]))[\s*_=~oO0-]{2,}$/
const examination =
  /^(?:[A-Z'’-]+ ){0,4}(?:EXAMINATION|VOIR DIRE|SESSION|PROCEEDINGS|JURY SELECTION)(?: (?:OF|BY) [^:]*| \(?CONT(?:INUED|'D|\.)\)?)?$/
const clock = /^\(?\d{1,2}:\d{2}\s*[ap]\.?m\.?\)?$/i
const jurorHeading = new RegExp(`^(?:PROSPECTIVE |ALTERNATE )?JUROR (?:NO\\.?|NUMBER|#) ?${jurorNumberForm}$`, 'u')
const jurorNamed = new RegExp(
  `\\b(?:PROSPECTIVE |ALTERNATE )?JUROR (?:(?:NO\\.?|NUMBER|#)? ?${jurorNumberForm}|(?:NO\\.?|NUMBER|#)? ?[A-Z]{2,}\\b)`,
  'u',
)
const swornName = /^(?:THE )?[A-Z][A-Z0-9 .,'’#-]{3,48},$/

/** Returns the number of heading lines, or 0 if the first line isn't a heading. */
export function isHeading(texts: readonly string[], afterBlank: boolean): number {
  const [first = ''] = texts
  if (spaced.test(first) || ornament.test(first) || examination.test(first)) return 1
  if (clock.test(first) && afterBlank) return 1
  if (jurorHeading.test(first)) return 1
  if (!swornName.test(first)) return 0
  const sworn = texts.findIndex((text) => /\b(?:sworn|affirmed)\b/i.test(text))
  const end = texts.findIndex((text, at) => at >= sworn && /[:.]$/.test(text))
  return sworn > 0 && end >= 0 ? end + 1 : 0
}

/** Reads "EXAMINATION OF JUROR NO. 12" and "JUROR NO. 12, having been sworn". */
export function namesAnswerer(texts: readonly string[]): string | null {
  const heading = texts.join(' ')
  const juror = jurorNamed.exec(heading)?.[0]
  if (juror !== undefined && readRole(juror).role === 'juror') return juror
  return /\b(?:sworn|affirmed)\b/i.test(heading) ? 'THE WITNESS' : null
}

/** Otherwise, the certificate and word index would become the last speaker's words. */
function isEndMatter(text: string): boolean {
  return /^(?:(?:COURT )?REPORTER'?S? )?C\s?E\s?R\s?T\s?I\s?F\s?I\s?C\s?A\s?T\s?(?:E|I\s?O\s?N)(?: OF .*)?$/.test(text)
}
