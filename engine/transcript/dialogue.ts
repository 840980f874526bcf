import { endList } from '#contract/quotes.ts'
import { readAskedLabel } from '#contract/speakers/asked.ts'
import type { Draft, Line } from './draft.ts'
import {
  type Answerer,
  askAbout,
  type Called,
  callJuror,
  type Heading,
  isGenericLabel,
  isOtherPerson,
  isSameJuror,
  mayChange,
  readCalled,
  readEntry,
  readHeading,
  readSaid,
  readSurname,
} from './examination.ts'
import {
  findRecurringLabels,
  isWholeNote,
  type Label,
  makeSurnameKey,
  opensNote,
  readAppearances,
  readExaminer,
  readLabel,
  readQuestionMark,
  readRole,
  type Sides,
} from './labels.ts'
import { type Cut, cutMatter, buildCut } from './matter.ts'

const noteLinesAtMost = 8
const askedAtMost = 2000
const listedAtMost = 10
const selection = /\b(?:voir dire|jury selection|prospective jurors?|venire\w*)\b/i

export type Dialogue = { drafts: Draft[]; cuts: Cut[]; warnings: string[] }

/**
 * Returns null if there are no speaker labels. Assigns `Q.` to the person in the last "BY MR. X:" and `A.` to the
 * person being examined.
 */
export function readDialogue(all: readonly Line[], anyCase: boolean): Dialogue | null {
  const { lines, cuts } = cutMatter(all)
  const recurring = findRecurringLabels(
    lines.map((line) => line.text),
    anyCase,
  )
  const start = findStart(lines, recurring)
  if (start < 0) return null
  const front = lines.slice(0, start)
  const first = lines[start]
  const cover = first ? all.slice(0, all.indexOf(first)).map(({ text }) => text) : []
  const reader = new DialogueReader(recurring, readAppearances(cover))
  reader.isSelection = all.some(({ text }) => selection.test(text))
  const headings: string[] = []
  const isDoubleSpaced = lines.filter(({ afterBlank }) => afterBlank).length > lines.length / 2
  let at = start
  if (front.length > 0 && !isCover(front.map(({ text }) => text))) reader.addUnlabeled(front)
  else if (front.length > 0) cuts.unshift(buildCut('cover', front))
  while (at < lines.length) {
    const line = lines[at]
    if (!line) break
    const heading = readHeading(
      lines.slice(at, at + 8).map(({ text }) => text),
      line.afterBlank,
      reader.isSelection,
    )
    if (heading.lines > 0 && reader.admits(heading, line, isDoubleSpaced)) {
      const texts = lines.slice(at, at + heading.lines).map((part) => part.text)
      headings.push(texts.join(' '))
      reader.announce(heading.answerer)
      at += heading.lines
      continue
    }
    at += reader.readNote(lines, at) || reader.readLine(line)
  }
  const warnings = headings.length > 0 ? [`Headings were left out: ${endList(headings, listedAtMost)}`] : []
  const asked = new Set(
    reader.drafts.flatMap(({ speaker }) => (speaker !== null && readAskedLabel(speaker) ? [speaker] : [])),
  )
  if (asked.size > 0)
    warnings.push(`The transcript doesn’t clearly say who gives these answers: ${endList([...asked], listedAtMost)}`)
  return { drafts: reader.drafts, cuts, warnings }
}

