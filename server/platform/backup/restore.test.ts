import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '#test/cli.ts'
import { copyTemplate } from '#test/template.ts'
import { makeAsideFolder } from '../database/embedded/folder.ts'

vi.setConfig({ testTimeout: 120_000 })

const command = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url))

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'venire-restore-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const env = () => ({
  DATA_DIR: dataDir,
  PORT: '0',
  MIN_FREE_GB: '0',
  BACKUP_KEY: 'env:PHRASE',
  PHRASE: 'a long passphrase',
})

const killAt = (name: string) => {
  const script = `
    import fs from 'node:fs/promises'
    import { syncBuiltinESMExports } from 'node:module'
    const { rename } = fs
    fs.rename = async (from, to) => {
      if (from === ${JSON.stringify(name)}) process.kill(process.pid, 'SIGKILL')
      await rename(from, to)
    }
    syncBuiltinESMExports()`
  return `data:text/javascript,${encodeURIComponent(script)}`
}

test('Venire doesn’t start with an empty database after a restore into an empty folder was killed', async () => {
  const empty = join(dataDir, 'empty')
  await mkdir(join(empty, '.restoring'), { recursive: true })
  const refused = await runCli({ ...env(), DATA_DIR: empty }, 'firm-link')
  await rm(empty, { recursive: true })
  expect(refused).toMatchObject({
    code: 1,
    says: expect.stringContaining(
      `A restore into ${empty} was interrupted. Run the same venire restore again with --force. To start with an empty database instead, delete .restoring from that folder.`,
    ),
  })
})

test('Venire doesn’t start on a database server after a restore replaced the folder only in part', async () => {
  const half = join(dataDir, 'half')
  await mkdir(half)
  await writeFile(join(half, 'pg.restoring'), '')
  const unreachable = 'postgres://nobody@127.0.0.1:1/none'
  const refused = await runCli({ ...env(), DATA_DIR: half, DATABASE_URL: unreachable }, 'firm-link')
  await rm(half, { recursive: true })
  expect(refused).toMatchObject({
    code: 1,
    says: expect.stringContaining(
      `A restore into ${half} was interrupted. Run the same venire restore again with --force. Earlier files are in its replaced-* folders.`,
    ),
  })
})

test.each(['pg', '.restoring/pg', '.restoring/installation.key'])(
  'Venire doesn’t start after a restore was killed at %s, until it is repeated',
  async (name) => {
    await copyTemplate(join(dataDir, 'pg'))
    expect(await runCli(env(), 'firm-link')).toMatchObject({ code: 0 })
    const backup = (await runCli(env(), 'backup')).says.split('\n')[0]!
    const { NODE_OPTIONS: _, DATABASE_URL: __, ...inherited } = process.env
    const child = spawn(
      process.execPath,
      ['--import', killAt(join(dataDir, name)), command, 'restore', backup, '--force'],
      { env: { ...inherited, ...env() }, stdio: 'ignore' },
    )
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(await runCli(env(), 'firm-link')).toMatchObject({
      code: 1,
      says: expect.stringContaining(
        `A restore into ${dataDir} was interrupted. Run the same venire restore again with --force. Earlier files are in its replaced-* folders.`,
      ),
    })
    expect(await runCli(env(), 'restore', backup, '--force')).toMatchObject({ code: 0 })
    expect(await runCli(env(), 'firm-link')).toMatchObject({ code: 0 })
  },
)

test('data replaced twice within a second goes to two folders', async () => {
  const asides = await Promise.all([1, 2, 3].map(() => makeAsideFolder(dataDir)))
  expect(new Set(asides).size).toBe(3)
  expect(await readdir(dataDir)).toHaveLength(3)
})
