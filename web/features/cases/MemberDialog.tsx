import { useState } from 'react'
import { addCaseMember, type CaseMember, changeCaseMember } from '#contract/cases/members.ts'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import { listTeam } from '#contract/account/team.ts'
import { nothingElse, useCommand, useRead } from '#web/platform/api.ts'
import { ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { Button, Checkbox, Dialog, DialogActions, Select, TextField } from '#web/ui/kit.ts'
import { caseRoleWords } from './caseWords.ts'
import { endOfAccess, getLastDay } from './lastDay.ts'

type MemberDialogProps = {
  caseId: string
  /** Null adds one. */
  member: CaseMember | null
  known: readonly CaseMember[]
  onClose: () => void
}

const roleHints: Record<CaseRole, string> = {
  lead: 'Decides on budget, members, approvals.',
  attorney: 'Edits, exercises strikes, reads the activity.',
  paralegal: 'Edits, plans sessions, records rulings.',
  consultant: 'Uploads, reviews, rates, drafts strikes.',
  viewer: 'Reads and comments; no work product.',
}

export function MemberDialog({ caseId, member, known, onClose }: MemberDialogProps) {
  const team = useRead(listTeam, nothingElse, { enabled: member === null })
  const [userId, setUserId] = useState(member?.userId ?? '')
  const [role, setRole] = useState<CaseRole>(member?.role ?? 'attorney')
  const [canApprove, setCanApprove] = useState(member?.canApproveStrikes ?? false)
  const until = member?.expiresAt ?? null
  const [lastDay, setLastDay] = useState(getLastDay(until))
  const add = useCommand(addCaseMember)
  const change = useCommand(changeCaseMember)
  const error = member ? change.error : add.error
  const fields = error instanceof ApiError ? error.fields : {}
  const inside = new Set(known.filter((each) => !each.isExpired).map((each) => each.userId))
  const people = (team.data ?? []).filter((each) => each.status === 'active' && !inside.has(each.userId))

  function save() {
    const input = {
      role,
      canApproveStrikes: role === 'attorney' && canApprove,
      expiresAt: role === 'lead' ? null : endOfAccess(lastDay, until),
    }
    if (member) change.mutate({ params: { caseId, userId: member.userId }, input }, { onSuccess: onClose })
    else add.mutate({ params: { caseId }, input: { ...input, userId } }, { onSuccess: onClose })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={member ? `Change ${member.name}` : 'Add Member'}
      description={
        member ? undefined : 'Members of the firm can be added. An administrator invites others to the firm.'
      }
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {Object.keys(fields).length === 0 && <Failure of={error} />}
        {!member && (
          <Select
            label="Person"
            read={team}
            value={userId}
            error={fields.userId}
            placeholder={people.length === 0 ? 'Everybody of the firm is a member' : 'Choose a person'}
            options={people.map((each) => ({ value: each.userId, label: `${each.name} (${each.email})` }))}
            onChange={(event) => setUserId(event.target.value)}
          />
        )}
        <Select
          label="Role in the case"
          value={role}
          error={fields.role}
          hint={roleHints[role]}
          options={caseRoles.map((value) => ({ value, label: caseRoleWords[value] }))}
          onChange={(event) => setRole(caseRoles.find((each) => each === event.target.value) ?? 'viewer')}
        />
        {role === 'attorney' && (
          <Checkbox
            label="May approve strikes"
            checked={canApprove}
            onChange={(event) => setCanApprove(event.target.checked)}
          />
        )}
        {role !== 'lead' && (
          <TextField
            label="Last day of access"
            type="date"
            required={false}
            hint="For consultants and clients. Empty: no end."
            value={lastDay}
            error={fields.expiresAt}
            onChange={(event) => setLastDay(event.target.value)}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={add.isPending || change.isPending} disabled={userId === ''}>
            {member ? 'Save changes' : 'Add to the case'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
