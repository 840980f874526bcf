import { timecode, wordsOf } from '../content/clean.ts'
import type { Gathered } from '../content/gather.ts'
import { transcriptOf } from '../content/transcript.ts'
import type { Table } from './table.ts'

const columns: [string, number][] = [
  ['Video', 20],
  ['Turn', 7],
  ['Speaker', 20],
  ['Role', 16],
  ['Text', 90],
  ['Start', 10],
  ['End', 10],
  ['Start seconds', 10],
  ['End seconds', 10],
  ['Page', 7],
  ['Line', 7],
  ['Corrected', 10],
  ['Several voices at once', 22],
]

export async function transcriptTable(gathered: Gathered): Promise<Table> {
  const films = await transcriptOf(gathered)
  return {
    name: 'Transcript',
    columns: columns.map(([title, widthChars]) => ({ title, widthChars })),
    rows: films.flatMap(({ filename, spoken }) =>
      spoken.map(({ index, speaker, role, text, startMs, endMs, page, line, isCorrected, isShared, overlaps }) => [
        filename,
        index + 1,
        speaker,
        wordsOf(role),
        text,
        timecode(startMs),
        timecode(endMs),
        startMs === null ? null : startMs / 1000,
        endMs === null ? null : endMs / 1000,
        page,
        line,
        isCorrected ? 'yes' : '',
        overlaps.map((span) => `${timecode(span.startMs)} to ${timecode(span.endMs)}`).join('; ') ||
          (isShared ? 'yes' : ''),
      ]),
    ),
  }
}
