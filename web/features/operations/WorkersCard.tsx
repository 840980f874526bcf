import { type Capability, type Lane, listNodes, type NodeList, type NodeRecord } from '#contract/operations/nodes.ts'
import { useRead } from '#web/platform/api.ts'
import { formatAgo, formatCount } from '#web/platform/format.ts'
import { Loaded } from '#web/platform/Loaded.tsx'
import { useAccount } from '#web/platform/session.ts'
import { Badge, Card, Skeleton, Table, TableCell, TableRow } from '#web/ui/kit.ts'

const pollMs = 10_000

const laneNames: Record<Lane, string> = { speech: 'Analyses', media: 'Recordings', export: 'Exports', mail: 'Email' }
const capabilityNames: Record<Capability, string> = {
  ffmpeg: 'ffmpeg',
  speech: 'a speech recognizer',
  'speech:cuda': 'a speech recognizer on a GPU',
  opinion: 'a language model',
}
const listFormat = new Intl.ListFormat('en-US', { type: 'conjunction' })
const describeCapabilities = (some: readonly Capability[]) =>
  listFormat.format(some.map((each) => capabilityNames[each]))
const roleNames: Record<NodeRecord['role'], string> = { all: 'Server', web: 'Web', worker: 'Worker' }
const states = {
  running: { word: 'Running', tone: 'success' },
  outdated: { word: 'Outdated', tone: 'danger' },
  silent: { word: 'Not responding', tone: 'warning' },
} as const

export function WorkersCard() {
  const { isOperator } = useAccount()
  return isOperator ? <Workers /> : null
}

function Workers() {
  const found = useRead(listNodes, { params: {}, input: {} }, { pollMs })
  return (
    <Card title="Workers">
      <Loaded query={found} skeleton={<Skeleton className="h-40" />}>
        {({ nodes, ...jobs }) => (
          <div className="grid gap-4">
            <ul className="divide-y divide-line">
              {nodes.map((node) => (
                <NodeRow key={node.id} node={node} />
              ))}
            </ul>
            <Queue {...jobs} nodes={nodes} />
          </div>
        )}
      </Loaded>
    </Card>
  )
}

function NodeRow({ node }: { node: NodeRecord }) {
  const { word, tone } = states[node.state]
  const taken = listFormat.format(node.lanes.map((lane) => laneNames[lane].toLowerCase()))
  return (
    <li className="grid gap-1 py-3 first:pt-0">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-medium break-words">
          {roleNames[node.role]} on {node.host}
        </span>
        <Badge tone={tone}>{word}</Badge>
      </div>
      <p className="text-sm text-ink-2">{taken ? `Handles ${taken}` : 'Serves pages only'}</p>
      {node.lanes.length > 0 && node.capabilities !== null && node.capabilities.length > 0 && (
        <p className="text-sm text-ink-3">Has {describeCapabilities(node.capabilities)}</p>
      )}
      <p className="text-sm text-ink-3">
        {node.state === 'running'
          ? `Version ${node.version}, started ${formatAgo(node.startedAt)}`
          : node.state === 'silent'
            ? `Last seen ${formatAgo(node.seenAt)}`
            : `Not taking jobs: version ${node.version} doesn’t match the database. Restart it with the current version.`}
      </p>
    </li>
  )
}

function Queue({ queue, nodes, unserved }: NodeList) {
  const isServed = (lane: Lane) => nodes.some((node) => node.state === 'running' && node.lanes.includes(lane))
  return (
    <div>
      <h3 className="font-medium">Jobs</h3>
      <Table
        caption="Jobs"
        columns={[{ label: 'Kind' }, { label: 'Queued', numeric: true }, { label: 'Running', numeric: true }]}
      >
        {queue.map(({ lane, waiting, running }) => (
          <TableRow key={lane}>
            <th scope="row" className="px-2 py-1.5 font-normal">
              {laneNames[lane]}
              {!isServed(lane) && (
                <span className="block text-sm text-danger-fg">
                  No worker handles these jobs. Run <code>./venire worker --lanes {lane}</code>
                </span>
              )}
              {unserved
                .filter((each) => each.lane === lane)
                .map(({ needs, waiting: count }) => (
                  <span key={needs.join()} className="block text-sm text-danger-fg">
                    No worker has {describeCapabilities(needs)}, which {formatCount(count)} queued{' '}
                    {count === 1 ? 'job needs' : 'jobs need'}
                  </span>
                ))}
            </th>
            <TableCell numeric>{formatCount(waiting)}</TableCell>
            <TableCell numeric>{formatCount(running)}</TableCell>
          </TableRow>
        ))}
      </Table>
    </div>
  )
}
