import { seatNumbers } from '#contract/sessions/seating.ts'
import { wordsOf } from '../content/clean.ts'
import { documentOf } from '../content/cover.ts'
import type { Doc, Seat } from '../content/doc.ts'
import type { Gathered } from '../content/gather.ts'
import { jurorsInScope } from '../content/jurors.ts'

export async function seatingChart(gathered: Gathered): Promise<Doc> {
  const { redact, sittings } = gathered
  const { session } = sittings[0]!.seen
  const seated = await jurorsInScope(gathered)
  const bySeat = new Map(seated.flatMap(({ juror, seat }) => (seat === null ? [] : [[seat, juror] as const])))
  const rows = seatNumbers(session.seatingLayout).map((row) =>
    row.map((number): Seat | null => {
      if (number === null) return null
      const juror = bySeat.get(number)
      if (!juror) return { number, label: '', note: 'empty' }
      const name = redact.name(juror)
      return {
        number,
        label: `${redact.text(juror.jurorNumber)}${name ? ` ${name}` : ''}`,
        note: wordsOf(juror.status),
      }
    }),
  )
  return documentOf(gathered, {
    changed: [session.updatedAt, ...seated.map(({ juror }) => juror.updatedAt)],
    facts: [['Date', session.date ?? 'not set']],
    blocks: [
      { kind: 'heading', level: 2, text: `Seating: ${redact.text(session.name)}` },
      { kind: 'seats', rows },
    ],
  })
}
