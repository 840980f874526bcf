import { Client } from 'pg'
import { expect, test } from 'vitest'
import { openCluster, until } from './cluster.ts'
import { freePort } from './crash/platform.ts'

/** Advisory lock key of the start lock. A process holds it while it backs up and migrates. */
const startLock = 7_061_811_903

test('a process that waits to start is alive but not ready', { timeout: 240_000, retry: 0 }, async () => {
  const cluster = await openCluster()
  const holder = new Client({ connectionString: cluster.databaseUrl })
  try {
    await (await cluster.startWeb()).end()
    await holder.connect()
    await holder.query('select pg_advisory_lock($1)', [startLock])
    const ports = [await freePort(), await freePort()] as const
    const starting = [
      cluster.startWeb({ PORT: String(ports[0]) }),
      cluster.startWorker(['--port', String(ports[1])]),
    ] as const
    const ask = async (port: number, path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
      return response && [response.status, ((await response.json()) as { status: string }).status]
    }
    const waiting = [503, 'starting: waiting for another Venire process that is starting']
    for (const port of ports) {
      await until(async () => String(await ask(port, '/readyz')) === String(waiting), 'an answer')
      expect(await ask(port, '/healthz')).toEqual([200, 'ok'])
      expect(await ask(port, '/api/videos')).toEqual(waiting)
    }
    await holder.query('select pg_advisory_unlock($1)', [startLock])
    await Promise.all(starting)
    for (const port of ports) expect(await ask(port, '/readyz')).toEqual([200, 'ready'])
  } finally {
    await holder.end()
    await cluster.close()
  }
})
