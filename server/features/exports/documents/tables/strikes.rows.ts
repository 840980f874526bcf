import { clockOf, wordsOf } from '../content/clean.ts'
import type { Gathered } from '../content/gather.ts'
import { calledOf, groundOf, madeByWords, rationaleOf, ruledOf, rulingOf, strikesOf } from '../content/strikes.ts'
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
  ['Called at', 24],
  ['Called timecode', 16],
  ['Opposing position', 16],
  ['Objection', 14],
  ['Reasons stated', 50],
  ['Ruling', 12],
  ['Ruled at', 24],
  ['Ruled timecode', 16],
  ['Words of the judge', 50],
  ['Remedy', 14],
  ['Rationale', 60],
  ['Session', 24],
  ['Session date', 12],
  ['Case number', 16],
  ['Court', 30],
  ['Judge', 24],
  ['Time zone', 20],
]

/** The rationale stays empty where it is work product and was not chosen. */
export async function strikesTable(gathered: Gathered): Promise<Table> {
  const { redact, subject, sittings, timeZone } = gathered
  const { inCase } = subject
  const sessions = new Map(sittings.map(({ seen: { session } }) => [session.id, session]))
  const common = [
    redact.text(inCase?.caseNumber ?? ''),
    redact.text([inCase?.court, inCase?.courtroom].filter(Boolean).join(', ')),
    redact.text(inCase?.judge ?? ''),
    timeZone,
  ]
  return {
    name: 'Strikes',
    columns: columns.map(([title, widthChars]) => ({ title, widthChars })),
    rows: (await strikesOf(gathered)).map((it): TableCell[] => {
      const [called, ruled] = [calledOf(gathered, it), ruledOf(gathered, it)]
      const session = sessions.get(it.sessionId)
      return [
        it.label,
        madeByWords[it.madeBy],
        wordsOf(it.kind),
        wordsOf(it.target),
        it.number,
        redact.text(it.jurorNumber),
        wordsOf(it.state),
        groundOf(gathered, it),
        clockOf(it.calledAt, timeZone, 'medium'),
        called.cite?.label ?? '',
        wordsOf(it.opposingPosition),
        it.objection ? wordsOf(it.objection.basis) : '',
        redact.text(it.objection?.reasonsStated ?? ''),
        rulingOf(it),
        clockOf(it.ruledAt, timeZone, 'medium'),
        ruled.cite?.label ?? '',
        redact.text(it.judgeWords),
        it.remedy ? wordsOf(it.remedy) : '',
        rationaleOf(gathered, it),
        redact.text(session?.name ?? ''),
        session?.date ?? '',
        ...common,
      ]
    }),
  }
}
