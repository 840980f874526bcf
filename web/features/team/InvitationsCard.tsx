import { MailPlus } from 'lucide-react'
import {
  inviteMember,
  type Invitation,
  listInvitations,
  type OneTimeLink,
  revokeInvitation,
} from '#contract/account/team.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { toast } from '#web/platform/toast.ts'
import { Badge, Button, Card, EmptyState, Skeleton } from '#web/ui/kit.ts'
import { firmRoleWords, professionWords } from './MemberTable.tsx'

export function InvitationsCard({ onInvited }: { onInvited: (email: string, link: OneTimeLink) => void }) {
  const invitations = useRead(listInvitations, nothingElse)
  const revoke = useCommand(revokeInvitation)
  const invite = useCommand(inviteMember)
  const failed = (error: unknown) =>
    toast({ title: 'Couldn’t update invitation', description: describeError(error), variant: 'destructive' })
  const again = ({ email, role, profession }: Invitation) =>
    invite.mutate(
      { params: {}, input: { email, role, profession } },
      { onSuccess: (link) => onInvited(email, link), onError: failed },
    )
  return (
    <Card title="Pending invitations">
      <Loaded query={invitations} skeleton={<Skeleton className="h-16" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<MailPlus className="size-8" />}
              title="No pending invitations"
              hint="Invitations stay here until they’re accepted. You can renew or revoke each link."
            />
          ) : (
            <ul aria-label="Pending invitations" className="divide-y divide-line">
              {all.map((each) => (
                <li key={each.id} className="flex flex-wrap items-center justify-between gap-2 py-2 sm:flex-nowrap">
                  <div className="min-w-0">
                    <p className="font-medium break-words">{each.email}</p>
                    <p className="text-sm text-ink-3">
                      {professionWords[each.profession]}, {firmRoleWords[each.role].toLowerCase()}.{' '}
                      {each.isExpired ? 'Expired' : 'Expires'} {formatDateTime(each.expiresAt)}.
                    </p>
                  </div>
                  <div className="flex shrink-0 flex-wrap items-center gap-2">
                    {each.isExpired && <Badge tone="warning">Expired</Badge>}
                    <Button
                      aria-label={`New link for ${each.email}`}
                      busy={invite.isPending && invite.variables.input.email === each.email}
                      onClick={() => again(each)}
                    >
                      New link
                    </Button>
                    <Button
                      variant="quiet"
                      aria-label={`Revoke invitation for ${each.email}`}
                      busy={revoke.isPending && revoke.variables.params.invitationId === each.id}
                      onClick={() =>
                        revoke.mutate(
                          { params: { invitationId: each.id }, input: {} },
                          { onSuccess: () => toast({ title: 'Invitation revoked' }), onError: failed },
                        )
                      }
                    >
                      Revoke
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}