class DialogueReader {
  readonly drafts: Draft[] = []
  private readonly recurring: ReadonlySet<string>
  private readonly sides: Sides
  private current: Speaking = { speaker: null, role: 'unknown', jurorNumber: null }
  isSelection = false
  private examiner: string | null = null
  private answerer: Answerer | null = null
  private announced: Answerer | null = null
  private asked = ''
  private isAnswer = false
  private labeled = new Map<string, Answerer>()
  private readonly declared = new Map<string, Answerer | null>()

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
      const entry = readEntry(taken.map((line) => line.text).join(' '))
      if (entry !== undefined) this.announce(entry, true)
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
    const mark = readQuestionMark(line.text)?.mark
    this.isAnswer = mark === 'A'
    if (mark === 'A') this.current = this.answer(label.rest)
    else if (mark === 'Q') this.current = { speaker: label.speaker, ...readRole(label.speaker, this.sides) }
    else this.current = this.identify(label.speaker)
    if (this.current.speaker === 'Q') this.current.role = 'attorney'
    if (this.current.role === 'juror' || this.current.role === 'witness' || mark === 'A') this.asked = ''
    else this.ask(label.rest)
    this.drafts.push({ ...this.current, pieces: [{ ...line, text: label.rest }] })
    return 1
  }

  announce(answerer: Answerer | null, clears = false): void {
    if (answerer === null && !clears) return
    this.announced = answerer
    this.setAnswerer(answerer)
  }

  /** If a heading is in the middle of a sentence, it's probably speech. Rejects it unless it can only be a heading. */
  admits({ answerer, isSworn }: Heading, { text, afterBlank }: Line, isDoubleSpaced: boolean): boolean {
    const last = this.drafts.at(-1)
    const lastText = last?.pieces.at(-1)?.text.trim() ?? ''
    if (last === undefined || last.role === 'note' || /[.?!)\]"”—-]$/.test(lastText)) return true
    if (lastText === lastText.toUpperCase() && /\p{L}{3}/u.test(lastText)) return false
    if (afterBlank && !isDoubleSpaced) return true
    const subject = isSworn === true ? text.slice(0, Math.max(0, text.indexOf(','))) : text
    return subject === subject.toUpperCase() && (isSworn === true || typeof answerer?.jurorNumber === 'string')
  }

  private setAnswerer(answerer: Answerer | null): void {
    this.answerer = answerer
    this.labeled.clear()
    if (answerer) this.labeled.set('', answerer)
    this.asked = ''
    const surname = answerer && readSurname(answerer)
    if (answerer && surname !== null) this.keepSurname(surname, answerer)
  }

  private keepSurname(surname: string, answerer: Answerer): void {
    const known = this.declared.get(surname)
    if (known === null) return
    if (known?.isSure !== true) this.declared.set(surname, answerer)
    else if (answerer.isSure && isOtherPerson(known, answerer)) this.declared.set(surname, null)
  }

  private weighQuestion(): void {
    const asked = this.asked.trim()
    const called = readCalled(asked)
    if (called) this.call(called)
    const { answerer } = this
    if (answerer?.isSure === true && answerer.role === 'juror' && mayChange(asked.slice(called?.end ?? 0), answerer))
      this.answerer = { ...answerer, isSure: false }
  }

  private answer(words: string): Speaking {
    this.weighQuestion()
    const reading = readSaid(words)
    if (reading && (reading.isSelf || this.announced === null)) this.nameJuror(reading.label, true)
    const { answerer } = this
    if (answerer === null) return { speaker: 'THE WITNESS', role: 'witness', jurorNumber: null }
    if (answerer.isSure && this.isAlone(answerer)) return toSpeaking(answerer)
    return { speaker: askAbout(answerer), role: 'unknown', jurorNumber: null }
  }

  private nameJuror(label: string, isSaid: boolean, isSure = true): void {
    const { answerer, announced } = this
    const juror = callJuror(label)
    const isSame = isSameJuror(juror, answerer)
    if (isSame && (answerer?.isSure === true || !isSure)) return
    if (isSameJuror(juror, announced) && announced) return this.setAnswerer({ ...announced, isSure })
    const contradicts = announced !== null || (isSaid && answerer?.isSure === true)
    this.setAnswerer({ ...juror, isSure: isSure && !contradicts })
  }

  private ask(words: string): void {
    this.asked = `${this.asked} ${words}`.slice(-askedAtMost)
  }

  private isAlone(answerer: Answerer): boolean {
    return [...this.labeled.values()].every((each) => isSameJuror(each, answerer))
  }

  private call({ label, isNumber, isSure }: Called): void {
    if (isNumber) return this.nameJuror(label, false, isSure)
    const surname = makeSurnameKey(label.split(' ').at(-1) ?? '')
    const known = this.declared.get(surname)
    if (known) {
      const isOther = this.announced !== null && !isSameJuror(known, this.announced)
      this.setAnswerer({ ...known, isSure: known.isSure && !isOther })
    } else if (!this.sides.has(surname) && this.examiner?.endsWith(surname) !== true && this.isSelection)
      this.setAnswerer({ speaker: label, role: 'juror', jurorNumber: null, isSure: false })
  }

  /**
   * In an examination, "THE JUROR:" is the juror being examined. Elsewhere, a number in a question is only a proposal,
   * which a person must confirm.
   */
  private identify(label: string): Speaking {
    if (isGenericLabel(label)) this.weighQuestion()
    const { answerer } = this
    const known = this.findDeclared(label)
    if (known === null) return { speaker: label, role: 'unknown', jurorNumber: null }
    if (known?.isSure === true) return toSpeaking(known)
    const isExamined = this.announced !== null && answerer?.isSure === true && answerer.role === 'juror'
    if (isExamined && isGenericLabel(label) && this.isAlone(answerer)) return toSpeaking(answerer)
    const speaking = { speaker: label, ...readRole(label, this.sides) }
    if (speaking.role === 'juror' || speaking.role === 'witness') {
      const own = { ...speaking, isSure: true }
      this.labeled.set(label, own)
      this.answerer = own
    }
    return speaking
  }

  /**
   * Returns null if several jurors have this name. A lawyer or an office with the same name as a juror isn't the juror.
   */
  private findDeclared(label: string): Answerer | null | undefined {
    const [, surname] = /^(?:(?:MR|MS|MRS|MISS|DR)\.? )?(\S+)$/i.exec(label) ?? []
    const key = makeSurnameKey(surname ?? label.split(' ').at(-1) ?? '')
    const known = this.declared.get(key)
    const isFullName = known?.speaker === label || known?.name?.toUpperCase() === label.toUpperCase()
    const { role } = readRole(label, this.sides)
    if ((surname === undefined && !isFullName) || this.sides.has(key) || this.examiner?.endsWith(` ${key}`) === true)
      return undefined
    return role === 'attorney' || role === 'unknown' ? known : undefined
  }

  private findLabel(text: string): Label | null {
    const mark = readQuestionMark(text)
    if (mark) return { speaker: mark.mark === 'Q' ? (this.examiner ?? 'Q') : 'A', rest: mark.rest }
    return readLabel(text, this.recurring)
  }

  private append(line: Line): number {
    const last = this.drafts.at(-1)
    if (last && last.role !== 'note') last.pieces.push(line)
    else this.drafts.push({ ...this.current, pieces: [line] })
    if (this.current.role !== 'juror' && !this.isAnswer) this.ask(line.text)
    return 1
  }
}

