import { lanes, nodeRoles, nodeStates } from '#contract/operations/nodes.ts'
import { readLastBackup } from '#server/platform/backup/history.ts'
import type { Db } from '#server/platform/db.ts'
import { listNodes } from '#server/platform/nodes.ts'
import type { Parts } from '#server/platform/parts.ts'
import { freeBytes, listDisks } from '#server/platform/storage/space.ts'
import { readChecks } from './pipeline.queries.ts'
import { countEndedRuns, sumStoredBytes } from './statistics.queries.ts'

const help = {
  venire_jobs_waiting: 'Jobs that are due, by lane.',
  venire_jobs_running: 'Jobs that a worker has claimed, by lane.',
  venire_jobs_oldest_seconds: 'How long the longest-waiting job has been due, by lane. 0 if none are waiting.',
  venire_runs_last_day: 'Analyses and exports that ended in the last 24 hours, by outcome.',
  venire_storage_bytes: 'Stored bytes, by kind.',
  venire_database_bytes: 'Size of the database.',
  venire_disk_free_bytes: 'Free space on this process’s disks, by folder: data or work (WORK_DIR).',
  venire_backup_age_seconds: 'Age of the newest undamaged backup. Absent if there is none.',
  venire_recordings: 'Stored recordings by their last check.',
  venire_recording_check_age_seconds: 'Age of the oldest check of a stored recording. Absent if none was checked.',
  venire_nodes: 'Processes, by role and state.',
  venire_lane_workers: 'Live worker processes, by lane.',
  venire_metrics_failed: 'Groups of the metrics above that could not be read.',
} as const
type Name = keyof typeof help
type Sample = { name: Name; labels?: Record<string, string>; value: number }

/** Except for free disk space, every process returns the same values. */
const groups: ((parts: Parts) => Promise<Sample[]>)[] = [
  readQueue,
  readNodes,
  readRecordings,
  ({ database }) => countRuns(database.db),
  ({ database }) => sumBytes(database.db),
  ({ config }) =>
    Promise.all(
      listDisks(config).map(async ({ folder, path }) => ({
        name: 'venire_disk_free_bytes' as const,
        labels: { folder },
        value: await freeBytes(path),
      })),
    ),
  async ({ database }) => {
    const last = await readLastBackup(database.db)
    return last === null ? [] : [{ name: 'venire_backup_age_seconds', value: last.ageSeconds }]
  },
]

/** Returns the Prometheus text format. A metric that can't be read is omitted, never reported as 0. */
export async function formatProductMetrics(parts: Parts): Promise<string> {
  const results = await Promise.allSettled(groups.map((read) => read(parts)))
  const samples = results.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  samples.push({ name: 'venire_metrics_failed', value: results.filter(({ status }) => status === 'rejected').length })
  return Object.entries(help)
    .map(([name, says]) => {
      const lines = samples.filter((each) => each.name === name).map(formatSample)
      return [`# HELP ${name} ${says}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n')
    })
    .join('\n')
}

function formatSample({ name, labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}`
}

async function readQueue({ queue }: Parts): Promise<Sample[]> {
  return (await queue.depth()).flatMap(({ lane, waiting, running, oldestSeconds }) => [
    { name: 'venire_jobs_waiting', labels: { lane }, value: waiting },
    { name: 'venire_jobs_running', labels: { lane }, value: running },
    { name: 'venire_jobs_oldest_seconds', labels: { lane }, value: oldestSeconds },
  ])
}

async function readNodes({ database }: Parts): Promise<Sample[]> {
  const nodes = await listNodes(database.db)
  const kinds = nodeRoles.flatMap((role) => nodeStates.map((state) => ({ role, state })))
  return [
    ...kinds.map((labels) => ({
      name: 'venire_nodes' as const,
      labels,
      value: nodes.filter(({ role, state }) => role === labels.role && state === labels.state).length,
    })),
    ...lanes.map((lane) => ({
      name: 'venire_lane_workers' as const,
      labels: { lane },
      value: nodes.filter((each) => each.state === 'running' && each.lanes.includes(lane)).length,
    })),
  ]
}

async function readRecordings({ database }: Parts): Promise<Sample[]> {
  const { oldestCheckAt, ...counts } = await readChecks(database.db)
  const states = Object.entries(counts).map(([state, value]) => ({
    name: 'venire_recordings' as const,
    labels: { state },
    value,
  }))
  if (oldestCheckAt === null) return states
  const ageSeconds = Math.max(0, (Date.now() - Date.parse(oldestCheckAt)) / 1000)
  return [...states, { name: 'venire_recording_check_age_seconds', value: ageSeconds }]
}

async function countRuns(db: Db): Promise<Sample[]> {
  const rows = await countEndedRuns(db)
  const outcomes = { completed: 'completed', failed: 'failed', canceled: 'cancelled' }
  return ['analysis', 'export'].flatMap((kind) =>
    Object.entries(outcomes).map(([outcome, stored]) => ({
      name: 'venire_runs_last_day' as const,
      labels: { kind, outcome },
      value: rows.find((row) => row.kind === kind && row.outcome === stored)?.count ?? 0,
    })),
  )
}

async function sumBytes(db: Db): Promise<Sample[]> {
  const { database, ...kinds } = await sumStoredBytes(db)
  return [
    { name: 'venire_database_bytes', value: Number(database) },
    ...Object.entries(kinds).map(([kind, bytes]) => ({
      name: 'venire_storage_bytes' as const,
      labels: { kind },
      value: Number(bytes),
    })),
  ]
}
