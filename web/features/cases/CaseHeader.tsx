import { caseWarnings } from '#contract/cases/data.ts'
import type { OpenCase } from '#contract/cases/cases.ts'
import { originWords, readCaseOrigin } from '#contract/exports/archives.ts'
import { listSessions } from '#contract/sessions/sessions.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime, formatDay, getToday } from '#web/platform/format.ts'
import { Badge, Notice, ReadNotice } from '#web/ui/kit.ts'
import { caseRoleLabels, confidentialityLabels, daysUntil } from './caseLabels.ts'
import { CaseStatusBadge } from './CaseStatusBadge.tsx'

const describeSide = (regular: number, alternates: number): string =>
  alternates > 0 ? `${regular} + ${alternates} for alternates` : String(regular)

export function CaseHeader({ found }: { found: OpenCase }) {
  const { strikeBudget, trialDate, voirDireDate } = found
  const isOver = found.status === 'closed' || found.status === 'archived'
  const sessions = useRead(listSessions, { params: { caseId: found.id }, input: {} })
  const dates = sessions.data?.map(({ date }) => date)
  const warnings = isOver ? [] : caseWarnings(found, getToday(), dates)
  return (
    <div className="mb-6 grid gap-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-3 rounded-card border border-line bg-surface p-4">
        <Fact label="Status">
          <CaseStatusBadge status={found.status} />
        </Fact>
        {voirDireDate && <Fact label="Voir dire">{formatUpcoming(voirDireDate)}</Fact>}
        <Fact label="Trial">{trialDate ? formatUpcoming(trialDate) : 'No date yet'}</Fact>
        <Fact label="Peremptory challenges">
          {strikeBudget ? (
            <span className="tabular">
              {`Us ${describeSide(strikeBudget.us, strikeBudget.alternatesUs)} · Them ${describeSide(strikeBudget.them, strikeBudget.alternatesThem)}`}
            </span>
          ) : (
            'Not set'
          )}
        </Fact>
        <Fact label="My role">{caseRoleLabels[found.myRole]}</Fact>
        {found.confidentiality !== 'standard' && (
          <Fact label="Confidentiality">
            <Badge tone="warning">{confidentialityLabels[found.confidentiality]}</Badge>
          </Fact>
        )}
      </dl>
      {found.status === 'archived' && (
        <Notice>
          This case is archived and read-only.
          {found.retainedUntil && ` It will be deleted after ${formatDateTime(found.retainedUntil)}.`}
        </Notice>
      )}
      <CaseOrigin caseId={found.id} />
      {found.outcome && <Notice tone="neutral">Outcome: {found.outcome}</Notice>}
      {warnings.length > 0 && <Notice tone="warning">{warnings.join(' ')}</Notice>}
      {found.myAccessEndsAt && (
        <Notice tone="warning">Your access to this case ends {formatDateTime(found.myAccessEndsAt)}.</Notice>
      )}
    </div>
  )
}

function CaseOrigin({ caseId }: { caseId: string }) {
  const origin = useRead(readCaseOrigin, { params: { caseId }, input: {} })
  const { data } = origin
  if (data === undefined) return <ReadNotice of={origin} what="Import record" />
  if (data === null) return null
  return (
    <Notice tone={data.origin.kind === 'unverified' ? 'warning' : 'neutral'}>
      {`Imported ${formatDateTime(data.importedAt)} by ${data.importedBy}. ${originWords(data.origin)}`}
    </Notice>
  )
}

const formatUpcoming = (day: string): string => `${formatDay(day)}, ${daysUntil(day, getToday())}`

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}
