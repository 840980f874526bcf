import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { loggerOptions } from '#server/platform/logs/log.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import { openQueue } from '#server/platform/queue/open.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let administrator: Person
beforeAll(async () => {
  at = await testApp({
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'venire@firm.example',
    PUBLIC_URL: 'http://venire.firm.example',
  })
  administrator = await at.person()
})
afterAll(() => at.close())

const ask = async (app = at.app) => {
  const response = await app.inject('/readyz')
  return [response.statusCode, response.json<{ status: string; checks: Record<string, string> }>()] as const
}

test('readiness asks the database, queue, storage, and disk, and names what fails', async () => {
  const fine = { database: 'ok', queue: 'ok', storage: 'ok', disk: 'ok' }
  expect(await ask()).toEqual([200, { status: 'ready', checks: fine }])
  const files = join(at.parts.config.DATA_DIR, 'files')
  await rename(files, `${files}.away`)
  expect(await ask()).toEqual([
    503,
    { status: 'the storage folder is not writable', checks: { ...fine, storage: 'failed' } },
  ])
  await rename(`${files}.away`, files)
  await at.parts.database.pool.query('alter schema pgboss rename to away')
  expect(await ask()).toEqual([
    503,
    { status: 'the job queue is not responding', checks: { ...fine, queue: 'failed' } },
  ])
  await at.parts.database.pool.query('alter schema away rename to pgboss')
  expect((await ask())[0]).toBe(200)
})

test('a process low on disk space reports it but stays ready', async () => {
  const config = readConfig({ DATA_DIR: at.parts.config.DATA_DIR, MIN_FREE_GB: '1000000' })
  const app = await buildApp({ ...at.parts, config }, { logger: false, webFolder: '/nowhere' })
  expect(await ask(app)).toMatchObject([200, { status: 'ready', checks: { disk: 'low' } }])
  await app.close()
})

test('readiness and metrics ask the disks of DATA_DIR and WORK_DIR', async () => {
  const { DATA_DIR } = at.parts.config
  const WORK_DIR = join(DATA_DIR, 'apart')
  const open = (settings: object) =>
    buildApp(
      { ...at.parts, config: readConfig({ DATA_DIR, WORK_DIR, METRICS_TOKEN: 'a token for metrics', ...settings }) },
      { logger: false, webFolder: '/nowhere' },
    )
  const [app, web] = [await open({}), await open({ ROLE: 'web', DATABASE_URL: 'postgres://unused' })]
  expect(await ask(app)).toMatchObject([
    503,
    { status: 'the disk that holds WORK_DIR is full', checks: { disk: 'ok', workDisk: 'failed' } },
  ])
  expect((await ask(web))[1].checks).not.toHaveProperty('workDisk')
  await mkdir(WORK_DIR)
  expect(await ask(app)).toMatchObject([200, { status: 'ready', checks: { disk: 'ok', workDisk: 'ok' } }])
  const { body } = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer a token for metrics' } })
  const shown = [...body.matchAll(/^venire_disk_free_bytes\{(.*)\} \d+$/gm)].map(([, labels]) => labels)
  expect(shown).toEqual(['folder="data"', 'folder="work"'])
  await Promise.all([app.close(), web.close()])
})

test('the log of a job names the request that sent it, also in another process', async () => {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n').filter(Boolean))
        lines.push(JSON.parse(line) as Record<string, unknown>)
      done()
    },
  })
  const logger = { ...(loggerOptions({ ...at.parts.config, LOG_LEVEL: 'info' }) as object), stream }
  const app = await buildApp(at.parts, { logger, webFolder: '/nowhere' })
  const sent = await app.inject({
    method: 'POST',
    url: '/api/team/invitations',
    headers: { cookie: administrator.cookie },
    payload: { email: 'new@firm.example', role: 'member', profession: 'paralegal' },
  })
  expect(sent.statusCode).toBe(200)
  const reqId = sent.headers['x-request-id']
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const worker = await openQueue(at.parts.database, at.parts.config)
  const jobIds: string[] = []
  await worker.work(
    { mail: sendLetterJob },
    {
      mail: async ({ id }) => {
        jobIds.push(id)
        app.log.info('delivering')
        throw new Error('the mail server is away')
      },
    },
  )
  const reported = () =>
    stderr.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('the mail server is away'))
  await vi.waitFor(() => expect(reported()).toHaveLength(1), 20_000)
  const ids = { reqId, jobId: jobIds[0], job: 'mail.send' }
  expect(lines.find(({ msg }) => msg === 'delivering')).toMatchObject(ids)
  expect(JSON.parse(reported()[0]!)).toMatchObject({ ...ids, level: 50 })
  stderr.mockRestore()
  await worker.stop()
  await app.close()
})
