import type { Turn } from '#contract/videos/transcript.ts'
import { parseClock } from './clock.ts'
import { type Line, readDialogue } from './dialogue.ts'
import { type Draft, finishTurns, splitWords } from './draft.ts'
import { isWholeNote } from './labels.ts'
import { readSpeakerLines } from './speaker.lines.ts'

/** A quick talker says four words a second; the last line of a file has no next one that would end it. */
const msPerWord = 350

/** Bare only with hours, minutes and seconds: a line of speech may begin with "9:30 on Monday". */
const leadingTime =
  /^(?:[[(](\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)(?:\s*[-–>]+\s*[\d:.,]+)?[\])]|(\d{1,2}:\d{2}:\d{2}(?:[.,]\d{1,3})?)(?:\s*[-–>]+\s*[\d:.,]+)?)[\s:–-]+(?=\S)/
/** "Speaker 1 (00:12):" and "THE COURT [1:02:03]:" as transcription services write it. */
const labelTime = /^([\p{L}][^:([\n]{0,48}?)\s*[[(](\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,3})?)?)[\])]\s*:?\s*(?=\S|$)/u

/**
 * Plain text with speaker labels, each paragraph a turn where there are none. A time at the head of a line, before or
 * behind the label, starts that line, and so does a line of its own with name and time; words between two such times are
 * spread.
 */
export function readPlainText(text: string): { turns: Turn[]; warnings: string[] } {
  const rows = readRows(text)
  const headed = readSpeakerLines(rows)
  const lines = rows.map((row) => ({ ...row, ...splitTime(row.text) }))
  const dialogue = headed ? null : readDialogue(lines, true)
  const drafts = headed ?? dialogue?.drafts ?? readParagraphs(lines)
  closeTimes(drafts)
  return { turns: finishTurns(drafts), warnings: dialogue?.warnings ?? [] }
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
  const labelled = labelTime.exec(text)
  const labelMs = labelled?.[2] === undefined ? null : parseClock(labelled[2])
  if (labelled && labelMs !== null)
    return { text: `${labelled[1]}: ${text.slice(labelled[0].length)}`, startMs: labelMs }
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

/** A timed line lasts to the next timed one; lines below it without a time share its stretch, so they are joined to it. */
function closeTimes(drafts: readonly Draft[]): void {
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
