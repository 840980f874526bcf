import { useState } from 'react'
import { firmRoles, professions } from '#contract/account/permissions.ts'
import { changeMember, type TeamMember } from '#contract/account/team.ts'
import { useCommand } from '#web/platform/api.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Dialog, DialogActions, Select } from '#web/ui/kit.ts'
import { firmRoleWords, professionWords } from './teamWords.ts'

export function EditMemberDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const [role, setRole] = useState(member.role)
  const [profession, setProfession] = useState(member.profession)
  const change = useCommand(changeMember)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Change ${member.name}`}>
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
          hint="Attorneys create cases."
          value={profession}
          options={professions.map((value) => ({ value, label: professionWords[value] }))}
          onChange={(event) =>
            setProfession(professions.find((each) => each === event.target.value) ?? member.profession)
          }
        />
        <Select
          label="Role in the firm"
          hint="Administrators manage the people and the settings of the firm."
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
