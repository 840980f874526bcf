import { Ellipsis } from 'lucide-react'
import type { FirmRole, Profession } from '#contract/account/permissions.ts'
import type { TeamMember } from '#contract/account/team.ts'
import { formatAgo } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import { Badge, Button, Menu, type MenuItem, Table, TableCell, TableRow } from '#web/ui/kit.ts'

type MemberTableProps = {
  members: readonly TeamMember[]
  actionsFor?: ((member: TeamMember) => MenuItem[]) | undefined
}

export function MemberTable(props: MemberTableProps) {
  const myId = useAccount().userId
  return (
    <>
      <div className="hidden md:block">
        <WideTable {...props} />
      </div>
      <ul aria-label="Firm members" className="divide-y divide-line md:hidden">
        {props.members.map((member) => (
          <li key={member.userId} className="flex items-start gap-3 py-3">
            <Initials of={member.initials} />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{member.name}</p>
              <p className="text-sm break-words text-ink-3">{member.email}</p>
              <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
                <span>{firmRoleWords[member.role]}</span>
                <span>{professionWords[member.profession]}</span>
                <MemberStatus member={member} />
                <span>{formatLastSeen(member, myId) ? `Seen ${formatLastSeen(member, myId)}` : 'Never signed in'}</span>
              </p>
            </div>
            <MemberMenu {...props} member={member} />
          </li>
        ))}
      </ul>
    </>
  )
}

const formatLastSeen = ({ userId, lastSeenAt }: TeamMember, myId: string): string | null =>
  userId === myId ? 'just now' : lastSeenAt && formatAgo(lastSeenAt)

function Initials({ of }: { of: string }) {
  return (
    <span
      aria-hidden="true"
      className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-bold text-accent-ink"
    >
      {of}
    </span>
  )
}

function MemberStatus({ member }: { member: TeamMember }) {
  return (
    <Badge tone={member.status === 'active' ? 'success' : 'neutral'}>
      {member.status === 'active' ? 'Active' : 'Suspended'}
    </Badge>
  )
}

function MemberMenu({ member, actionsFor }: MemberTableProps & { member: TeamMember }) {
  if (!actionsFor) return null
  return (
    <Menu
      trigger={
        <Button variant="quiet" icon={<Ellipsis className="size-4" />} aria-label={`Actions for ${member.name}`} />
      }
      items={actionsFor(member)}
    />
  )
}

function WideTable(props: MemberTableProps) {
  const { members, actionsFor } = props
  const myId = useAccount().userId
  const columns = [
    { label: 'Name' },
    { label: 'Role' },
    { label: 'Profession' },
    { label: 'Status' },
    { label: 'Last seen' },
    ...(actionsFor ? [{ label: 'Actions', hidden: true }] : []),
  ]
  return (
    <Table caption="Firm members" columns={columns}>
      {members.map((member) => (
        <TableRow key={member.userId}>
          <TableCell>
            <div className="flex min-w-40 items-center gap-3 wrap-anywhere">
              <Initials of={member.initials} />
              <div>
                <span className="block font-medium">{member.name}</span>
                <span className="block text-sm text-ink-3">{member.email}</span>
              </div>
            </div>
          </TableCell>
          <TableCell>{firmRoleWords[member.role]}</TableCell>
          <TableCell>{professionWords[member.profession]}</TableCell>
          <TableCell>
            <MemberStatus member={member} />
          </TableCell>
          <TableCell>
            <span className="whitespace-nowrap">{formatLastSeen(member, myId) ?? 'Never'}</span>
          </TableCell>
          {actionsFor && (
            <TableCell numeric>
              <MemberMenu {...props} member={member} />
            </TableCell>
          )}
        </TableRow>
      ))}
    </Table>
  )
}

export const firmRoleWords: Record<FirmRole, string> = { administrator: 'Administrator', member: 'Member' }
export const professionWords: Record<Profession, string> = {
  attorney: 'Attorney',
  paralegal: 'Paralegal',
  consultant: 'Jury consultant',
}
