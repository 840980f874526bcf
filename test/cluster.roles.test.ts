import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aac, buildMedia, h264, picture, tone } from '#engine/media/media.factory.ts'
import { readConfig } from '#server/platform/config.ts'
import { readLatestMigration } from '#server/platform/database/migrate.ts'
import { checkOperating } from '../cli/doctor.ts'
import { type Cluster, type Member, openCluster, until } from './cluster.ts'

const timeout = 240_000

let cluster: Cluster
let web: Member
let worker: Member
beforeAll(async () => {
  cluster = await openCluster()
}, timeout)
afterAll(() => cluster.close())

const diagnose = async () => {
  const config = readConfig({ DATA_DIR: cluster.folder, DATABASE_URL: cluster.databaseUrl })
  return (await checkOperating(config)).find(({ name }) => name === 'Processes')
}
const readyz = async ({ url }: Member) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, ((await response.json()) as { status: string }).status] as const
}

test('a worker leaves an empty database to the web process and says so', { timeout, retry: 0 }, async () => {
  const refused = await cluster.startWorker()
  expect(await refused.end()).toBe(1)
  expect(refused.output()).toContain(
    `The database is empty, but this worker needs ${await readLatestMigration()}. Start a web process running this version first.`,
  )
})

test("web processes take no jobs, and each worker takes only its lanes' jobs", { timeout, retry: 0 }, async () => {
  web = await cluster.startWeb()
  const { client } = await cluster.signUp(web)
  const film = await buildMedia(`${cluster.folder}/film.mp4`, [...picture(2), ...tone(2), ...h264, ...aac])
  const videoId = await client.uploadForm('day 1.mp4', await readFile(film))
  await cluster.startWorker(['--lanes', 'mail,media'])
  expect(await diagnose()).toMatchObject({
    level: 'fault',
    says: 'no worker handles these jobs: speech, export. Run: venire worker --lanes speech,export',
  })
  expect(await cluster.query('select state from analysis_runs where video_id = $1', [videoId])).toEqual([
    { state: 'queued' },
  ])
  worker = await cluster.startWorker(['--lanes', 'speech,export', '--concurrency', '2'])
  await until(async () => (await client.video(videoId)).status === 'completed', 'the analysis')
  const says = expect.stringMatching(/^web on [^,]+, worker on [^,]+, worker on [^,]+$/)
  expect(await diagnose()).toEqual({ name: 'Processes', level: 'ok', says })
})

test(
  'each process has its own socket, and a killed one takes no commands from another',
  { timeout, retry: 0 },
  async () => {
    const listSockets = async () => (await readdir(cluster.folder)).filter((name) => name.endsWith('.sock'))
    const extra = await cluster.startWeb()
    expect(await listSockets()).toHaveLength(4)
    await extra.end('SIGKILL')
    web.child.kill('SIGSTOP')
    expect((await diagnose())?.says).toContain('worker on')
    web.child.kill('SIGCONT')
    await (await cluster.startWeb()).end()
    expect(await listSockets()).toHaveLength(3)
  },
)

test('a stopping web process is not ready but answers for its grace', { timeout, retry: 0 }, async () => {
  const stopping = await cluster.startWeb({ STOP_GRACE_SECONDS: '4' })
  const { client } = await cluster.signUp(stopping)
  const startedMs = performance.now()
  const ended = stopping.end()
  await until(async () => (await readyz(stopping))[0] === 503, 'the process to be draining')
  expect(await readyz(stopping)).toEqual([503, 'This process is stopping.'])
  expect((await fetch(`${stopping.url}/healthz`)).headers.get('connection')).toBe('close')
  let answered = 0
  while (performance.now() - startedMs < 3500) {
    await client.list()
    answered++
  }
  expect(answered).toBeGreaterThan(3)
  expect(await ended).toBe(0)
  expect(performance.now() - startedMs).toBeGreaterThan(4000)
})

test('processes keep working beside a newer schema, and stop only below its floor', { timeout, retry: 0 }, async () => {
  const own = await readLatestMigration()
  expect(await readyz(worker)).toEqual([200, 'ready'])
  await cluster.query(`insert into schema_migrations (name, sha256, works_from) values ('9998_later', '', $1)`, [own])
  const late = await cluster.startWorker(['--lanes', 'mail'])
  const [{ now } = {}] = await cluster.query('select now()::text as now')
  const countSeen = async () => (await cluster.query('select from nodes where seen_at > $1', [now])).length
  await until(async () => (await countSeen()) === 4, 'every process to look at the schema again')
  for (const each of [web, worker, late]) expect(await readyz(each)).toEqual([200, 'ready'])
  const { client } = await cluster.signUp(web)
  const film = await readFile(`${cluster.folder}/film.mp4`)
  const beside = await client.uploadForm('day 2.mp4', film)
  await until(async () => (await client.video(beside)).status === 'completed', 'the analysis')
  expect((await diagnose())?.level).not.toBe('fault')

  await cluster.query(`insert into schema_migrations (name, sha256, works_from) values ('9999_last', '', '9998_later')`)
  await until(async () => (await readyz(worker))[0] === 503 && (await readyz(web))[0] === 503, 'both to notice')
  const sentence = expect.stringMatching(
    /^The database was upgraded and needs schema 9998_later or later, but this process .* takes no more work/,
  )
  expect([await readyz(worker), await readyz(web)]).toEqual([
    [503, sentence],
    [503, sentence],
  ])
  expect((await diagnose())?.says).toContain('too old for the database, so it handles no jobs')
  const videoId = await client.uploadForm('day 3.mp4', film)
  const refused = await cluster.startWorker()
  expect(await refused.end()).toBe(1)
  expect(refused.output()).toContain('The database was used by a newer Venire')
  expect(await cluster.query('select state from analysis_runs where video_id = $1', [videoId])).toEqual([
    { state: 'queued' },
  ])
  await cluster.query(`delete from schema_migrations where name like '999%'`)
  await until(async () => (await client.video(videoId)).status === 'completed', 'the analysis')
})
