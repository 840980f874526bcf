import { Suspense, useState } from 'react'
import {
  type MeasuredWindow,
  measuredWindows,
  type Performance,
  readPerformance,
  sampleFigures,
} from '#contract/operations/operations.ts'
import { useRead } from '#web/platform/api.ts'
import { formatCount, formatDateTime } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { lazyPart } from '#web/platform/network/reachable.ts'
import { Button, Card, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'
import {
  formatChange,
  type Figure,
  figure,
  formatGigabytes,
  formatMs,
  formatPercentage,
  SampleMark,
} from './figures.tsx'

const ResponseChart = lazyPart(
  () => import('./ResponseChart.tsx'),
  ({ ResponseChart }) => ResponseChart,
)

const comparedWith: Record<MeasuredWindow, string> = {
  '24h': 'the previous week',
  '7d': 'the previous week',
  '30d': 'the previous 30 days',
}

/** Required by section 7 of the specification. */
const pollMs = 30_000

export function PerformanceCard() {
  const [window, setWindow] = useState<MeasuredWindow>('24h')
  const performance = useRead(readPerformance, { params: {}, input: { window } }, { pollMs })
  return (
    <Card
      title="Performance Metrics"
      actions={measuredWindows.map((each) => (
        <Button
          key={each}
          variant={each === window ? 'primary' : 'secondary'}
          aria-pressed={each === window}
          onClick={() => setWindow(each)}
        >
          {each}
        </Button>
      ))}
    >
      <Loaded query={performance} skeleton={<Skeleton className="h-64" />}>
        {(data) => (
          <div className="grid gap-4">
            <dl className="grid gap-3 sm:grid-cols-3">
              <Metric
                label="Average response time"
                figure={figure(data.avgResponseTime, sampleFigures.avgResponseTime, formatMs)}
                change={data.responseTimeChange}
                before={comparedWith[window]}
              />
              <Metric
                label="Uptime"
                figure={figure(data.uptime, sampleFigures.uptime, formatPercentage)}
                change={data.uptimeChange}
                before={comparedWith[window]}
                unit=" points"
              />
              <Metric
                label="Memory usage"
                figure={figure(data.memoryUsage, sampleFigures.memoryUsage, formatGigabytes)}
                change={data.memoryChange}
                before={comparedWith[window]}
              />
            </dl>
            <Hours hours={data.hours} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

type MetricProps = { label: string; figure: Figure; change: number | null; before: string; unit?: string }

function Metric({ label, figure: { text, isSample }, change, before, unit }: MetricProps) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="tabular text-xl font-bold">
        <span>{text}</span> {isSample && <SampleMark />}
      </dd>
      <dd className="text-sm text-ink-3">
        {change === null ? `No data for ${before}` : `${formatChange(change, unit)} vs. ${before}`}
      </dd>
    </div>
  )
}

function Hours({ hours }: { hours: Performance['hours'] }) {
  if (hours.length === 0) return <p className="text-ink-2">No data for this period.</p>
  return (
    <>
      {hours.length > 1 && (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ResponseChart hours={hours} />
        </Suspense>
      )}
      <details>
        <summary className="py-1 text-sm text-ink-2 touch:py-3">Hourly data</summary>
        <Table
          caption="Hourly data"
          columns={[
            { label: 'Hour' },
            { label: 'Requests', numeric: true },
            { label: 'Response time', numeric: true },
            { label: 'Memory', numeric: true },
          ]}
        >
          {hours.toReversed().map((hour) => (
            <TableRow key={hour.at}>
              <TableCell>{formatDateTime(hour.at)}</TableCell>
              <TableCell numeric>{formatCount(hour.requests)}</TableCell>
              <TableCell numeric>{hour.avgResponseTime === null ? '–' : formatMs(hour.avgResponseTime)}</TableCell>
              <TableCell numeric>{hour.memory === null ? '–' : formatGigabytes(hour.memory)}</TableCell>
            </TableRow>
          ))}
        </Table>
      </details>
    </>
  )
}
