import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
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
