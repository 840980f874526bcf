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
import { PasswordStep } from '#web/features/account/index.ts'
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
import { Button, Card, Dialog, type MenuItem, Skeleton } from '#web/ui/kit.ts'

const pollMs = 30_000

export function Team() {
  const { invite } = useSearch({ from: '/_app/team' })
  const account = useAccount()
  const team = useRead(listTeam, nothingElse, { pollMs })
  const change = useCommand(changeMember)
  const [linked, setLinked] = useState<TeamMember | null>(null)
  const [lockedOut, setLockedOut] = useState<TeamMember | null>(null)
  const [edited, setEdited] = useState<TeamMember | null>(null)
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const [shown, setShown] = useState<{ title: string; link: OneTimeLink } | null>(null)
  const isAdministrator = account.role === 'administrator'
  const [isInviting, setInviting] = useState(false)
  useOpenRequest(['invite'], invite, setInviting)

  function reactivate(member: TeamMember) {
    change.mutate(
      { params: { userId: member.userId }, input: { status: 'active' } },
      {
        onError: (error) =>
          toast({ title: 'Couldn’t reactivate member', description: describeError(error), variant: 'destructive' }),
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
          { label: 'Create reset link', onSelect: () => setLinked(member) },
          { label: 'Turn off two-factor', onSelect: () => setLockedOut(member) },
          member.status === 'active'
            ? { label: 'Suspend', separated: true, onSelect: () => setLeaving({ member, isRemoved: false }) }
            : { label: 'Reactivate', separated: true, onSelect: () => reactivate(member) },
          { label: 'Remove', danger: true, onSelect: () => setLeaving({ member, isRemoved: true }) },
        ]),
  ]

  return (
    <Screen title="Team" description={`Members of ${account.firmName}`} actions={inviteButton}>
      <Card title="Members">
        <Loaded query={team} skeleton={<Skeleton className="h-24" />}>
          {(members) => (
            <>
              <MemberTable members={members} actionsFor={isAdministrator ? actionsFor : undefined} />
              {leaving && <LeavingDialog leaving={leaving} members={members} onClose={() => setLeaving(null)} />}
            </>
          )}
        </Loaded>
      </Card>
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
      {linked && (
        <ResetLinkDialog
          member={linked}
          onClose={() => setLinked(null)}
          onMade={(link) => {
            setLinked(null)
            setShown({ title: `Reset link for ${linked.name}`, link })
          }}
        />
      )}
      {lockedOut && <TwoFactorDialog member={lockedOut} onClose={() => setLockedOut(null)} />}
      {shown && <OneTimeLinkDialog {...shown} onClose={() => setShown(null)} />}
    </Screen>
  )
}

const hint = 'So no one else at your computer can sign in as a member.'

type ResetLinkDialogProps = { member: TeamMember; onClose: () => void; onMade: (link: OneTimeLink) => void }

function ResetLinkDialog({ member, onClose, onMade }: ResetLinkDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Create a reset link for ${member.name}?`}
      description="Whoever opens the link can set a new password for this account."
    >
      <PasswordStep
        endpoint={createResetLink}
        params={{ userId: member.userId }}
        label="Create link"
        hint={hint}
        onCancel={onClose}
        onDone={onMade}
      />
    </Dialog>
  )
}

function TwoFactorDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Turn off two-factor sign-in for ${member.name}?`}
      description="Use this if someone has lost both their authenticator app and their recovery codes. Verify their identity first. Afterward, their password alone is enough to sign in."
    >
      <PasswordStep
        endpoint={removeMemberTwoFactor}
        params={{ userId: member.userId }}
        label="Turn off"
        hint={hint}
        onCancel={onClose}
        danger
        onDone={() => {
          toast({
            title: 'Two-factor sign-in turned off',
            description: `${member.name} now signs in with a password only.`,
          })
          onClose()
        }}
      />
    </Dialog>
  )
}
