import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { type CaseMember, listCaseMembers, removeCaseMember } from '#contract/cases/members.ts'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Button, ConfirmDialog, Skeleton } from '#web/ui/kit.ts'
import { caseRoleWords } from './caseWords.ts'
import { MemberDialog } from './MemberDialog.tsx'

/** Who works on the case; the lead adds, changes and removes. */
export function MembersPanel({ caseId, mayManage }: { caseId: string; mayManage: boolean }) {
  const members = useRead(listCaseMembers, { params: { caseId }, input: {} })
  const [edited, setEdited] = useState<CaseMember | 'new' | null>(null)
  const [doomed, setDoomed] = useState<CaseMember | null>(null)
  const remove = useCommand(removeCaseMember)
  return (
    <div className="grid gap-3">
      {mayManage && (
        <div>
          <Button icon={<UserPlus className="size-4" />} onClick={() => setEdited('new')}>
            Add Member
          </Button>
        </div>
      )}
      <Loaded query={members} skeleton={<Skeleton className="h-32" />}>
        {(all) => (
          <>
            <ul aria-label="Members of the case" className="divide-y divide-line rounded-card border border-line">
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
                    <Badge tone={each.role === 'lead' ? 'accent' : 'neutral'}>{caseRoleWords[each.role]}</Badge>
                    {each.canApproveStrikes && each.role === 'attorney' && <Badge tone="info">Approves strikes</Badge>}
                    {mayManage && (
                      <>
                        <Button variant="quiet" aria-label={`Change ${each.name}`} onClick={() => setEdited(each)}>
                          Change
                        </Button>
                        <Button
                          variant="quiet"
                          aria-label={`Remove ${each.name}`}
                          onClick={() => {
                            remove.reset()
                            setDoomed(each)
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
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={`Remove ${doomed?.name ?? ''}?`}
        description="They no longer see this case, its sessions and its videos. What they wrote keeps their name."
        confirmLabel="Remove member"
        danger
        busy={remove.isPending}
        error={remove.error && describeError(remove.error)}
        onConfirm={() =>
          doomed &&
          remove.mutate({ params: { caseId, userId: doomed.userId }, input: {} }, { onSuccess: () => setDoomed(null) })
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
      {member.breakGlassReason && ` Opened behind the wall: ${member.breakGlassReason}`}
    </p>
  )
}
