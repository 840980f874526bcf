import { wordsOf } from '../content/clean.ts'
import type { Gathered } from '../content/gather.ts'
import { listJurorTalk } from '#server/features/analysis/juror-talk.queries.ts'
import { jurorsInScope } from '../content/jurors.ts'
import type { Table } from './table.ts'

/** One row a juror, in the order of call; the team's own notes only where they were chosen. */
export async function jurorsTable(gathered: Gathered): Promise<Table> {
  const { db, redact, order, subject } = gathered
  const { includePrivileged } = order.options
  const talk = new Map((await listJurorTalk(db, subject.inCase!.id)).map((each) => [each.jurorId, each]))
  const said = ['occupation', 'education', 'householdNote', 'priorJury', 'county'] as const
  const found = await jurorsInScope(gathered)
  return {
    name: 'Jurors',
    columns: [
      { title: 'Juror', widthChars: 8 },
      { title: 'Name', widthChars: 20 },
      { title: 'Seat', widthChars: 6 },
      { title: 'Status', widthChars: 20 },
      { title: 'Employer', widthChars: 20 },
      ...['Occupation', 'Education', 'Household', 'Prior jury', 'County'].map((title) => ({ title, widthChars: 24 })),
      { title: 'Questions asked', widthChars: 12 },
      { title: 'Seconds spoken', widthChars: 12 },
      ...(includePrivileged
        ? [
            { title: 'Tags', widthChars: 20 },
            { title: 'Notes', widthChars: 40 },
          ]
        : []),
    ],
    rows: found.map(({ juror, seat }) => [
      redact.text(juror.jurorNumber),
      redact.name(juror) ?? '',
      seat,
      wordsOf(juror.status),
      redact.employer(juror),
      ...said.map((field) => redact.text(juror[field])),
      talk.get(juror.id)?.questionCount ?? null,
      talk.get(juror.id)?.speakingSeconds ?? null,
      ...(includePrivileged ? [redact.text(juror.tags.join(', ')), redact.text(juror.notes)] : []),
    ]),
  }
}
