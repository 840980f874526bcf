import { CircleCheck, CircleX, Clock, LoaderCircle, type LucideIcon } from 'lucide-react'
import { type PipelineStatus, readPipeline } from '#contract/operations/operations.ts'
import { useRead } from '#web/platform/api.ts'
import { formatAgo, formatCount, formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { Badge, Card, cx, ProgressBar, Skeleton } from '#web/ui/kit.ts'

/** Required by section 7 of the specification. */
const pollMs = 10_000

const states = {
  running: { word: 'Active', tone: 'info' },
  idle: { word: 'Idle', tone: 'neutral' },
  failed: { word: 'Failed', tone: 'danger' },
} as const

export function PipelineCard() {
  const pipeline = useRead(readPipeline, { params: {}, input: {} }, { pollMs })
  return (
    <Card
      title="CI/CD Pipeline"
      actions={
        pipeline.data?.status && (
          <Badge tone={states[pipeline.data.status].tone}>{states[pipeline.data.status].word}</Badge>
        )
      }
    >
      <Loaded query={pipeline} skeleton={<Skeleton className="h-40" />}>
        {({ steps, media, integrity, reportedAt }) => (
          <div className="grid gap-4">
            <StepList steps={Object.entries(steps)} reportedAt={reportedAt} />
            {media && (
              <div>
                <h3 className="mb-2 font-medium">Video analyses</h3>
                <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm">
                  <Count label="Queued" count={media.waiting} />
                  <Count label="Running" count={media.running} />
                  <Count label="Completed in 24 hours" count={media.completed24h} />
                  <Count label="Failed in 24 hours" count={media.failed24h} />
                </dl>
              </div>
            )}
            {integrity && (
              <div>
                <h3 className="mb-2 font-medium">Stored recordings</h3>
                <dl className="grid grid-cols-2 gap-x-6 gap-y-2 text-sm">
                  <Count label="Unchanged" count={integrity.ok} />
                  <Count label="Changed" count={integrity.changed} />
                  <Count label="Not checked yet" count={integrity.unchecked} />
                </dl>
                <p className="mt-2 text-sm text-ink-3">
                  {integrity.oldestCheckAt
                    ? `Oldest check: ${formatDateTime(integrity.oldestCheckAt)}`
                    : 'Nothing checked yet.'}
                </p>
              </div>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  )
}

type Step = PipelineStatus['steps'][string]

function StepList({ steps, reportedAt }: { steps: [string, Step][]; reportedAt: string | null }) {
  if (steps.length === 0) {
    return <p className="text-ink-2">No builds or deployments reported yet. See PIPELINE_TOKEN in the settings.</p>
  }
  return (
    <div className="grid gap-2">
      <ul className="grid gap-2">
        {steps.map(([name, step]) => (
          <StepRow key={name} name={name} step={step} />
        ))}
      </ul>
      {reportedAt && <p className="text-sm text-ink-3">Reported {formatAgo(reportedAt)}</p>}
    </div>
  )
}

const icons: Record<Step['status'], { icon: LucideIcon; className: string }> = {
  completed: { icon: CircleCheck, className: 'text-success-fg' },
  running: { icon: LoaderCircle, className: 'animate-spin text-info-fg motion-reduce:animate-none' },
  failed: { icon: CircleX, className: 'text-danger-fg' },
  pending: { icon: Clock, className: 'text-ink-3' },
  skipped: { icon: Clock, className: 'text-ink-3' },
}

function StepRow({ name, step }: { name: string; step: Step }) {
  const { icon: Icon, className } = icons[step.status]
  return (
    <li className="grid gap-1">
      <div className="flex flex-wrap items-center gap-2">
        <Icon className={cx('size-4 shrink-0', className)} aria-hidden="true" />
        <span className="min-w-0 flex-1 font-medium break-words">{name}</span>
        <span className="text-sm text-ink-2">{[step.status, step.duration].filter(Boolean).join(', ')}</span>
      </div>
      {step.result && <p className="pl-6 text-sm text-ink-2">{step.result}</p>}
      {step.status === 'running' && <ProgressBar value={step.progress} label={name} />}
    </li>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div className="flex justify-between gap-2">
      <dt className="text-ink-2">{label}</dt>
      <dd className="tabular font-medium">{formatCount(count)}</dd>
    </div>
  )
}
