import { useState } from 'react'
import { changeMember, removeMember, type TeamMember } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, Select } from '#web/ui/kit.ts'

export type Leaving = { member: TeamMember; isRemoved: boolean }

type LeavingDialogProps = { leaving: Leaving; members: readonly TeamMember[]; onClose: () => void }

/** Suspends or removes a person; where they alone lead a case, it asks who becomes its lead. */
export function LeavingDialog({ leaving, members, onClose }: LeavingDialogProps) {
  const { member, isRemoved } = leaving
  const [successorId, setSuccessorId] = useState('')
  const remove = useCommand(removeMember)
  const suspend = useCommand(changeMember)
  const error = isRemoved ? remove.error : suspend.error
  const asksSuccessor = error instanceof ApiError && 'successorId' in error.fields
  const others = members.filter((each) => each.userId !== member.userId && each.status === 'active')

  function confirm() {
    const params = { userId: member.userId }
    const successor = successorId ? { successorId } : {}
    const onSuccess = () => {
      toast({ title: isRemoved ? 'Member Removed' : 'Member Suspended', description: member.name })
      onClose()
    }
    if (isRemoved) remove.mutate({ params, input: successor }, { onSuccess })
    else suspend.mutate({ params, input: { status: 'suspended', ...successor } }, { onSuccess })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${isRemoved ? 'Remove' : 'Suspend'} ${member.name}?`}
      description={
        isRemoved
          ? 'They are signed out at once and leave every case of the firm. What they wrote keeps their name.'
          : 'They are signed out at once and cannot sign in until an administrator makes them active again.'
      }
    >
      <div className="grid gap-4">
        <Failure of={error} />
        {asksSuccessor && (
          <Select
            label="New lead of these cases"
            value={successorId}
            placeholder="Choose a person"
            options={others.map((each) => ({ value: each.userId, label: each.name }))}
            onChange={(event) => setSuccessorId(event.target.value)}
          />
        )}
      </div>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          busy={remove.isPending || suspend.isPending}
          disabled={asksSuccessor && successorId === ''}
          onClick={confirm}
        >
          {isRemoved ? 'Remove member' : 'Suspend member'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
