import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { uploadPaths } from '#contract/videos/uploads.ts'
import { signUp } from '#test/crash/sign-up.ts'
import { auditLedger, countUnfinished, summarize } from './cluster.audit.ts'
import { type Client, createClient, newLedger, pad, startLoad, uploadVideo, watchReady } from './cluster.load.ts'
import type { Machine, Machines } from './cluster.machines.ts'
import type { StoreMood } from './cluster.store.ts'

export type Drill = {
  machines: Machines
  client: Client
  token: string
  orders: readonly object[]
  video: Buffer
  bigBytes: number
  /** The number of Venire versions that analyze videos during the drill. */
  versions?: number
}
export type Result = { text: string; problems: string[] }

const leadInMs = 4000
const mostWaiting = 12
const patienceMs = 240_000

export async function runUnderLoad(drill: Drill, disturb: () => Promise<unknown>): Promise<Result> {
  const { machines } = drill
  const ledger = drill.machines.ledger
  const before = { videos: ledger.videos.size, exports: ledger.exports.size }
  Object.assign(ledger, { lost: [], wrong: [], reads: newLedger().reads })
  // The database may be down or unresponsive.
  const isFull = () =>
    Promise.race([
      countUnfinished(machines).then(
        (count) => count >= mostWaiting,
        () => false,
      ),
      sleep(1000, false),
    ])
  const load = startLoad({ ...drill, ledger, isFull })
  await sleep(leadInMs)
  await disturb()
  const healedAt = performance.now()
  await load.stop()
  const finishedS = (performance.now() - healedAt) / 1000
  const audit = await auditLedger(machines, ledger, { patienceMs, versions: drill.versions })
  const idleS = (performance.now() - healedAt) / 1000
  audit.counts.videos -= before.videos
  audit.counts.exports -= before.exports
  const { problems, text } = summarize(audit, ledger, machines.faults)
  const { reads } = ledger
  const times = [
    `senders done ${finishedS.toFixed(0)} s and all work done ${idleS.toFixed(0)} s after the end`,
    `lists: ${reads.answered} answered, ${reads.refused} refused with 503, ${reads.silent} cut off, slowest answer ${(reads.slowestMs / 1000).toFixed(1)} s`,
  ]
  return { text: [text, ...times].join('; '), problems }
}

