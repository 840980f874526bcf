import type { CaseSummary } from '#contract/cases.ts'
import { formatDate } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'
import { caseRoleWords, caseStatusWords } from './caseWords.ts'

const columns = [
  { label: 'Title' },
  { label: 'Number' },
  { label: 'Status' },
  { label: 'My role' },
  { label: 'Recording permission' },
  { label: 'Created' },
]

export function CaseTable({ cases }: { cases: readonly CaseSummary[] }) {
  return (
    <Table caption="My cases" columns={columns}>
      {cases.map((each) => (
        <TableRow key={each.id}>
          <TableCell>
            <span className="font-medium">{each.title}</span>
          </TableCell>
          <TableCell>{each.caseNumber}</TableCell>
          <TableCell>
            <Badge>{caseStatusWords[each.status]}</Badge>
          </TableCell>
          <TableCell>{each.myRole ? caseRoleWords[each.myRole] : 'None'}</TableCell>
          <TableCell>{each.recordingDeclared ? 'Declared' : 'Not declared yet'}</TableCell>
          <TableCell>
            <span className="whitespace-nowrap">{formatDate(each.createdAt)}</span>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
