import { measuredGroups } from '#contract/findings/measured.ts'
import { Table, TableCell, TableRow } from '#web/ui/kit.ts'

const columns = [{ label: 'Measurement' }, { label: 'Result' }, { label: 'Target' }]

/** Keep these figures in sync with docs/engine.md. */
export function MeasuredFigures() {
  return (
    <div className="grid gap-4 text-lg text-ink-2">
      <h3 id="measured" className="text-lg font-bold text-ink">
        How well does it work?
      </h3>
      <p>
        Each figure below comes from a benchmark included with Venire and is shown with the data it ran on. Missed
        targets are included. Results on your recordings may be better or worse. Check anything important against the
        audio.
      </p>
      {measuredGroups.map(({ title, command, rows }) => (
        <div key={title}>
          <h4 className="font-medium text-ink">{title}</h4>
          <p className="text-base">
            Measured by <code>{command}</code>
          </p>
          <Table caption={`${title}, as measured`} columns={columns}>
            {rows.map(({ what, on, figure, bar, isMet }) => (
              <TableRow key={`${what} ${on}`}>
                <TableCell>
                  <span className="block text-ink">{what}</span>
                  <span className="block text-sm">{on}</span>
                </TableCell>
                <TableCell>
                  <span className="sm:whitespace-nowrap">{figure}</span>
                </TableCell>
                <TableCell>
                  <span className="sm:whitespace-nowrap">
                    <span className="whitespace-nowrap">{bar === null ? 'None' : `${bar}:`}</span>
                    {bar === null ? '' : isMet ? ' met' : ' missed'}
                  </span>
                </TableCell>
              </TableRow>
            ))}
          </Table>
        </div>
      ))}
    </div>
  )
}
