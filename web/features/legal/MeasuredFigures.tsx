import { measuredGroups } from '#contract/findings/measured.ts'
import { Table, TableCell, TableRow } from '#web/ui/kit.ts'

const columns = [{ label: 'What was measured' }, { label: 'Figure' }, { label: 'Goal' }]

/** What the benches printed, missed goals included: the same list as in docs/engine.md. */
export function MeasuredFigures() {
  return (
    <div className="grid gap-4 text-lg text-ink-2">
      <h3 id="measured" className="text-lg font-bold text-ink">
        How well does it work?
      </h3>
      <p>
        Every figure below was measured by a command of this program and says on what. A goal that was missed is shown
        as missed. Your recordings may do better or worse: check what matters against the sound.
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
                    {/* A figure and its unit stay on one line where a phone breaks the rest. */}
                    <span className="whitespace-nowrap">{bar === null ? 'none set' : `${bar}:`}</span>
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
