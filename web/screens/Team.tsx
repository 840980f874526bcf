import { useNavigate, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { createResetLink, listTeam, type OneTimeLink, type TeamMember } from '#contract/team.ts'
import { InviteDialog } from '#web/features/team/InviteDialog.tsx'
import { MemberTable } from '#web/features/team/MemberTable.tsx'
import { OneTimeLinkDialog } from '#web/features/team/OneTimeLinkDialog.tsx'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/apiError.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useAccount } from '#web/platform/session.ts'
import { toast } from '#web/platform/toast.ts'
import { Screen } from '#web/shell/Screen.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

/** Milliseconds; the safety net under the live stream, for people who have just joined. */
const pollMs = 30_000

export function Team() {
  const { invite: isInviting = false } = useSearch({ from: '/_app/team' })
  const navigate = useNavigate({ from: '/team' })
  const account = useAccount()
  const team = useRead(listTeam, nothingElse, { pollMs })
  const resetLink = useCommand(createResetLink)
  const [shown, setShown] = useState<{ title: string; link: OneTimeLink } | null>(null)
  const isAdministrator = account.role === 'administrator'
  const setInviting = (open: boolean) => void navigate({ search: open ? { invite: true } : {}, replace: true })

  function makeResetLink(member: TeamMember) {
    resetLink.mutate(
      { params: { userId: member.userId }, input: {} },
      {
        onSuccess: (link) => setShown({ title: `Reset Link for ${member.name}`, link }),
        onError: (error) =>
          toast({ title: 'No Link Was Made', description: sentenceOf(error), variant: 'destructive' }),
      },
    )
  }

  const inviteButton = isAdministrator && (
    <Button variant="primary" icon={<UserPlus className="size-4" />} onClick={() => setInviting(true)}>
      Invite Member
    </Button>
  )
  return (
    <Screen title="Team" description={`The members of ${account.firmName}.`} actions={inviteButton}>
      <Card>
        <Loaded query={team} skeleton={<Skeleton className="h-40" />}>
          {(members) => (
            <MemberTable
              members={members}
              onResetLink={isAdministrator ? makeResetLink : undefined}
              busyUserId={resetLink.isPending ? resetLink.variables.params.userId : undefined}
            />
          )}
        </Loaded>
      </Card>
      {isAdministrator && (
        <InviteDialog
          open={isInviting}
          onOpenChange={setInviting}
          onInvited={(link) => {
            setInviting(false)
            setShown({ title: 'Invitation Link', link })
          }}
        />
      )}
      {shown && <OneTimeLinkDialog {...shown} onClose={() => setShown(null)} />}
    </Screen>
  )
}
