import { Check, Copy } from 'lucide-react'
import { useState, useRef } from 'react'
import { firmRoles, professions } from '#contract/account/permissions.ts'
import {
  invitationDays,
  inviteMember,
  type OneTimeLink,
  changeMember,
  type TeamMember,
  removeMember,
} from '#contract/account/team.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { useCommand } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { useCopy } from '#web/platform/page/useCopy.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { formatDateTime } from '#web/platform/format.ts'
import { toast } from '#web/platform/toast.ts'
import { Button, Dialog, DialogActions, Select, TextField } from '#web/ui/kit.ts'
import { firmRoleWords, professionWords } from './MemberTable.tsx'

type InviteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onInvited: (link: OneTimeLink) => void
}

export function InviteDialog({ open, onOpenChange, onInvited }: InviteDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite member"
      description={`Creates a one-time link that expires in ${invitationDays} days.`}
    >
      <InviteForm onCancel={() => onOpenChange(false)} onInvited={onInvited} />
    </Dialog>
  )
}

function InviteForm({ onCancel, onInvited }: { onCancel: () => void; onInvited: (link: OneTimeLink) => void }) {
  const form = useCommandForm(inviteMember, {
    defaults: { email: '', role: 'member', profession: 'attorney' },
    onDone: onInvited,
  })
  return (
    <CommandForm form={form}>
      <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" required />
      <Select
        {...form.field('profession')}
        label="Profession"
        options={professions.map((value) => ({ value, label: professionWords[value] }))}
        required
      />
      <Select
        {...form.field('role')}
        label="Firm role"
        hint="Administrators can invite members and see all firm videos that aren’t in a case."
        options={firmRoles.toReversed().map((value) => ({ value, label: firmRoleWords[value] }))}
        required
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Inviting…' : 'Create invitation'}
        </Button>
      </DialogActions>
    </CommandForm>
  )
}

export function EditMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [role, setRole] = useState(member.role)
  const [profession, setProfession] = useState(member.profession)
  const change = useCommand(changeMember)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit ${member.name}`}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ params: { userId: member.userId }, input: { role, profession } }, { onSuccess: onClose })
        }}
      >
        <Failure of={change.error} />
        <Select
          label="Profession"
          hint="Attorneys can create cases."
          value={profession}
          options={professions.map((value) => ({ value, label: professionWords[value] }))}
          onChange={(event) =>
            setProfession(professions.find((each) => each === event.target.value) ?? member.profession)
          }
        />
        <Select
          label="Firm role"
          hint="Administrators manage members and firm settings."
          value={role}
          options={firmRoles.toReversed().map((value) => ({ value, label: firmRoleWords[value] }))}
          onChange={(event) => setRole(firmRoles.find((each) => each === event.target.value) ?? member.role)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={change.isPending}>
            Save changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export type Leaving = { member: TeamMember; isRemoved: boolean }

type LeavingDialogProps = { leaving: Leaving; members: readonly TeamMember[]; onClose: () => void }

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
      toast({ title: isRemoved ? 'Member removed' : 'Member suspended', description: member.name })
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
          ? 'They’ll be signed out immediately and removed from all of the firm’s cases. Their share links and API tokens stop working permanently. Their name stays on their work.'
          : 'They’ll be signed out immediately and can’t sign in until an administrator reactivates them. Their share links and API tokens stop working permanently.'
      }
    >
      <div className="grid gap-4">
        <Failure of={error} />
        {asksSuccessor && (
          <Select
            label="New lead for their cases"
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

type OneTimeLinkDialogProps = { title: string; link: OneTimeLink; onClose: () => void }

/** The link can't be shown again. */
export function OneTimeLinkDialog({ title, link, onClose }: OneTimeLinkDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(link.url ?? '', () => box.current?.select())

  if (link.url === null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        title={title}
        description={`The link was sent by email. It expires ${formatDateTime(link.expiresAt)}.`}
      >
        <DialogActions>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="This link won’t be shown again. Send it so that only the recipient can see it."
    >
      <TextField
        ref={box}
        label="One-time link"
        value={link.url}
        readOnly
        hint={`Expires ${formatDateTime(link.expiresAt)}`}
        onFocus={(event) => event.target.select()}
      />
      <p aria-live="polite" className="mt-2 min-h-5 text-sm text-ink-2">
        {copied === 'yes' && 'Copied'}
        {copied === 'manual' && 'The link is selected. Press Ctrl+C or ⌘C to copy it.'}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Done</Button>
        <Button
          variant="primary"
          icon={copied === 'yes' ? <Check className="size-4" /> : <Copy className="size-4" />}
          onClick={copy}
        >
          Copy link
        </Button>
      </DialogActions>
    </Dialog>
  )
}
