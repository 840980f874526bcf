import type { TeamMember } from '#contract/team.ts'
import { formatAgo } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'
import { firmRoleWords, professionWords } from './teamWords.ts'

type MemberTableProps = {
  members: readonly TeamMember[]
  /** Only administrators make reset links. */
  onResetLink?: ((member: TeamMember) => void) | undefined
  busyUserId?: string | undefined
}

export function MemberTable({ members, onResetLink, busyUserId }: MemberTableProps) {
  const columns = [
    { label: 'Name' },
    { label: 'Role' },
    { label: 'Profession' },
    { label: 'Status' },
    { label: 'Last seen' },
    ...(onResetLink ? [{ label: 'Actions', hidden: true }] : []),
  ]
  return (
    <Table caption="Members of the firm" columns={columns}>
      {members.map((member) => (
        <TableRow key={member.userId}>
          <TableCell>
            <span className="block font-medium">{member.name}</span>
            <span className="block text-sm text-ink-3">{member.email}</span>
          </TableCell>
          <TableCell>{firmRoleWords[member.role]}</TableCell>
          <TableCell>{professionWords[member.profession]}</TableCell>
          <TableCell>
            <Badge tone={member.status === 'active' ? 'success' : 'neutral'}>
              {member.status === 'active' ? 'Active' : 'Suspended'}
            </Badge>
          </TableCell>
          <TableCell>
            <span className="whitespace-nowrap">{member.lastSeenAt ? formatAgo(member.lastSeenAt) : 'Never'}</span>
          </TableCell>
          {onResetLink && (
            <TableCell numeric>
              <Button
                variant="quiet"
                busy={busyUserId === member.userId}
                aria-label={`Reset link for ${member.name}`}
                onClick={() => onResetLink(member)}
              >
                Reset link
              </Button>
            </TableCell>
          )}
        </TableRow>
      ))}
    </Table>
  )
}
