import { CheckCheck } from 'lucide-react'
import { listStrikeApprovals, type StrikeApproval } from '#contract/strikes/board.ts'
import { levelLabels, StrikeLink } from '#web/features/strikes/index.ts'
import { formatAgo, formatDateTime, Loaded, useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { Badge, EmptyState, Skeleton } from '#web/ui/kit.ts'

export function Approvals() {
  const approvals = useRead(listStrikeApprovals, { params: {}, input: {} })
  return (
    <Screen title="Approvals" description="Strikes waiting for your approval.">
      <Loaded query={approvals} skeleton={<Skeleton className="h-64" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<CheckCheck className="size-8" />}
              title="No strikes to approve"
              hint="Strikes appear here when submitted or exercised before approval."
            />
          ) : (
            <ul className="divide-y divide-line rounded-card border border-line bg-surface">
              {all.map((each) => (
                <ApprovalRow key={each.strike.id} approval={each} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Screen>
  )
}

function ApprovalRow({
  approval: { strike, caseTitle, sessionName, overdue, waitingSince },
}: {
  approval: StrikeApproval
}) {
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <StrikeLink strike={strike} tab="approvals" />
        <p className="text-sm text-pretty break-words text-ink-2">{`${caseTitle} · ${sessionName}`}</p>
        <p className="text-sm text-pretty text-ink-3">
          {`By ${strike.createdBy}, ${formatAgo(waitingSince)}`}
          {strike.approval?.dueAt &&
            ` · exercised before approval, ${overdue ? 'approval was due' : 'approve it by'} ${formatDateTime(strike.approval.dueAt)}`}
        </p>
      </div>
      {strike.check && strike.check.level !== 'ok' && (
        <Badge tone={levelLabels[strike.check.level].tone}>{levelLabels[strike.check.level].word}</Badge>
      )}
      {overdue && <Badge tone="danger">Overdue</Badge>}
    </li>
  )
}
