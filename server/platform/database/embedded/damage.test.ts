import { execFile } from 'node:child_process'
import { cp, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyTemplate } from '#test/template.ts'

const cli = fileURLToPath(new URL('../../../../cli/main.ts', import.meta.url))
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'venire-damage-'))
  await copyTemplate(join(root, 'whole/pg'))
})
afterAll(() => rm(root, { recursive: true }))

async function garble(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  await file.write(Buffer.alloc((await file.stat()).size, 0xa5), 0, undefined, 0)
}

async function garbleTables(pg: string): Promise<void> {
  for (const each of await readdir(join(pg, 'base'))) {
    const folder = join(pg, 'base', each)
    for (const name of await readdir(folder))
      if (/^\d+$/.test(name) && (await stat(join(folder, name))).size > 0) await garble(join(folder, name))
  }
}

test.for([
  ['its control file', (pg: string) => garble(join(pg, 'global/pg_control')), 'global/pg_control is damaged'],
  [
    'its log',
    async (pg: string) => {
      for (const name of await readdir(join(pg, 'pg_wal')))
        if (/^[0-9A-F]{24}$/.test(name)) await garble(join(pg, 'pg_wal', name))
    },
    /pg_wal\/[0-9A-F]{24} is damaged/,
  ],
  ['a folder', (pg: string) => rm(join(pg, 'pg_xact'), { recursive: true }), 'the folder pg_xact is missing'],
  ['its tables', garbleTables, /is damaged: (PostgreSQL can’t recover its files|\S+ cannot be read|one of its tables)/],
] as const)('opening it with %s destroyed explains the damage and how to restore', async ([name, damage, says]) => {
  const dataDir = join(root, name.replaceAll(' ', '-'))
  await cp(join(root, 'whole'), dataDir, { recursive: true })
  await damage(join(dataDir, 'pg'))
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...env } = process.env
  const failed = (await promisify(execFile)(process.execPath, [cli, 'firm-link'], {
    env: { ...env, DATA_DIR: dataDir, PORT: '0', MIN_FREE_GB: '0' },
  }).catch((error: unknown) => error)) as { code: number; stdout: string; stderr: string }
  expect(failed.code).toBe(1)
  expect(failed.stderr + failed.stdout).toMatch(says)
  expect(failed.stderr + failed.stdout).toContain('./venire restore BACKUP --force')
  expect(failed.stderr + failed.stdout).not.toContain('disk full')
})
