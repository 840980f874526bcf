import { wordsOf } from './clean.ts'
import type { Block, Cell } from './doc.ts'
import type { Gathered } from './gather.ts'
import type { SeatedJuror } from './jurors.ts'

export function jurorTable({ redact }: Gathered, seated: readonly SeatedJuror[]): Block {
  return {
    kind: 'table',
    label: 'Jurors',
    head: ['Juror', 'Seat', 'Name', 'Status', 'Occupation'],
    widths: [1, 1, 3, 3, 4],
    rows: seated.map(({ juror, seat }) => [
      redact.text(juror.jurorNumber),
      seat === null ? '' : String(seat),
      redact.name(juror) ?? '',
      wordsOf(juror.status),
      redact.text(juror.occupation),
    ]),
  }
}

const said = [
  ['Occupation', 'occupation'],
  ['Education', 'education'],
  ['Household', 'householdNote'],
  ['Prior jury service', 'priorJury'],
  ['County', 'county'],
] as const

/** What a juror said of themselves; the team's own notes only where they were chosen. */
export function jurorFacts({ redact, order }: Gathered, { juror, seat }: SeatedJuror): Block {
  const name = redact.name(juror)
  const rows: [string, Cell][] = [
    ['Status', wordsOf(juror.status)],
    ...(seat === null ? [] : ([['Seat', String(seat)]] as [string, Cell][])),
    ...(name === null ? [] : ([['Name', name]] as [string, Cell][])),
    ...said.map(([title, field]): [string, Cell] => [title, redact.text(juror[field])]),
    ['Employer', redact.employer(juror)],
    ...(order.options.includePrivileged
      ? ([
          ['Tags (work product)', redact.text(juror.tags.join(', '))],
          ['Notes (work product)', redact.text(juror.notes)],
        ] as [string, Cell][])
      : []),
  ]
  return { kind: 'facts', rows: rows.filter(([, value]) => value !== '') }
}
