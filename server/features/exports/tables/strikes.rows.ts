import { wordsOf } from '../content/clean.ts'
import type { Gathered } from '../content/gather.ts'
import { citeOfTimecode, groundOf, madeByWords, rationaleOf, strikesOf } from '../content/strikes.ts'
import type { Table, TableCell } from './table.ts'

const columns: [string, number][] = [
  ['Strike', 24],
  ['Made by', 14],
  ['Kind', 12],
  ['Target', 10],
  ['Number', 8],
  ['Juror', 8],
  ['State', 14],
  ['Ground', 40],
  ['Called at (UTC)', 24],
  ['Timecode', 10],
  ['Opposing position', 16],
  ['Objection', 14],
  ['Reasons stated', 50],
  ['Ruling', 12],
  ['Ruled at (UTC)', 24],
  ['Words of the judge', 50],
  ['Remedy', 14],
  ['Rationale', 60],
]

/** The rationale stays empty where it is work product and was not chosen. */
export async function strikesTable(gathered: Gathered): Promise<Table> {
  const { redact } = gathered
  return {
    name: 'Strikes',
    columns: columns.map(([title, widthChars]) => ({ title, widthChars })),
    rows: (await strikesOf(gathered)).map((it): TableCell[] => [
      it.label,
      madeByWords[it.madeBy],
      wordsOf(it.kind),
      wordsOf(it.target),
      it.number,
      redact.text(it.jurorNumber),
      wordsOf(it.state),
      groundOf(gathered, it),
      it.calledAt ?? '',
      citeOfTimecode(gathered, it, it.calledTimecode)?.label ?? '',
      wordsOf(it.opposingPosition),
      it.objection ? wordsOf(it.objection.basis) : '',
      redact.text(it.objection?.reasonsStated ?? ''),
      wordsOf(it.ruling),
      it.ruledAt ?? '',
      redact.text(it.judgeWords),
      it.remedy ? wordsOf(it.remedy) : '',
      rationaleOf(gathered, it),
    ]),
  }
}
