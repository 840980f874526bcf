import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import { listTeam } from '#contract/account/team.ts'
import {
  type CaseMember,
  listCaseMembers,
  removeCaseMember,
  addCaseMember,
  changeCaseMember,
} from '#contract/cases/members.ts'
import { instantIn } from '#contract/time-zone.ts'
import { useCommand, useRead, nothingElse } from '#web/platform/api.ts'
import { describeError, ApiError } from '#web/platform/apiError.ts'
import { Failure } from '#web/platform/Failure.tsx'
import { formatDateTime, getDay, getTimeZone } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import {
  Badge,
  Button,
  ConfirmDialog,
  Skeleton,
  Checkbox,
  Dialog,
  DialogActions,
  Select,
  TextField,
} from '#web/ui/kit.ts'
import { caseRoleLabels } from './caseLabels.ts'

export function MembersPanel({ caseId, mayManage }: { caseId: string; mayManage: boolean }) {
  const members = useRead(listCaseMembers, { params: { caseId }, input: {} })
  const [edited, setEdited] = useState<CaseMember | 'new' | null>(null)
  const [removing, setRemoving] = useState<CaseMember | null>(null)
  const remove = useCommand(removeCaseMember)
  return (
    <div className="grid gap-3">
      {mayManage && (
        <div>
          <Button icon={<UserPlus className="size-4" />} onClick={() => setEdited('new')}>
            Add member
          </Button>
        </div>
      )}
      <Loaded query={members} skeleton={<Skeleton className="h-32" />}>
        {(all) => (
          <>
            <ul aria-label="Case members" className="divide-y divide-line rounded-card border border-line">
              {all.map((each) => (
                <li
                  key={each.userId}
                  className="flex flex-wrap items-center justify-between gap-2 px-3 py-2 sm:flex-nowrap"
                >
                  <div className="min-w-0">
                    <p className="font-medium break-words">{each.name}</p>
                    <p className="text-sm break-words text-ink-3">{each.email}</p>
                    <Limits member={each} />
                  </div>
                  <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 max-sm:justify-start">
                    <Badge tone={each.role === 'lead' ? 'accent' : 'neutral'}>{caseRoleLabels[each.role]}</Badge>
                    {each.canApproveStrikes && each.role === 'attorney' && <Badge tone="info">Approves strikes</Badge>}
                    {mayManage && (
                      <>
                        <Button variant="quiet" aria-label={`Edit ${each.name}`} onClick={() => setEdited(each)}>
                          Edit
                        </Button>
                        <Button
                          variant="quiet"
                          aria-label={`Remove ${each.name}`}
                          onClick={() => {
                            remove.reset()
                            setRemoving(each)
                          }}
                        >
                          Remove
                        </Button>
                      </>
                    )}
                  </div>
                </li>
              ))}
            </ul>
            {edited && (
              <MemberDialog
                caseId={caseId}
                member={edited === 'new' ? null : edited}
                known={all}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </Loaded>
      <ConfirmDialog
        open={removing !== null}
        onOpenChange={(open) => !open && setRemoving(null)}
        title={`Remove ${removing?.name ?? ''}?`}
        description="They lose access to this case, its sessions, and its videos. Their work stays under their name."
        confirmLabel="Remove member"
        danger
        busy={remove.isPending}
        error={remove.error && describeError(remove.error)}
        onConfirm={() =>
          removing &&
          remove.mutate(
            { params: { caseId, userId: removing.userId }, input: {} },
            { onSuccess: () => setRemoving(null) },
          )
        }
      />
    </div>
  )
}

function Limits({ member }: { member: CaseMember }) {
  if (!member.expiresAt) return null
  const until = formatDateTime(member.expiresAt)
  return (
    <p className="text-sm text-ink-2">
      {member.isExpired ? `Access ended ${until}.` : `Access until ${until}.`}
      {member.breakGlassReason && ` Ethical wall override: ${member.breakGlassReason}`}
    </p>
  )
}

type MemberDialogProps = {
  caseId: string
  member: CaseMember | null
  known: readonly CaseMember[]
  onClose: () => void
}

const roleHints: Record<CaseRole, string> = {
  lead: 'Manages the budget, members, and approvals.',
  attorney: 'Edits, exercises strikes, and sees activity.',
  paralegal: 'Edits, plans sessions, and records rulings.',
  consultant: 'Uploads, reviews, rates, and drafts strikes.',
  viewer: 'Reads and comments. No work product.',
}

function MemberDialog({ caseId, member, known, onClose }: MemberDialogProps) {
  const until = member?.expiresAt ?? null
  const [userId, setUserId] = useState(member?.userId ?? '')
  const [role, setRole] = useState<CaseRole>(member?.role ?? 'attorney')
  const [canApprove, setCanApprove] = useState(member?.canApproveStrikes ?? false)
  const [lastDay, setLastDay] = useState(getLastDay(until))
  const { save, error, isBusy } = useMemberSaving(caseId, member, onClose)
  const faults = error instanceof ApiError ? error.fields : {}

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={member ? `Edit ${member.name}` : 'Add member'}
      description={member ? undefined : 'Only firm members can be added. Administrators can invite others to the firm.'}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          save(userId, {
            role,
            canApproveStrikes: role === 'attorney' && canApprove,
            expiresAt: role === 'lead' ? null : getAccessEnd(lastDay, until),
          })
        }}
      >
        {Object.keys(faults).length === 0 && <Failure of={error} />}
        {!member && <PersonSelect known={known} value={userId} fault={faults.userId} onChange={setUserId} />}
        <Select
          label="Case role"
          value={role}
          error={faults.role}
          hint={roleHints[role]}
          options={caseRoles.map((value) => ({ value, label: caseRoleLabels[value] }))}
          onChange={(event) => setRole(caseRoles.find((each) => each === event.target.value) ?? 'viewer')}
        />
        {role === 'attorney' && (
          <Checkbox
            label="Can approve strikes"
            checked={canApprove}
            onChange={(event) => setCanApprove(event.target.checked)}
          />
        )}
        {role !== 'lead' && (
          <TextField
            label="Last day of access"
            type="date"
            required={false}
            hint="Leave blank for no end date."
            value={lastDay}
            error={faults.expiresAt}
            onChange={(event) => setLastDay(event.target.value)}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={userId === ''}>
            {member ? 'Save changes' : 'Add to case'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type MemberInput = { role: CaseRole; canApproveStrikes: boolean; expiresAt: string | null }

function useMemberSaving(caseId: string, member: CaseMember | null, onDone: () => void) {
  const add = useCommand(addCaseMember)
  const change = useCommand(changeCaseMember)
  return {
    error: member ? change.error : add.error,
    isBusy: add.isPending || change.isPending,
    save: (userId: string, input: MemberInput) => {
      if (member) change.mutate({ params: { caseId, userId: member.userId }, input }, { onSuccess: onDone })
      else add.mutate({ params: { caseId }, input: { ...input, userId } }, { onSuccess: onDone })
    },
  }
}

type PersonSelectProps = {
  known: readonly CaseMember[]
  value: string
  fault: string | undefined
  onChange: (userId: string) => void
}

function PersonSelect({ known, value, fault, onChange }: PersonSelectProps) {
  const team = useRead(listTeam, nothingElse)
  const inside = new Set(known.filter((each) => !each.isExpired).map((each) => each.userId))
  const people = (team.data ?? []).filter((each) => each.status === 'active' && !inside.has(each.userId))
  return (
    <Select
      label="Person"
      read={team}
      value={value}
      error={fault}
      placeholder={people.length === 0 ? 'Everyone in the firm is already a member' : 'Choose a person'}
      options={people.map((each) => ({ value: each.userId, label: `${each.name} (${each.email})` }))}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

export const getLastDay = (expiresAt: string | null): string => (expiresAt ? getDay(new Date(expiresAt)) : '')

/**
 * Returns the last second of `day`, or `before` if it falls on the same day, so saving a role doesn't change the time.
 */
export function getAccessEnd(day: string, before: string | null): string | null {
  if (day === getLastDay(before)) return before
  return day ? new Date(instantIn(getTimeZone(), day, '23:59').getTime() + 59_000).toISOString() : null
}
