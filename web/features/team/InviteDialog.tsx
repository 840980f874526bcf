import { firmRoles, professions } from '#contract/account/permissions.ts'
import { invitationDays, inviteMember, type OneTimeLink } from '#contract/account/team.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { Button, Dialog, DialogActions, Select, TextField } from '#web/ui/kit.ts'
import { firmRoleWords, professionWords } from './teamWords.ts'

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
      title="Invite Member"
      description={`Makes a one-time link that is valid for ${invitationDays} days.`}
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
      <TextField {...form.field('email')} label="E-mail" type="email" autoComplete="off" required />
      <Select
        {...form.field('profession')}
        label="Profession"
        options={professions.map((value) => ({ value, label: professionWords[value] }))}
        required
      />
      <Select
        {...form.field('role')}
        label="Role in the firm"
        hint="Administrators invite members and see every video of the firm that belongs to no case."
        options={firmRoles.toReversed().map((value) => ({ value, label: firmRoleWords[value] }))}
        required
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? 'Inviting…' : 'Create Invitation'}
        </Button>
      </DialogActions>
    </CommandForm>
  )
}
