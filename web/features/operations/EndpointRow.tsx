import { Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import type { EndpointRecord } from '#contract/operations/operations.ts'
import { formatCount } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import { Badge, Button, IconButton, Menu } from '#web/ui/kit.ts'
import { methodTone, statusWords } from './methodTone.ts'
import { useSwipe } from './useSwipe.ts'

export type EndpointAct = 'view' | 'edit' | 'delete'
type EndpointRowProps = { endpoint: EndpointRecord; onAct: (act: EndpointAct, endpoint: EndpointRecord) => void }

/** Why somebody may not change an address; null when they may. */
export function refusalToChange(endpoint: EndpointRecord, isOperator: boolean): string | null {
  if (endpoint.source === 'server') return "The server's own endpoint: it can be looked at only."
  return isOperator ? null : 'Only the operator of this installation may do this.'
}

/** One endpoint. A swipe to the left shows Edit and Delete, to the right View; the button at its end does the same. */
export function EndpointRow({ endpoint, onAct }: EndpointRowProps) {
  const { isOperator } = useAccount()
  const { bind, offset, revealed, hide } = useSwipe()
  const mayChange = refusalToChange(endpoint, isOperator) === null
  const act = (name: EndpointAct) => {
    hide()
    onAct(name, endpoint)
  }
  const icon = 'size-4 text-ink-3'
  const items = [
    { label: 'View', icon: <Eye className={icon} />, onSelect: () => act('view') },
    ...(mayChange
      ? [
          { label: 'Edit', icon: <Pencil className={icon} />, onSelect: () => act('edit') },
          { label: 'Delete', icon: <Trash2 className={icon} />, danger: true, onSelect: () => act('delete') },
        ]
      : []),
  ]
  return (
    <li className="relative overflow-hidden border-b border-line last:border-0">
      <div
        {...bind()}
        className="grid touch-pan-y grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2"
        {...(offset !== 0 && { style: { transform: `translateX(${offset}px)` } })}
      >
        <div className="flex min-w-0 items-start gap-2">
          <span className="flex shrink-0">
            <Badge tone={methodTone[endpoint.method]}>{endpoint.method}</Badge>
          </span>
          <span className="min-w-0 font-mono text-sm wrap-anywhere">{endpoint.path}</span>
        </div>
        <Menu
          trigger={
            <IconButton
              label={`Actions for ${endpoint.method} ${endpoint.path}`}
              icon={<Ellipsis className="size-4" />}
            />
          }
          items={items}
        />
        <p className="col-span-2 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
          <Badge tone={statusWords[endpoint.status].tone}>{statusWords[endpoint.status].word}</Badge>
          <span className="tabular">
            {endpoint.avgResponseTime === null ? 'no time yet' : `${endpoint.avgResponseTime}ms`}
          </span>
          <span className="tabular">
            {`${formatCount(endpoint.requestCount24h)} ${endpoint.source === 'server' ? 'request' : 'check'}${endpoint.requestCount24h === 1 ? '' : 's'} in 24 hours`}
          </span>
        </p>
      </div>
      {revealed === 'left' && (
        <div className="absolute inset-y-0 right-0 flex items-center gap-2 bg-surface px-2">
          <Button disabled={!mayChange} onClick={() => act('edit')}>
            Edit
          </Button>
          <Button variant="danger" disabled={!mayChange} onClick={() => act('delete')}>
            Delete
          </Button>
        </div>
      )}
      {revealed === 'right' && (
        <div className="absolute inset-y-0 left-0 flex items-center bg-surface px-2">
          <Button onClick={() => act('view')}>View</Button>
        </div>
      )}
    </li>
  )
}