type Speaking = Omit<Draft, 'pieces'>

const toSpeaking = ({ speaker, role, jurorNumber }: Answerer): Speaking => ({ speaker, role, jurorNumber })

function findStart(lines: readonly Line[], recurring: ReadonlySet<string>): number {
  const names = (line: Line): boolean => readLabel(line.text, recurring) !== null || readExaminer(line.text) !== null
  const headed = lines.findIndex((line) => /^P\s*R\s*O\s*C\s*E\s*E\s*D\s*I\s*N\s*G\s*S$/.test(line.text))
  // A later heading starts a second volume.
  const heading = lines.slice(0, Math.max(0, headed)).filter(names).length < 3 ? headed : -1
  const find = (test: (line: Line) => boolean): number => {
    const after = lines.findIndex((line, at) => at > heading && test(line))
    return after >= 0 ? after : lines.findIndex(test)
  }
  let start = find(names)
  if (start < 0) start = find((line) => readQuestionMark(line.text) !== null)
  while (start > 0 && start - 1 > heading && isWholeNote(lines[start - 1]?.text ?? '')) start--
  return start
}

/** An excerpt may start in the middle of speech, so the first pages must look like a cover. */
function isCover(front: readonly string[]): boolean {
  const marks =
    /\bAPPEARANCES\b|^A P P E A R|\b(?:DISTRICT|SUPERIOR|CIRCUIT|SUPREME|COUNTY|MUNICIPAL) COURT\b|\bCOUNTY OF\b|\bCASE NO\b|\bTRANSCRIPT OF\b|^P\s*R\s*O\s*C\s*E\s*E\s*D\s*I\s*N\s*G\s*S$/
  return front.some((line) => marks.test(line))
}
