import { Link, useNavigate } from '@tanstack/react-router'
import { CheckCheck } from 'lucide-react'
import { listStrikeApprovals, type StrikeApproval } from '#contract/strikes/board.ts'
import type { Strike } from '#contract/strikes/strikes.ts'
import { DecisionButtons, GroundAndRationale, levelLabels, Moves, StrikeLink } from '#web/features/strikes/index.ts'
import { formatAgo, formatDateTime, isolate, Loaded, useRead } from '#web/platform/index.ts'
import { Screen } from '#web/shell/index.ts'
import { Badge, buttonClass, EmptyState, Skeleton } from '#web/ui/kit.ts'

export function Approvals() {
  const approvals = useRead(listStrikeApprovals, { params: {}, input: {} })
  const navigate = useNavigate()
  const openStrike = ({ id, sessionId }: Strike) =>
    void navigate({
      to: '/sessions/$sessionId/strike-log',
      params: { sessionId },
      search: { tab: 'approvals' },
      hash: id,
    })
  return (
    <Screen title="Approvals" description="Strikes waiting for your approval.">
      <Loaded query={approvals} skeleton={<Skeleton className="h-64" />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState
              icon={<CheckCheck className="size-8" />}
              title="No strikes to approve"
              hint="Strikes appear here when submitted or exercised before approval."
              action={
                <Link to="/sessions" search={{ to: 'strike-log', choose: true }} className={buttonClass()}>
                  Open a strike log
                </Link>
              }
            />
          ) : (
            <Moves state={null} onEdit={openStrike} onPreserve={openStrike}>
              <ul className="divide-y divide-line rounded-card border border-line bg-surface">
                {all.map((each) => (
                  <ApprovalRow key={each.strike.id} approval={each} />
                ))}
              </ul>
            </Moves>
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
        <p className="text-sm text-pretty break-words text-ink-2">{`${isolate(caseTitle)} · ${isolate(sessionName)}`}</p>
        <p className="text-sm text-pretty text-ink-3">
          {`By ${strike.createdBy}, ${formatAgo(waitingSince)}`}
          {strike.approval?.dueAt &&
            ` · exercised before approval, ${overdue ? 'approval was due' : 'approve it by'} ${formatDateTime(strike.approval.dueAt)}`}
        </p>
      </div>
      <div className="order-1 grid w-full gap-1 empty:hidden">
        <GroundAndRationale strike={strike} />
      </div>
      {strike.evidence[0]?.quote && (
        <blockquote className="order-1 w-full border-l-2 border-line-strong pl-3 break-words">
          {`“${strike.evidence[0].quote}”`}
        </blockquote>
      )}
      <div className="order-1 w-full">
        <DecisionButtons strike={strike} />
      </div>
      {strike.check && strike.check.level !== 'ok' && (
        <Badge tone={levelLabels[strike.check.level].tone}>{levelLabels[strike.check.level].word}</Badge>
      )}
      {overdue && <Badge tone="danger">Overdue</Badge>}
    </li>
  )
}
