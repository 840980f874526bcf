import type { EndpointRecord } from '#contract/operations/operations.ts'
import { formatCount, formatDateTime } from '#web/platform/format.ts'
import { Dialog, Notice } from '#web/ui/kit.ts'
import { refusalToChange } from './EndpointRow.tsx'
import { statusWords } from './methodTone.ts'

type EndpointDetailsProps = { endpoint: EndpointRecord | null; isOperator: boolean; onClose: () => void }

/** What was measured of one endpoint in 24 hours, and why it may not be changed here. */
export function EndpointDetails({ endpoint, isOperator, onClose }: EndpointDetailsProps) {
  if (!endpoint) return null
  const refusal = refusalToChange(endpoint, isOperator)
  const facts: [string, string][] = [
    ['Status', statusWords[endpoint.status].word],
    ['Average response time', endpoint.avgResponseTime === null ? 'Not measured yet' : `${endpoint.avgResponseTime}ms`],
    ['P95 response time', endpoint.p95ResponseTime === null ? 'Not measured yet' : `${endpoint.p95ResponseTime}ms`],
    [
      endpoint.source === 'server' ? 'Requests in 24 hours' : 'Checks in 24 hours',
      formatCount(endpoint.requestCount24h),
    ],
    ...(endpoint.url ? ([['Address', endpoint.url]] satisfies [string, string][]) : []),
    ...(endpoint.checkedAt
      ? ([['Last checked', formatDateTime(endpoint.checkedAt)]] satisfies [string, string][])
      : []),
    ...(endpoint.problem ? ([['Problem', endpoint.problem]] satisfies [string, string][]) : []),
  ]
  return (
    <Dialog open onOpenChange={onClose} title={`${endpoint.method} ${endpoint.path}`}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="tabular wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {refusal && (
        <div className="mt-4">
          <Notice tone="info">{`Edit and Delete are off. ${refusal}`}</Notice>
        </div>
      )}
    </Dialog>
  )
}
