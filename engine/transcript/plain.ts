import { parseClock } from './clock.ts'
import { readDialogue } from './dialogue.ts'
import { type Draft, finishTurns, type Line, splitWords, type TextTranscript } from './draft.ts'
import { inferRole, isWholeNote, readLabel } from './labels.ts'

const msPerWord = 350

/** A time without brackets must include seconds because speech may begin with "9:30 on Monday". */
const leadingTime =
  /^(?:[[(](\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)(?:\s*[-–>]+\s*[\d:.,]+)?[\])]|(\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?)(?:\s*[-–>]+\s*[\d:.,]+)?)[\s:–-]+(?=\S)/
const labelTime = /^([\p{L}][^:([\n]{0,48}?)\s*[[(](\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)[\])]\s*:?\s*(?=\S|$)/u

/** Without labels, each paragraph is a turn. A time before or after a label starts a line. */
export function readPlainText(text: string): TextTranscript {
  const rows = readRows(text)
  const headed = readSpeakerLines(rows)
  const lines = rows.map((row) => ({ ...row, ...splitTime(row.text) }))
  const dialogue = headed ? null : readDialogue(lines, true)
  const drafts = headed ?? dialogue?.drafts ?? readParagraphs(lines)
  closeTimes(drafts)
  return { turns: finishTurns(drafts), warnings: dialogue?.warnings ?? [], cuts: dialogue?.cuts ?? [] }
}

function readRows(text: string): Line[] {
  const rows: Line[] = []
  let afterBlank = false
  for (const raw of text.replaceAll('\f', '\n\n').split('\n')) {
    const stripped = raw.trim()
    if (stripped === '') afterBlank = true
    else {
      rows.push({ text: stripped, afterBlank })
      afterBlank = false
    }
  }
  return rows
}

function splitTime(text: string): { text: string; startMs?: number } {
  const leading = leadingTime.exec(text)
  const startMs = leading === null ? null : parseClock(leading[1] ?? leading[2] ?? '')
  if (leading && startMs !== null) return { text: text.slice(leading[0].length), startMs }
  const labeled = labelTime.exec(text)
  const labelMs = labeled?.[2] === undefined ? null : parseClock(labeled[2])
  if (labeled && labelMs !== null) return { text: `${labeled[1]}: ${text.slice(labeled[0].length)}`, startMs: labelMs }
  return { text }
}

function readParagraphs(lines: readonly Line[]): Draft[] {
  const drafts: Draft[] = []
  for (const line of lines) {
    const last = drafts.at(-1)
    const role = isWholeNote(line.text) ? 'note' : 'unknown'
    if (last && !line.afterBlank && last.role === role && typeof line.startMs !== 'number') last.pieces.push(line)
    else drafts.push({ speaker: null, role, jurorNumber: null, pieces: [line] })
  }
  return drafts
}

/** A timed line lasts until the next timed line, so any untimed lines in between are merged into it. */
export function closeTimes(drafts: readonly Draft[]): void {
  const timed = drafts.flatMap((draft) =>
    draft.pieces.flatMap((piece) => (typeof piece.startMs === 'number' ? [piece.startMs] : [])),
  )
  let seen = 0
  for (const draft of drafts) {
    const joined: Draft['pieces'] = []
    for (const piece of draft.pieces) {
      const last = joined.at(-1)
      if (typeof piece.startMs === 'number' || !last || typeof last.startMs !== 'number') joined.push({ ...piece })
      else last.text = `${last.text} ${piece.text}`.trim()
    }
    for (const piece of joined) {
      if (typeof piece.startMs !== 'number') continue
      seen += 1
      const next = timed[seen]
      const spoken = piece.startMs + splitWords(piece.text).length * msPerWord
      piece.endMs = next !== undefined && next > piece.startMs ? next : spoken
    }
    draft.pieces = joined
  }
}

const word = String.raw`(?:\p{Lu}[\p{L}\p{N}.'’_-]*|\d{1,4})`
const name = String.raw`(\p{Lu}[\p{L}\p{N}.'’_-]*(?: (?:\p{Ll}{2,3} ){0,2}${word}){0,3}(?:, (?:Jr|Sr|I{2,3})\.?)?)`
const clock = String.raw`(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)`
const nameThenTime = new RegExp(`^${name}\\s+${clock}$`, 'u')
const timeThenName = new RegExp(`^\\[?${clock}\\]?(?:\\s+[-–]?\\s*)${name}$`, 'u')
const clockWords =
  /^(?:[AP]\.?M\.?|noon|midnight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:janu|febru)ary|march|april|may|june|july|august|(?:septem|octo|novem|decem)ber)\b/i

const fewest = 3
const mostSilent = 0.2

type Head = { speaker: string; startMs: number }

function readSpeakerLines(rows: readonly Line[]): Draft[] | null {
  const found = rows.map(({ text }) => readHead(text))
  const heads = found.filter((head) => head !== null)
  const speakers = new Set(heads.map(({ speaker }) => speaker))
  const labeled = rows.filter(({ text }) => readLabel(text, new Set()) !== null).length
  if (heads.length < fewest || speakers.size === heads.length || labeled >= heads.length) return null
  if (heads.some(({ startMs }, at) => startMs < (heads[at - 1]?.startMs ?? 0))) return null
  const silent = found.filter((head, at) => head !== null && found[at + 1])
  if (silent.length > heads.length * mostSilent) return null
  const drafts: Draft[] = []
  let current: Head | null = null
  for (const [at, row] of rows.entries()) {
    const head: Head | null = found[at] ?? null
    if (head) {
      current = head
      drafts.push(toDraft(head.speaker, { text: '', startMs: head.startMs }))
    } else if (isWholeNote(row.text)) {
      drafts.push({ speaker: null, role: 'note', jurorNumber: null, pieces: [row] })
    } else {
      const last = drafts.at(-1)
      if (last && last.role !== 'note') last.pieces.push(row)
      else drafts.push(toDraft(current?.speaker ?? null, row))
    }
  }
  return drafts
}

function readHead(text: string): Head | null {
  const [, before, timeAfter] = nameThenTime.exec(text) ?? []
  const [, timeBefore, after] = timeThenName.exec(text) ?? []
  const speaker = before ?? after
  const startMs = parseClock(timeAfter ?? timeBefore ?? '')
  return speaker === undefined || startMs === null || clockWords.test(speaker) ? null : { speaker, startMs }
}

const toDraft = (speaker: string | null, piece: Draft['pieces'][number]): Draft => ({
  speaker,
  ...inferRole(speaker),
  pieces: [piece],
})
