import { parseCsv } from '#contract/csv.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { Unprocessable } from '#engine/stage.ts'
import { parseClock } from './clock.ts'
import { type Draft, finishTurns, isTimed, type Piece, splitWords } from './draft.ts'
import { isWholeNote, readRole } from './labels.ts'

const columns = {
  start:
    'start starttime startms startseconds starts begin begintime from in tcin timein timestamp time timecode offset'.split(
      ' ',
    ),
  end: 'end endtime endms endseconds ends stop stoptime to out tcout timeout finish'.split(' '),
  duration: 'duration durationms length'.split(' '),
  speaker: 'speaker speakername speakerlabel name who voice participant label'.split(' '),
  text: 'text transcript transcription content utterance words caption subtitle sentence dialogue speech'.split(' '),
  page: 'page pageno pagenumber'.split(' '),
  line: 'line lineno linenumber'.split(' '),
} as const
type Column = keyof typeof columns

const msPerWord = 350
const toColumnKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

export function looksLikeCsv(text: string): boolean {
  const found = findColumns(parseCsv(text.slice(0, 4000))[0] ?? [])
  return found.has('text') && (found.has('start') || found.has('speaker'))
}

export function readCsv(text: string): { turns: Turn[]; warnings: string[] } {
  const warnings: string[] = []
  const [header = [], ...rows] = parseCsv(text)
  const at = findColumns(header)
  if (!at.has('text'))
    throw new Unprocessable(
      'The table has no text column. Name the columns in its first row: start, end, speaker, text.',
    )
  const cell = (row: readonly string[], column: Column): string => row[at.get(column) ?? -1]?.trim() ?? ''
  const unit = (column: Column): string => (/ms|milli/i.test(header[at.get(column) ?? -1] ?? '') ? 'ms' : '')
  const readTime = (row: readonly string[], column: Column, number: number): number | null => {
    const written = cell(row, column)
    if (written === '') return null
    const ms = parseClock(/^\d+(?:[.,]\d+)?$/.test(written) ? written + unit(column) : written)
    if (ms === null)
      warnings.push(
        `Row ${number} has an unreadable time (“${written.slice(0, 30)}”), so its text was kept without it.`,
      )
    return ms
  }
  const starts = rows.map((row, index) => readTime(row, 'start', index + 2))
  const readTimes = (row: readonly string[], index: number): Pick<Piece, 'startMs' | 'endMs'> => {
    const number = index + 2
    const [startMs = null, next = null] = starts.slice(index, index + 2)
    const lasting = readTime(row, 'duration', number)
    const end = readTime(row, 'end', number)
    if (startMs === null) return { startMs, endMs: end }
    const spoken = startMs + splitWords(cell(row, 'text')).length * msPerWord
    const guess = next !== null && next > startMs ? Math.min(next, spoken) : spoken
    const endMs = end ?? (lasting === null ? guess : startMs + lasting)
    if (endMs >= startMs) return { startMs, endMs }
    warnings.push(`Row ${number} ends before it starts, so its times were dropped.`)
    return {}
  }
  const drafts = rows.map((row, index): Draft => {
    const text = cell(row, 'text')
    const isNote = isWholeNote(text)
    const speaker = isNote ? null : cell(row, 'speaker') || null
    const role = isNote ? 'note' : 'unknown'
    const place = { page: readInteger(cell(row, 'page')), line: readInteger(cell(row, 'line')) }
    return {
      speaker,
      ...(speaker === null ? { role, jurorNumber: null } : readRole(speaker)),
      pieces: [{ text, ...place, ...readTimes(row, index) }],
    }
  })
  return { turns: finishTurns(joinRows(drafts)), warnings }
}

function readInteger(text: string): number | null {
  const number = Number.parseInt(text, 10)
  return Number.isInteger(number) ? number : null
}

/** Each row is often a single sentence, so consecutive rows by the same speaker are joined into one turn. */
function joinRows(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = []
  for (const draft of drafts) {
    const last = joined.at(-1)
    if (last && draft.speaker !== null && last.speaker === draft.speaker && isTimed(last) === isTimed(draft))
      last.pieces.push(...draft.pieces)
    else joined.push(draft)
  }
  return joined
}

function findColumns(header: readonly string[]): Map<Column, number> {
  const keys = header.map(toColumnKey)
  const found = new Map<Column, number>()
  for (const column of Object.keys(columns) as Column[]) {
    const index = columns[column].map((name) => keys.indexOf(name)).find((place) => place >= 0)
    if (index !== undefined) found.set(column, index)
  }
  return found
}
