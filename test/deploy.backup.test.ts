import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { openControl } from '#server/platform/control.ts'
import type { Database } from '#server/platform/db.ts'
import { runCli } from './cli.ts'
import { openCluster } from './cluster.ts'

test('a backup made on another machine counts, so that the alert stays silent', async () => {
  const cluster = await openCluster()
  const folder = await mkdtemp(join(tmpdir(), 'venire-other-'))
  try {
    const { url } = await cluster.startWeb()
    const readAge = async () => /^venire_backup_age_seconds (\S+)$/m.exec(await (await fetch(`${url}/metrics`)).text())
    expect(await readAge()).toBeNull()
    // Simulates another Kubernetes node, whose data folder doesn't have the server's control socket.
    const key = { BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' }
    const settings = { DATABASE_URL: cluster.databaseUrl, DATA_DIR: join(folder, 'data'), ...key }
    await mkdir(settings.DATA_DIR)
    const { code, says } = await runCli(settings, 'backup', '--to', join(folder, 'backups'), '--keep', '14')
    expect([code, says]).toEqual([0, expect.stringContaining('checked.')])
    expect(Number((await readAge())?.[1])).toBeLessThan(60)
  } finally {
    await cluster.close()
    await rm(folder, { recursive: true, force: true })
  }
}, 90_000)

test('the server is asked to write only to its data folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-sandbox-'))
  const [dataDir, to] = [join(folder, 'data'), join(folder, 'backups')]
  await mkdir(dataDir)
  const asked: string[] = []
  const database = {} as Database
  const control = await openControl(
    { database, config: readConfig({ DATA_DIR: dataDir }) },
    {
      'snapshot-database': async (_at, args) => {
        const { folder: into } = args as { folder: string }
        asked.push(into)
        await writeFile(join(into, 'database.dump'), 'dump')
        return { kind: 'server', tables: [], originals: [] }
      },
      'record-backup': async () => null,
    },
  )
  try {
    const key = { BACKUP_KEY: 'env:PHRASE', PHRASE: 'a long passphrase' }
    const { code, says } = await runCli({ DATA_DIR: dataDir, ...key }, 'backup', '--to', to)
    expect([code, says]).toEqual([0, expect.stringContaining('checked.')])
    expect(asked).toEqual([expect.stringContaining(`${dataDir}/.venire-snapshot.`)])
    expect((await readdir(dataDir)).filter((name) => name.startsWith('.venire-'))).toEqual([])
  } finally {
    control.close()
    await rm(folder, { recursive: true, force: true })
  }
})
