import { Ellipsis } from 'lucide-react'
import type { TeamMember } from '#contract/team.ts'
import { formatAgo } from '#web/platform/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { Table, TableCell, TableRow } from '#web/ui/Table.tsx'
import { firmRoleWords, professionWords } from './teamWords.ts'

type MemberTableProps = {
  members: readonly TeamMember[]
  /** What may be done with a member; none for people who are no administrators. */
  actionsFor?: ((member: TeamMember) => MenuItem[]) | undefined
  busyUserId?: string | undefined
}

export function MemberTable({ members, actionsFor, busyUserId }: MemberTableProps) {
  const columns = [
    { label: 'Name' },
    { label: 'Role' },
    { label: 'Profession' },
    { label: 'Status' },
    { label: 'Last seen' },
    ...(actionsFor ? [{ label: 'Actions', hidden: true }] : []),
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
          {actionsFor && (
            <TableCell numeric>
              <Menu
                trigger={
                  <Button
                    variant="quiet"
                    busy={busyUserId === member.userId}
                    icon={<Ellipsis className="size-4" />}
                    aria-label={`Actions for ${member.name}`}
                  />
                }
                items={actionsFor(member)}
              />
            </TableCell>
          )}
        </TableRow>
      ))}
    </Table>
  )
}
