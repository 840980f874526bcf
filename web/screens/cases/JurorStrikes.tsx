import { Link } from '@tanstack/react-router'
import { Scale } from 'lucide-react'
import { type Juror, liveJurorStatuses } from '#contract/jurors/jurors.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { readCaseStrikes } from '#contract/strikes/board.ts'
import { stateLabels, StrikeLink } from '#web/features/strikes/index.ts'
import { formatDateTime, Loaded, useRead } from '#web/platform/index.ts'
import { Badge, buttonClass, Card, ReadNotice, Skeleton } from '#web/ui/kit.ts'

export function JurorStrikes({ juror }: { juror: Juror }) {
  const params = { caseId: juror.caseId }
  const found = useRead(readCaseStrikes, { params, input: {} })
  const sessions = useRead(listSessions, { params, input: {} })
  const open = (sessions.data ?? []).filter(({ status }) => status !== 'locked')
  const where = open.find(({ id }) => id === juror.seatSessionId) ?? open.at(-1)
  const mayDraft = juror.may.rate && liveJurorStatuses.includes(juror.status)
  return (
    <Card
      title="Strikes"
      actions={
        mayDraft &&
        where && (
          <Link
            to="/sessions/$sessionId/strike-log"
            params={{ sessionId: where.id }}
            search={{ juror: juror.id }}
            aria-label={`Strike juror ${juror.jurorNumber}`}
            className={buttonClass()}
          >
            <Scale className="size-4" aria-hidden="true" />
            Strike
          </Link>
        )
      }
    >
      {mayDraft && <ReadNotice of={sessions} what="Sessions" />}
      <Loaded query={found} skeleton={<Skeleton className="h-12" />}>
        {({ strikes }) => {
          const theirs = strikes.filter(({ jurorId }) => jurorId === juror.id)
          if (theirs.length === 0) return <p className="text-ink-2">No strikes for this juror.</p>
          return (
            <ul aria-label="Juror’s strikes" className="divide-y divide-line">
              {theirs.map((strike) => (
                <li key={strike.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
                  <div className="min-w-0 flex-1 basis-48">
                    <StrikeLink strike={strike} />
                    <p className="text-sm break-words text-ink-3">
                      {strike.calledAt
                        ? `Made ${formatDateTime(strike.calledAt)}`
                        : `Drafted ${formatDateTime(strike.createdAt)} by ${strike.createdBy}`}
                    </p>
                  </div>
                  <Badge tone={stateLabels[strike.state].tone}>{stateLabels[strike.state].word}</Badge>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}
