import type { HardshipFacts } from '#contract/findings/findings.ts'
import type { ExcusalRequest } from '#contract/strikes/excusals.ts'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'
import { excusalPositionWords, excusalRulingWords, factWords } from './strikeWords.ts'

const facts = Object.keys(factWords) as (keyof HardshipFacts)[]
/** Taken back: nothing to say of it at the sidebar. */
const over: readonly ExcusalRequest['state'][] = ['withdrawn', 'void']

/** The same list on paper: a row a juror, so that a panel's hardships fit one page, with room for what the court says. */
export function ExcusalPage({ excusals }: { excusals: readonly ExcusalRequest[] }) {
  return (
    <div className="hidden text-sm print:block">
      <h2 className="mb-2 text-lg font-bold">Hardships for the sidebar</h2>
      <Table
        caption="Hardships for the sidebar"
        columns={['Juror', 'Hardship', ...facts.map((fact) => factWords[fact]), 'Counsel', 'Court'].map((label) => ({
          label,
        }))}
      >
        {excusals
          .filter(({ state }) => !over.includes(state))
          .map((each) => (
            <TableRow key={each.id}>
              <TableCell>{each.jurorNumber}</TableCell>
              <TableCell>
                {/* The one column of free words gets the room and breaks a long one: the page is not to be cut at its edge. */}
                <div className="min-w-48 wrap-anywhere">{each.reason}</div>
              </TableCell>
              {facts.map((fact) => (
                <TableCell key={fact}>{each.facts[fact] === null ? '?' : each.facts[fact] ? 'Yes' : 'No'}</TableCell>
              ))}
              <TableCell>{excusalPositionWords[each.position]}</TableCell>
              <TableCell>{each.ruling === 'pending' ? '' : excusalRulingWords[each.ruling]}</TableCell>
            </TableRow>
          ))}
      </Table>
    </div>
  )
}
