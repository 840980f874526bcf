import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { startPlatform } from '../main.ts'
import { runCli } from './cli.ts'
import { createClient } from './crash/client.ts'
import { signUp } from './crash/sign-up.ts'
import { startPostgres, type TestServer } from './postgres.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const command = fileURLToPath(new URL('../cli/main.ts', import.meta.url))

let postgres: TestServer
let folder: string
let token: string
let backup: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-restore-'))
  postgres = await startPostgres()
  const platform = await startPlatform(readConfig(env()))
  try {
    token = await signUp(platform.url)
    await mkdir(join(folder, 'data/files/many'), { recursive: true })
    for (let n = 0; n < 3000; n++) await writeFile(join(folder, `data/files/many/${n}`), `${n}`)
    backup = (await runCli(env(), 'backup')).says.split('\n')[0]!
    await createClient(platform.url, token).uploadForm('later.mp4', Buffer.from('after the backup'))
  } finally {
    await platform.close()
  }
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const env = () => ({
  ...{ DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url, PORT: '0', MIN_FREE_GB: '0', RATE_LIMIT: '0' },
  ...{ LOG_LEVEL: 'fatal', SIGN_UP: 'open', BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' },
})

async function pauseRestore(): Promise<ChildProcess> {
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const coming = join(folder, 'data/.restoring')
  await rm(coming, { recursive: true, force: true })
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', command, 'restore', backup, '--force'],
    {
      env: { ...inherited, ...env() },
    },
  )
  while (!existsSync(coming) && child.exitCode === null) await setImmediate()
  child.kill('SIGSTOP')
  expect([child.exitCode, existsSync(join(coming, 'files/many/2999'))]).toEqual([null, false])
  return child
}

const listVideos = async () => {
  const platform = await startPlatform(readConfig(env()))
  try {
    return (await createClient(platform.url, token).list()).length
  } finally {
    await platform.close()
  }
}

test('drops no table if an older Venire starts while files are copied', async () => {
  const child = await pauseRestore()
  const client = new Client({ connectionString: postgres.url, application_name: 'venire' })
  await client.connect()
  const said = text(child.stderr!)
  child.kill('SIGCONT')
  expect(await once(child, 'exit')).toEqual([1, null])
  expect(await said).toContain('is using the database')
  await client.end()
  expect(await listVideos()).toBe(1)
})

test('Venire starts on a database neither during a restore nor after it was killed, until it is repeated', async () => {
  const child = await pauseRestore()
  await expect(openDatabase(readConfig(env()))).rejects.toThrow('is being restored')
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect(openDatabase(readConfig(env()))).rejects.toThrow('run the same venire restore again with --force')
  expect(await runCli(env(), 'restore', backup, '--force')).toMatchObject({
    code: 0,
    says: expect.stringContaining('audit record intact'),
  })
  expect(await listVideos()).toBe(0)
})
