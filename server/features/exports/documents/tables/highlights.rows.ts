import { timecode, wordsOf } from '../content/clean.ts'
import { type Gathered, highlightsOf } from '../content/gather.ts'
import type { Table } from './table.ts'

const columns: [string, number][] = [
  ['Session', 20],
  ['Video', 20],
  ['Type', 16],
  ['Category', 20],
  ['Severity', 10],
  ['Status', 12],
  ['Juror', 8],
  ['Juror name', 18],
  ['Question', 50],
  ['Quote', 60],
  ['Start', 10],
  ['End', 10],
  ['Start seconds', 10],
  ['End seconds', 10],
  ['Page', 7],
  ['Line', 7],
  ['Why', 40],
  ['Confidence', 10],
  ['Text changed since', 10],
]

export async function highlightsTable(gathered: Gathered): Promise<Table> {
  const { redact, sittings } = gathered
  const { chosen } = await highlightsOf(gathered)
  const names = new Map(sittings.flatMap(({ videos }) => videos.map((each) => [each.videoId, each.filename] as const)))
  return {
    name: 'Highlights',
    columns: columns.map(([title, widthChars]) => ({ title, widthChars })),
    rows: chosen.map(({ highlight: it, seen }) => [
      redact.text(seen.session.name),
      redact.text(names.get(it.videoId) ?? ''),
      wordsOf(it.type),
      wordsOf(it.sub),
      it.severity,
      it.status,
      redact.text(it.juror?.number ?? ''),
      it.juror ? (redact.name({ displayName: it.juror.name }) ?? '') : '',
      redact.text(it.question),
      redact.text(it.quote),
      it.start === null ? '' : timecode(it.start * 1000),
      it.end === null ? '' : timecode(it.end * 1000),
      it.start,
      it.end,
      it.page,
      it.line,
      redact.text(it.why),
      it.confidence,
      it.textChanged ? 'yes' : '',
    ]),
  }
}
