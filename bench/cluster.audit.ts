import { setTimeout as sleep } from 'node:timers/promises'
import { originalKey } from '#server/features/videos/videos.table.ts'
import type { Ledger } from './cluster.load.ts'
import type { Machines } from './cluster.machines.ts'
import type { StoredObject } from './cluster.store.ts'

export type Audit = {
  lost: string[]
  doubled: string[]
  stuck: string[]
  orphans: string[]
  counts: { videos: number; exports: number }
}

type Video = { id: string; firm_id: string; filename: string; sha256: string | null; status: string }
type Made = { id: string; status: string; failure: string | null; file_key: string | null; sha256: string | null }

const open = `select count(*)::int as count from (
  select id from analysis_runs where state in ('queued', 'running')
  union all select id from exports where status in ('queued', 'running')) unfinished`

/** If a process was killed after it received an upload, upkeep removes the pieces within three minutes. */
const ended = `select count(*)::int as count from stored_uploads upload
  where not exists (select from videos where id = upload.video_id and received_at is null)`

export async function countUnfinished({ query }: Machines): Promise<number> {
  return (await query<{ count: number }>(open))[0]!.count
}

async function waitUntilIdle(machines: Machines, patienceMs: number): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500))
    if ((await countUnfinished(machines)) === 0 && (await machines.query<{ count: number }>(ended))[0]!.count === 0)
      return
}

export async function auditLedger(
  machines: Machines,
  ledger: Ledger,
  { patienceMs, versions = 1 }: { patienceMs: number; versions?: number | undefined },
): Promise<Audit> {
  await waitUntilIdle(machines, patienceMs)
  const { query, store } = machines
  const audit: Audit = {
    lost: [...ledger.lost],
    doubled: [],
    stuck: [],
    orphans: [],
    counts: { videos: ledger.videos.size, exports: ledger.exports.size },
  }
  const videos = await query<Video>(`select video.id, firm_id, filename, sha256, coalesce(
      (select state from analysis_runs where video_id = video.id order by number desc limit 1), 'none') as status
    from videos video where received_at is not null and deleted_at is null`)
  const made = await query<Made>('select id, status, failure, file_key, sha256 from exports')
  const objects = new Map((await store.report()).objects.map((each) => [each.key, each]))
  checkVideos(audit, ledger, videos, objects)
  checkExports(audit, ledger, made, objects)
  await checkDoubles(machines, audit)
  await checkArtifacts(machines, audit, videos, objects, versions)
  return audit
}

function checkVideos(audit: Audit, ledger: Ledger, videos: Video[], objects: Map<string, StoredObject>): void {
  const byId = new Map(videos.map((each) => [each.id, each]))
  for (const [id, sha256] of ledger.videos) {
    const video = byId.get(id)
    const stored = video && objects.get(originalKey({ id, firmId: video.firm_id }))
    if (!video) audit.lost.push(`video ${id} is missing`)
    else if (video.sha256 !== sha256) audit.lost.push(`video ${id} has another hash in the database`)
    else if (stored?.sha256 !== sha256) audit.lost.push(`video ${id} has other bytes in the store`)
  }
  for (const { id, status } of videos) {
    if (status === 'queued' || status === 'running') audit.stuck.push(`analysis of ${id} is ${status}`)
    else if (status !== 'completed') audit.lost.push(`analysis of ${id} is ${status}`)
  }
  const hashes = videos.map(({ sha256 }) => sha256)
  if (new Set(hashes).size !== hashes.length) audit.doubled.push('two videos have the same bytes')
}

function checkExports(audit: Audit, ledger: Ledger, made: Made[], objects: Map<string, StoredObject>): void {
  const byId = new Map(made.map((each) => [each.id, each]))
  for (const id of ledger.exports) if (!byId.has(id)) audit.lost.push(`export ${id} is missing`)
  for (const { id, status, failure, file_key, sha256 } of made) {
    if (status === 'queued' || status === 'running') audit.stuck.push(`export ${id} is ${status}`)
    else if (status !== 'ready') audit.lost.push(`export ${id} is ${status}: ${failure}`)
    else if (objects.get(file_key!)?.sha256 !== sha256)
      audit.lost.push(`export ${id} has ${objects.has(file_key!) ? 'other bytes' : 'no file'} in the store`)
  }
  if (made.length > ledger.exports.size + ledger.unnamed)
    audit.doubled.push(`${made.length} exports for ${ledger.exports.size + ledger.unnamed} requests`)
}

