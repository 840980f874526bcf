import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type CaseAnalytics, readCaseAnalytics } from '#contract/cases/analytics.ts'
import type { OpenCase } from '#contract/cases/cases.ts'
import { findingTypes } from '#contract/findings/findings.ts'
import { highlightSpecs } from '#contract/highlights/words.ts'
import { useRead } from '#web/platform/api.ts'
import { formatDateTime, formatCount, formatDuration, formatPercent } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Button, Card, ProgressBar, Skeleton } from '#web/ui/kit.ts'
import { EditCaseDialog, FieldValues } from './editing/EditCaseDialog.tsx'
import { type FieldGroup, fieldGroups } from './editing/caseFields.ts'
import { DefaultSource } from './editing/ForumFields.tsx'
import { OpinionCard } from './OpinionCard.tsx'
import { PeopleLine } from './PeopleLine.tsx'
import { SetupCard } from './SetupCard.tsx'

const groupTitles: Record<FieldGroup, string> = {
  basics: 'Basics',
  forum: 'Forum and method',
  people: 'Parties and people',
  themes: 'Themes',
}

type OverviewPanelProps = { found: OpenCase; sessions: ReactNode; onDeclare: () => void }

export function OverviewPanel({ found, sessions, onDeclare }: OverviewPanelProps) {
  const [edited, setEdited] = useState<FieldGroup | null>(null)
  const mayEdit = (group: FieldGroup) => (group === 'forum' ? found.may.editBudget : found.may.editData)
  const groups = Object.keys(groupTitles) as FieldGroup[]
  const shown = groups.filter((group) => group !== 'themes' || found.may.seeWorkProduct)
  const setup = <SetupCard found={found} onEdit={setEdited} onDeclare={onDeclare} />
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
      {found.status === 'draft' && setup}
      <Card title="Sessions" className="lg:col-span-2">
        {sessions}
      </Card>
      <PeopleLine caseId={found.id} />
      {found.status !== 'draft' && setup}
      {shown.map((group) => (
        <Card
          key={group}
          title={groupTitles[group]}
          actions={
            mayEdit(group) && (
              <Button
                variant="quiet"
                icon={<Pencil className="size-4" />}
                aria-label={`Edit ${groupTitles[group]}`}
                onClick={() => setEdited(group)}
              >
                Edit
              </Button>
            )
          }
        >
          <div className="grid gap-3">
            <FieldValues data={found} fields={fieldGroups[group]} />
            {group === 'forum' && <DefaultSource data={found} />}
          </div>
        </Card>
      ))}
      <RecordingCard found={found} onDeclare={onDeclare} />
      <OpinionCard found={found} />
      <AnalyticsCard caseId={found.id} />
      {edited && (
        <EditCaseDialog
          opened={found}
          group={edited}
          title={`Edit ${groupTitles[edited]}`}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

const basisLabels = {
  court_record: 'The recording is part of the court record.',
  court_order: 'A court order allows it.',
  own_mock: 'This is our own mock voir dire.',
  other: 'Another reason.',
} as const

function RecordingCard({ found, onDeclare }: { found: OpenCase; onDeclare: () => void }) {
  const permission = found.recordingPermission
  return (
    <Card
      title="Recording permission"
      className="lg:col-span-2"
      actions={
        found.may.declareRecording && (
          <Button variant="quiet" onClick={onDeclare}>
            {permission ? 'Update' : 'Confirm'}
          </Button>
        )
      }
    >
      {permission ? (
        <>
          <p>
            {basisLabels[permission.basis]} {permission.note}
          </p>
          <p className="text-sm text-ink-3">
            Confirmed by {permission.declaredBy}, {formatDateTime(permission.declaredAt)}.
          </p>
        </>
      ) : (
        <p className="text-ink-2">Not confirmed yet. You’ll be asked before the first upload.</p>
      )}
    </Card>
  )
}

const talkGroups: readonly { label: string; roles: readonly string[] }[] = [
  { label: 'The court', roles: ['judge', 'clerk', 'reporter'] },
  { label: 'Plaintiff or prosecution', roles: ['prosecutor', 'plaintiff_attorney'] },
  { label: 'Defense', roles: ['defense_attorney'] },
  { label: 'Attorneys, side unknown', roles: ['attorney'] },
  { label: 'Jurors', roles: ['juror'] },
  { label: 'Others', roles: ['interpreter', 'witness', 'note', 'other', 'unknown'] },
]

function AnalyticsCard({ caseId }: { caseId: string }) {
  const analytics = useRead(readCaseAnalytics, { params: { caseId }, input: {} })
  return (
    <Card title="Analytics" className="lg:col-span-2">
      <Loaded query={analytics} skeleton={<Skeleton className="h-24" />}>
        {(data) =>
          data.videos.total === 0 ? (
            <p className="text-ink-2">Findings and speaking time appear after a video is analyzed.</p>
          ) : (
            <div className="grid gap-6 lg:grid-cols-2">
              <Findings data={data} />
              <Talk data={data} />
            </div>
          )
        }
      </Loaded>
    </Card>
  )
}

function Findings({ data }: { data: CaseAnalytics }) {
  const { byStatus, seconds } = data.videos
  const getCount = (type: string, severities: readonly string[]) =>
    data.findings
      .filter((each) => each.type === type && severities.includes(each.severity))
      .reduce((sum, each) => sum + each.count, 0)
  return (
    <div>
      <h3 className="text-base font-bold">Suggested findings</h3>
      <p className="mb-2 text-sm text-ink-3">
        {formatCount(byStatus.completed)} of {formatCount(data.videos.total)} videos analyzed, {formatDuration(seconds)}{' '}
        total.
      </p>
      <dl className="grid gap-1">
        {findingTypes.map((type) => (
          <div key={type} className="flex justify-between gap-4">
            <dt>{highlightSpecs[type].plural}</dt>
            <dd className="tabular">
              {formatCount(getCount(type, ['low', 'medium', 'high', 'critical']))}
              <span className="text-ink-3">
                {' '}
                ({formatCount(getCount(type, ['high', 'critical']))} high or critical)
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Talk({ data }: { data: CaseAnalytics }) {
  const all = data.talk.reduce((sum, each) => sum + each.seconds, 0)
  const groups = talkGroups
    .map(({ label, roles }) => ({
      label,
      seconds: data.talk.filter((each) => roles.includes(each.role)).reduce((sum, each) => sum + each.seconds, 0),
    }))
    .filter((each) => each.seconds > 0)
  return (
    <div>
      <h3 className="text-base font-bold">Speaking time</h3>
      {groups.length === 0 ? (
        <p className="text-ink-2">No transcript in this case identifies speakers.</p>
      ) : (
        <ul className="mt-2 grid gap-2">
          {groups.map(({ label, seconds }) => (
            <li key={label}>
              <div className="flex justify-between gap-4">
                <span>{label}</span>
                <span className="tabular">
                  {formatDuration(seconds)} ({formatPercent(seconds / all)})
                </span>
              </div>
              <ProgressBar value={(seconds / all) * 100} label={`${label}, share of speaking time`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
