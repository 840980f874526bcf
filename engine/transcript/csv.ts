import { parseCsv } from '#contract/csv.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { Unprocessable } from '#engine/stage.ts'
import { parseClock } from './clock.ts'
import { type Draft, finishTurns, splitWords } from './draft.ts'
import { isWholeNote } from './labels.ts'
import { readRole } from './roles.ts'

/** Column names by what they hold, compared without case, spaces and punctuation. */
const columns = {
  start: [
    'start',
    'starttime',
    'startms',
    'startseconds',
    'starts',
    'begin',
    'begintime',
    'from',
    'in',
    'tcin',
    'timein',
    'timestamp',
    'time',
    'timecode',
    'offset',
  ],
  end: ['end', 'endtime', 'endms', 'endseconds', 'ends', 'stop', 'stoptime', 'to', 'out', 'tcout', 'timeout', 'finish'],
  duration: ['duration', 'durationms', 'length'],
  speaker: ['speaker', 'speakername', 'speakerlabel', 'name', 'who', 'voice', 'participant', 'label'],
  text: [
    'text',
    'transcript',
    'transcription',
    'content',
    'utterance',
    'words',
    'caption',
    'subtitle',
    'sentence',
    'dialogue',
    'speech',
  ],
  page: ['page', 'pageno', 'pagenumber'],
  line: ['line', 'lineno', 'linenumber'],
} as const
type Column = keyof typeof columns

/** Where no end is given, nor a next row: a quick talker says four words a second. */
const msPerWord = 350
const toColumnKey = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '')

/** Whether the first row names a column of text and one of times or speakers. */
export function looksLikeCsv(text: string): boolean {
  const found = findColumns(parseCsv(text.slice(0, 4000))[0] ?? [])
  return found.has('text') && (found.has('start') || found.has('speaker'))
}

/** A table with a row an utterance: text, and where present speaker, start, end (or duration), page and line. */
export function readCsv(text: string): { turns: Turn[]; warnings: string[] } {
  const warnings: string[] = []
  const [header = [], ...rows] = parseCsv(text)
  const at = findColumns(header)
  if (!at.has('text'))
    throw new Unprocessable(
      'The table has no column of words. Name the columns in its first row: start, end, speaker, text.',
    )
  const cell = (row: readonly string[], column: Column): string => row[at.get(column) ?? -1]?.trim() ?? ''
  const unit = (column: Column): string => (/ms|milli/i.test(header[at.get(column) ?? -1] ?? '') ? 'ms' : '')
  const readTime = (row: readonly string[], column: Column, number: number): number | null => {
    const written = cell(row, column)
    if (written === '') return null
    const ms = parseClock(/^\d+(?:[.,]\d+)?$/.test(written) ? written + unit(column) : written)
    if (ms === null)
      warnings.push(
        `Row ${number} has a time that cannot be read (“${written.slice(0, 30)}”); its words were kept without it.`,
      )
    return ms
  }
  const starts = rows.map((row, index) => readTime(row, 'start', index + 2))
  const drafts = rows.map((row, index): Draft => {
    const number = index + 2
    const words = cell(row, 'text')
    const startMs = starts[index] ?? null
    const lasting = readTime(row, 'duration', number)
    const next = starts[index + 1] ?? null
    const limit = next !== null && startMs !== null && next > startMs ? next : Infinity
    const guess = startMs === null ? null : Math.min(limit, startMs + splitWords(words).length * msPerWord)
    const endMs = readTime(row, 'end', number) ?? (lasting === null || startMs === null ? guess : startMs + lasting)
    const isReversed = startMs !== null && endMs !== null && endMs < startMs
    if (isReversed) warnings.push(`Row ${number} ends before it starts; its times were dropped.`)
    const isNote = isWholeNote(words)
    const speaker = isNote ? null : cell(row, 'speaker') || null
    const role = isNote ? 'note' : 'unknown'
    const place = { page: Number.parseInt(cell(row, 'page'), 10), line: Number.parseInt(cell(row, 'line'), 10) }
    return {
      speaker,
      ...(speaker === null ? { role, jurorNumber: null } : readRole(speaker)),
      pieces: [
        {
          text: words,
          page: Number.isInteger(place.page) ? place.page : null,
          line: Number.isInteger(place.line) ? place.line : null,
          ...(isReversed ? {} : { startMs, endMs }),
        },
      ],
    }
  })
  return { turns: finishTurns(joinRows(drafts)), warnings }
}

/** Rows are often sentences or captions: what one speaker says in rows that follow each other is one turn. */
function joinRows(drafts: readonly Draft[]): Draft[] {
  const joined: Draft[] = []
  const isTimed = (draft: Draft): boolean => typeof draft.pieces[0]?.startMs === 'number'
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