async function checkDoubles({ query }: Machines, audit: Audit): Promise<void> {
  const once = ['video.uploaded', 'video.processed', 'export.created', 'export.ready']
  const events = await query<{ entity_id: string; action: string; count: number }>(
    `select entity_id, action, count(*)::int as count from audit_events where action = any($1)
      group by entity_id, action having count(*) > 1`,
    [once],
  )
  for (const { entity_id, action, count } of events) audit.doubled.push(`${action} of ${entity_id}, ${count} times`)
  const told = await query<{ entity_id: string; topic: string; count: number }>(
    `select entity_id, topic, count(*)::int as count from notifications where topic in ('video.completed', 'export.ready')
      group by user_id, entity_id, topic having count(*) > 1`,
  )
  for (const { entity_id, topic, count } of told)
    audit.doubled.push(`notification ${topic} of ${entity_id}, ${count} times`)
  const jobs = await query<{ id: string; name: string; state: string }>(
    `select id, name, state::text from pgboss.job where name in ('analyze', 'export') and state in ('retry', 'active')`,
  )
  for (const { id, name, state } of jobs) audit.stuck.push(`job ${name} ${id} is ${state}`)
}

/**
 * Every video has the same picture and sound, so each Venire version should produce identical files for all of them.
 */
async function checkArtifacts(
  { query }: Machines,
  audit: Audit,
  videos: Video[],
  objects: Map<string, StoredObject>,
  versions: number,
): Promise<void> {
  const files = await query<{ video_id: string; kind: string; key: string }>(
    'select video_id, kind, key from video_files',
  )
  const seen = new Map<string, Set<string>>()
  const perVideo = new Map<string, number>()
  for (const { video_id, kind, key } of files) {
    const stored = objects.get(key)
    perVideo.set(video_id, (perVideo.get(video_id) ?? 0) + 1)
    const hashes = (seen.get(kind) ?? new Set()).add(stored?.sha256 ?? '')
    seen.set(kind, hashes)
    if (!stored) audit.lost.push(`${kind} of ${video_id} has no file in the store`)
    else if (hashes.size > versions) audit.lost.push(`${kind} of ${video_id} differs`)
  }
  const counts = new Set(videos.filter(({ status }) => status === 'completed').map(({ id }) => perVideo.get(id) ?? 0))
  if (counts.size > versions) audit.lost.push(`some videos have ${[...counts].join(' and some ')} derived files`)
  const kept = await query<Pick<Video, 'id' | 'firm_id'>>('select id, firm_id from videos')
  const known = new Set([
    ...kept.map(({ id, firm_id }) => originalKey({ id, firmId: firm_id })),
    ...files.map(({ key }) => key),
    ...(await query<{ file_key: string }>('select file_key from exports where file_key is not null')).map(
      ({ file_key }) => file_key,
    ),
  ])
  audit.orphans = [...objects.keys()].filter((key) => !known.has(key)).map((key) => `no row refers to ${key}`)
}

export function summarize(audit: Audit, { wrong }: Ledger, faults: readonly string[]) {
  const { lost, doubled, stuck, orphans, counts } = audit
  const problems = [...lost, ...doubled, ...stuck, ...orphans, ...wrong, ...faults]
  const text = [
    `${counts.videos} uploads, ${counts.exports} exports`,
    `${lost.length} lost, ${doubled.length} doubled, ${stuck.length} stuck`,
    ...(orphans.length > 0 ? [`${orphans.length} stored files without a row`] : []),
    ...(wrong.length > 0 ? [`${wrong.length} unexplained answers`] : []),
    ...(faults.length > 0 ? [`${faults.length} processes ended by themselves`] : []),
  ].join('; ')
  return { problems, text }
}
