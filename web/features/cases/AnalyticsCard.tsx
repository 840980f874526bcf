import { type CaseAnalytics, readCaseAnalytics } from '#contract/cases/analytics.ts'
import { findingTypes } from '#contract/findings/findings.ts'
import { highlightSpecs } from '#contract/highlights/words.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDuration, formatPercent } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Card, ProgressBar, Skeleton } from '#web/ui/kit.ts'

const talkGroups: readonly { label: string; roles: readonly string[] }[] = [
  { label: 'The court', roles: ['judge', 'clerk', 'reporter'] },
  { label: 'Plaintiff or prosecution', roles: ['prosecutor', 'plaintiff_attorney'] },
  { label: 'Defense', roles: ['defense_attorney'] },
  { label: 'Attorneys whose side is unknown', roles: ['attorney'] },
  { label: 'Jurors', roles: ['juror'] },
  { label: 'Others', roles: ['interpreter', 'witness', 'note', 'other', 'unknown'] },
]

/** What the case's videos add up to, as the machine suggests it. */
export function AnalyticsCard({ caseId }: { caseId: string }) {
  const analytics = useRead(readCaseAnalytics, { params: { caseId }, input: {} })
  return (
    <Card title="Analytics" className="lg:col-span-2">
      <Loaded query={analytics} skeleton={<Skeleton className="h-24" />}>
        {(data) =>
          data.videos.total === 0 ? (
            <p className="text-ink-2">Findings and speaking time stand here once a video of the case was analysed.</p>
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
      <h3 className="text-base font-bold">Findings suggested</h3>
      <p className="mb-2 text-sm text-ink-3">
        {formatCount(byStatus.completed)} of {formatCount(data.videos.total)} videos analysed, {formatDuration(seconds)}{' '}
        in all.
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
      <h3 className="text-base font-bold">Who spoke how long</h3>
      {groups.length === 0 ? (
        <p className="text-ink-2">No transcript of this case says who spoke when.</p>
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
              <ProgressBar value={(seconds / all) * 100} label={`${label}, share of the speaking time`} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
