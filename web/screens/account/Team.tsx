import { useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import {
  changeMember,
  createResetLink,
  listTeam,
  type OneTimeLink,
  removeMemberTwoFactor,
  type TeamMember,
} from '#contract/account/team.ts'
import {
  EditMemberDialog,
  InvitationsCard,
  InviteDialog,
  type Leaving,
  LeavingDialog,
  MemberTable,
  OneTimeLinkDialog,
} from '#web/features/team/index.ts'
import { Loaded, nothingElse, describeError, toast, useAccount, useCommand, useRead } from '#web/platform/index.ts'
import { Screen, useOpenRequest } from '#web/shell/index.ts'
import { Button, Card, ConfirmDialog, type MenuItem, Skeleton } from '#web/ui/kit.ts'

const pollMs = 30_000

export function Team() {
  const { invite } = useSearch({ from: '/_app/team' })
  const account = useAccount()
  const team = useRead(listTeam, nothingElse, { pollMs })
  const resetLink = useCommand(createResetLink)
  const change = useCommand(changeMember)
  const resetTwoFactor = useCommand(removeMemberTwoFactor)
  const [lockedOut, setLockedOut] = useState<TeamMember | null>(null)
  const [edited, setEdited] = useState<TeamMember | null>(null)
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const [shown, setShown] = useState<{ title: string; link: OneTimeLink } | null>(null)
  const isAdministrator = account.role === 'administrator'
  const [isInviting, setInviting] = useState(false)
  useOpenRequest(['invite'], invite, setInviting)

  function makeResetLink(member: TeamMember) {
    resetLink.mutate(
      { params: { userId: member.userId }, input: {} },
      {
        onSuccess: (link) => setShown({ title: `Reset link for ${member.name}`, link }),
        onError: (error) =>
          toast({ title: 'Couldn’t create link', description: describeError(error), variant: 'destructive' }),
      },
    )
  }

  function reactivate(member: TeamMember) {
    change.mutate(
      { params: { userId: member.userId }, input: { status: 'active' } },
      {
        onError: (error) =>
          toast({ title: 'Couldn’t reactivate member', description: describeError(error), variant: 'destructive' }),
      },
    )
  }

  function removeTwoFactor(member: TeamMember) {
    resetTwoFactor.mutate(
      { params: { userId: member.userId }, input: {} },
      {
        onSuccess: () =>
          toast({
            title: 'Two-factor sign-in turned off',
            description: `${member.name} now signs in with a password only.`,
          }),
        onError: (error) =>
          toast({ title: 'Couldn’t turn off two-factor', description: describeError(error), variant: 'destructive' }),
        onSettled: () => setLockedOut(null),
      },
    )
  }

  const inviteButton = isAdministrator && (
    <Button variant="primary" icon={<UserPlus className="size-4" />} onClick={() => setInviting(true)}>
      Invite member
    </Button>
  )
  const actionsFor = (member: TeamMember): MenuItem[] => [
    { label: 'Change role', onSelect: () => setEdited(member) },
    ...(member.userId === account.userId
      ? []
      : [
          { label: 'Create reset link', onSelect: () => makeResetLink(member) },
          { label: 'Turn off two-factor', onSelect: () => setLockedOut(member) },
          member.status === 'active'
            ? { label: 'Suspend', separated: true, onSelect: () => setLeaving({ member, isRemoved: false }) }
            : { label: 'Reactivate', separated: true, onSelect: () => reactivate(member) },
          { label: 'Remove', danger: true, onSelect: () => setLeaving({ member, isRemoved: true }) },
        ]),
  ]

  return (
    <Screen title="Team" description={`Members of ${account.firmName}`} actions={inviteButton}>
      <Loaded query={team} skeleton={<Skeleton className="h-40" />}>
        {(members) => (
          <>
            <Card title="Members">
              <MemberTable
                members={members}
                actionsFor={isAdministrator ? actionsFor : undefined}
                busyUserId={resetLink.isPending ? resetLink.variables.params.userId : undefined}
              />
            </Card>
            {leaving && <LeavingDialog leaving={leaving} members={members} onClose={() => setLeaving(null)} />}
          </>
        )}
      </Loaded>
      {edited && <EditMemberDialog member={edited} onClose={() => setEdited(null)} />}
      {isAdministrator && (
        <div className="mt-4 grid gap-4">
          <InvitationsCard onInvited={(email, link) => setShown({ title: `Invitation link for ${email}`, link })} />
          <InviteDialog
            open={isInviting}
            onOpenChange={setInviting}
            onInvited={(link) => {
              setInviting(false)
              setShown({ title: 'Invitation link', link })
            }}
          />
        </div>
      )}
      <ConfirmDialog
        open={lockedOut !== null}
        onOpenChange={(open) => !open && setLockedOut(null)}
        title={`Turn off two-factor sign-in for ${lockedOut?.name ?? ''}?`}
        description="Use this if someone has lost both their authenticator app and their recovery codes. Verify their identity first. Afterward, their password alone is enough to sign in."
        confirmLabel="Turn off"
        danger
        busy={resetTwoFactor.isPending}
        onConfirm={() => lockedOut && removeTwoFactor(lockedOut)}
      />
      {shown && <OneTimeLinkDialog {...shown} onClose={() => setShown(null)} />}
    </Screen>
  )
}