export async function sendTwice({ machines, token }: Drill, rounds: number): Promise<Result> {
  const pieceBytes = 1_000_000
  const senders = machines.webs.map(({ url }) => createClient([url], token))
  const tus = { 'tus-resumable': '1.0.0' }
  const metadata = `filename ${Buffer.from('two.mp4').toString('base64')}`
  const headers = { ...tus, 'upload-length': String(rounds * pieceBytes), 'upload-metadata': metadata }
  const created = await senders[0]!.ask(uploadPaths.resumable, { method: 'POST', headers })
  const path = created.headers.get('location')!
  const accepted: Buffer[] = []
  const problems: string[] = []
  for (let offset = 0; offset < rounds * pieceBytes; offset += pieceBytes) {
    const given = senders.map(() => randomBytes(pieceBytes))
    const answers = await Promise.all(
      senders.map((sender, at) =>
        sender.once(path, {
          method: 'PATCH',
          headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          body: given[at]!,
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    if (statuses.toSorted((a, b) => a - b).join() !== '204,409') {
      problems.push(`at ${offset}: ${statuses.join(' and ')}`)
      break
    }
    accepted.push(given[statuses.indexOf(204)]!)
  }
  const id = created.headers.get('x-video-id')
  const [video] = await machines.query<{ sha256: string }>('select sha256 from videos where id = $1', [id])
  const hash = createHash('sha256').update(Buffer.concat(accepted)).digest('hex')
  if (problems.length === 0 && video?.sha256 !== hash)
    problems.push('the stored hash is not that of the accepted bytes')
  // Random bytes aren't a video, so the analysis would fail.
  await senders[0]!.ask(`/api/videos/${id}`, { method: 'DELETE' })
  return { text: `${accepted.length} of ${rounds} offsets had exactly one accepted sender`, problems }
}

export async function turnStore(drill: Drill, mood: StoreMood, seconds: number): Promise<Result> {
  const { store } = drill.machines
  const result = await runUnderLoad(drill, async () => {
    store.turn(mood)
    await sleep(seconds * 1000)
    store.turn('well')
  })
  const { halfWritten } = await store.report()
  return { ...result, text: `${result.text}; ${halfWritten} half-written uploads left for the cleanup after 8 days` }
}

export async function shiftClocks(drill: Drill, seconds: number): Promise<Result> {
  const { machines } = drill
  const preload = new URL('cluster.clock.mjs', import.meta.url).href
  const restart = async (worker: Machine, offMinutes: number) => {
    await worker.stop()
    const off = { NODE_OPTIONS: `--import ${preload}`, CLOCK_OFF_MS: String(offMinutes * 60_000) }
    await worker.start(offMinutes === 0 ? {} : off)
  }
  await Promise.all([restart(machines.workers[0]!, 10), restart(machines.workers[1]!, -10)])
  const since = (await machines.query<{ now: string }>('select now()::text as now'))[0]!.now
  const result = await runUnderLoad(drill, () => sleep(seconds * 1000))
  const [off] = await machines.query<{ runs: number; exports: number; taken: number }>(
    `select
      (select count(*)::int from analysis_runs where queued_at >= $1
        and (finished_at < queued_at or finished_at > clock_timestamp() + interval '1 minute')) as runs,
      (select count(*)::int from exports where created_at >= $1
        and (ready_at < created_at or ready_at > clock_timestamp() + interval '1 minute')) as exports,
      (select count(*)::int from analysis_runs where queued_at >= $1 and fence > 1) as taken`,
    [since],
  )
  await Promise.all(machines.workers.map((each) => restart(each, 0)))
  const problems = [...result.problems]
  if (off!.runs + off!.exports > 0)
    problems.push(`${off!.runs} analyses and ${off!.exports} exports have times that the database's clock rules out`)
  if (off!.taken > 0) problems.push(`${off!.taken} analyses were taken over, although no worker had stopped`)
  return { text: result.text, problems }
}

export function restartInTurn(drill: Drill): Promise<Result> {
  const { webs, workers } = drill.machines
  return behindProxy(drill, (client) =>
    runUnderLoad({ ...drill, client }, async () => {
      for (const each of [...webs, ...workers]) {
        await each.stop()
        await each.start()
      }
    }),
  )
}

export async function behindProxy<T>(
  { machines, token }: Pick<Drill, 'machines' | 'token'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const urls = machines.webs.map(({ url }) => url)
  const watch = watchReady(urls)
  return work(createClient(urls, token, (url) => watch.isReady(url))).finally(() => watch.end())
}

export async function queueManyVideos({ machines, client, video }: Drill, many: number): Promise<Result> {
  const ledger = newLedger()
  await Promise.all(machines.workers.map((each) => each.stop()))
  const left = Array.from({ length: many }, (_, at) => at)
  const sendRest = async () => {
    for (let at = left.pop(); at !== undefined; at = left.pop())
      await uploadVideo(client, ledger, `day ${at}.mp4`, pad(video))
  }
  await Promise.all([sendRest(), sendRest(), sendRest(), sendRest()])
  await Promise.all(machines.workers.map((each) => each.start()))
  const running = `select count(*)::int as count from analysis_runs where state = 'running'`
  while ((await machines.query<{ count: number }>(running))[0]!.count === 0) await sleep(200)
  const other = createClient(
    machines.webs.map(({ url }) => url),
    await signUp(machines.webs[0]!.url),
  )
  const id = await uploadVideo(other, ledger, 'only.mp4', pad(video))
  const find = () =>
    machines.query<{ started: boolean; waited: number; before: number }>(
      `select only_run.started_at is not null as started,
        extract(epoch from only_run.started_at - only_run.queued_at)::float8 as waited,
        (select count(*)::int from analysis_runs other
          where other.video_id <> $1 and other.finished_at > only_run.queued_at and other.started_at < only_run.started_at) as before
        from analysis_runs only_run where video_id = $1`,
      [id],
    )
  let found = await find()
  for (const deadline = Date.now() + patienceMs; !found[0]?.started && Date.now() < deadline; await sleep(200))
    found = await find()
  const { waited = 0, before = Infinity } = found[0] ?? {}
  const problems = before > machines.workers.length ? [`it waited behind ${before} jobs`] : []
  await machines.query(`update pgboss.job set state = 'cancelled' where name = 'analyze' and state < 'active'`)
  return { text: `the lone video waited ${waited.toFixed(1)} s behind ${before} jobs`, problems }
}
