import { Plus, Ellipsis, Eye, Pencil, Trash2 } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import {
  deleteEndpoint,
  type EndpointRecord,
  listEndpoints,
  addEndpoint,
  editEndpoint,
  monitorMethods,
} from '#contract/operations/operations.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useCommand, useRead } from '#web/platform/api.ts'
import { describeError } from '#web/platform/apiError.ts'
import { CommandForm, useCommandForm } from '#web/platform/form.tsx'
import { formatCount, formatDateTime } from '#web/platform/format.ts'
import { useAccount } from '#web/platform/session.ts'
import {
  Button,
  Card,
  ConfirmDialog,
  Skeleton,
  Badge,
  IconButton,
  Menu,
  Dialog,
  Notice,
  DialogActions,
  Select,
  TextField,
  type Tone,
} from '#web/ui/kit.ts'
import { useSwipe } from './useSwipe.ts'

const shown = 8

type Open = { act: EndpointAct; endpoint: EndpointRecord } | null

export function EndpointsCard({ isAdding, onAdd }: { isAdding: boolean; onAdd: (isAdding: boolean) => void }) {
  const endpoints = useRead(listEndpoints, { params: {}, input: {} })
  const remove = useCommand(deleteEndpoint)
  const { isOperator } = useAccount()
  const [open, setOpen] = useState<Open>(null)
  const [showsAll, setShowsAll] = useState(false)
  const close = () => {
    remove.reset()
    setOpen(null)
    onAdd(false)
  }
  const onAct = (act: EndpointAct, endpoint: EndpointRecord) => setOpen({ act, endpoint })

  return (
    <Card
      title="API Endpoints"
      actions={
        isOperator && (
          <Button icon={<Plus className="size-4" />} onClick={() => onAdd(true)}>
            Add Endpoint
          </Button>
        )
      }
    >
      <Loaded query={endpoints} skeleton={<Skeleton className="h-64" />}>
        {(all) => (
          <>
            <ul>
              {(showsAll ? all : all.slice(0, shown)).map((endpoint) => (
                <EndpointRow key={endpoint.id} endpoint={endpoint} onAct={onAct} />
              ))}
            </ul>
            {all.length > shown && (
              <Button variant="quiet" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
                {showsAll ? 'Show busiest only' : `Show all ${all.length}`}
              </Button>
            )}
          </>
        )}
      </Loaded>
      <EndpointDetails endpoint={open?.act === 'view' ? open.endpoint : null} isOperator={isOperator} onClose={close} />
      <EndpointDialog
        key={open?.endpoint?.id ?? 'new'}
        endpoint={open?.endpoint ?? null}
        open={open?.act === 'edit' || (isAdding && isOperator)}
        onOpenChange={close}
      />
      <ConfirmDialog
        open={open?.act === 'delete'}
        onOpenChange={close}
        title={`Delete ${open?.endpoint?.url ?? ''}?`}
        description="Monitoring will stop, and past measurements will be deleted."
        confirmLabel="Delete"
        danger
        busy={remove.isPending}
        error={remove.error && describeError(remove.error)}
        onConfirm={() => remove.mutate({ params: { id: open?.endpoint?.id ?? '' }, input: {} }, { onSuccess: close })}
      />
    </Card>
  )
}

type EndpointAct = 'view' | 'edit' | 'delete'
type EndpointRowProps = { endpoint: EndpointRecord; onAct: (act: EndpointAct, endpoint: EndpointRecord) => void }

function getChangeRefusal(endpoint: EndpointRecord, isOperator: boolean): string | null {
  if (endpoint.source === 'server') return 'This is one of the server’s own endpoints and can’t be changed.'
  return isOperator ? null : 'Only the operator of this installation can do this.'
}

function EndpointRow({ endpoint, onAct }: EndpointRowProps) {
  const { isOperator } = useAccount()
  const { bind, offset, revealed, hide } = useSwipe()
  const mayChange = getChangeRefusal(endpoint, isOperator) === null
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
            {endpoint.avgResponseTime === null ? 'no data yet' : `${endpoint.avgResponseTime}ms`}
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

type EndpointDetailsProps = { endpoint: EndpointRecord | null; isOperator: boolean; onClose: () => void }

function EndpointDetails({ endpoint, isOperator, onClose }: EndpointDetailsProps) {
  if (!endpoint) return null
  const refusal = getChangeRefusal(endpoint, isOperator)
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
          <Notice tone="info">{`Edit and Delete are unavailable. ${refusal}`}</Notice>
        </div>
      )}
    </Dialog>
  )
}

type EndpointDialogProps = {
  endpoint: EndpointRecord | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

function EndpointDialog({ endpoint, open, onOpenChange }: EndpointDialogProps) {
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={endpoint ? 'Edit endpoint' : 'Add Endpoint'}
      description="An address on this machine or an allowed host. It’s checked once a minute."
    >
      {endpoint ? <EditForm endpoint={endpoint} onDone={close} /> : <AddForm onDone={close} />}
    </Dialog>
  )
}

function AddForm({ onDone }: { onDone: () => void }) {
  const form = useCommandForm(addEndpoint, { defaults: { url: '', method: 'GET' }, onDone })
  return (
    <CommandForm form={form}>
      <Fields url={form.field('url')} method={form.field('method')} />
      <Actions busy={form.busy} label={form.busy ? 'Adding...' : 'Add Endpoint'} onCancel={onDone} />
    </CommandForm>
  )
}

function EditForm({ endpoint, onDone }: { endpoint: EndpointRecord; onDone: () => void }) {
  const form = useCommandForm(editEndpoint, {
    params: { id: endpoint.id },
    defaults: {
      url: endpoint.url ?? '',
      method: monitorMethods.find((each) => each === endpoint.method) ?? 'GET',
      version: endpoint.version ?? 0,
    },
    onDone,
  })
  return (
    <CommandForm form={form}>
      <Fields url={form.field('url')} method={form.field('method')} />
      <Actions busy={form.busy} label={form.busy ? 'Saving…' : 'Save'} onCancel={onDone} />
    </CommandForm>
  )
}

type FieldsProps = {
  url: Pick<ComponentProps<typeof TextField>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'error'>
  method: Pick<ComponentProps<typeof Select>, 'name' | 'onChange' | 'onBlur' | 'ref' | 'error'>
}

function Fields({ url, method }: FieldsProps) {
  return (
    <>
      <TextField {...url} label="Address" type="url" placeholder="http://127.0.0.1:8080/health" required />
      <Select
        {...method}
        label="Method"
        hint="Only methods that don’t change data."
        options={monitorMethods.map((value) => ({ value, label: value }))}
      />
    </>
  )
}

function Actions({ busy, label, onCancel }: { busy: boolean; label: string; onCancel: () => void }) {
  return (
    <DialogActions>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" variant="primary" busy={busy}>
        {label}
      </Button>
    </DialogActions>
  )
}

const methodTone: Record<EndpointRecord['method'], Tone> = {
  GET: 'info',
  HEAD: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'warning',
  DELETE: 'danger',
}

const statusWords: Record<EndpointRecord['status'], { word: string; tone: Tone }> = {
  healthy: { word: 'Healthy', tone: 'success' },
  failing: { word: 'Failing', tone: 'danger' },
  unknown: { word: 'No requests yet', tone: 'neutral' },
}
