import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/crash/platform.ts'
import { type Drill, type Result, runUnderLoad } from './cluster.drills.ts'
import { listDescendants } from './cluster.machines.ts'

export function cutDatabase(drill: Drill, seconds: number): Promise<Result> {
  const { server } = drill.machines
  return runUnderLoad(drill, async () => {
    await server.crash()
    await sleep(seconds * 1000)
    await server.serve(join(server.folder, 'data'))
  })
}

export function hangDatabase(drill: Drill, seconds: number): Promise<Result> {
  const { server } = drill.machines
  return runUnderLoad(drill, async () => {
    const postmaster = await readFile(join(server.folder, 'data/postmaster.pid'), 'utf8')
    const ids = listDescendants(Number(postmaster.split('\n')[0]))
    for (const id of ids) process.kill(id, 'SIGSTOP')
    await sleep(seconds * 1000)
    for (const id of ids) process.kill(id, 'SIGCONT')
  })
}

/** Kills the database server for good. A synchronous standby takes over its address a few seconds later. */
export async function failOver(drill: Drill, seconds: number): Promise<Result> {
  const { server, gate, query, reconnect } = drill.machines
  const port = await freePort()
  const standby = join(server.folder, 'standby')
  await server.shell(`pg_basebackup -D ${standby} -R -X stream -c fast -d "application_name=standby"
    pg_ctl -D ${standby} -s -w -l ${standby}.log -o "-p ${port} -k ${server.folder} -c listen_addresses=127.0.0.1 -c max_connections=120" start`)
  const [{ password }, here] = [new URL(drill.machines.server.url), new URL(drill.machines.server.url)]
  here.port = String(port)
  try {
    await query(`alter system set synchronous_standby_names = '*'`)
    await query('select pg_reload_conf()')
    await sleep(2000)
    return await runUnderLoad(drill, async () => {
      await sleep(3000)
      await server.crash()
      gate.close()
      await sleep(Math.min(seconds, 10) * 1000)
      await server.shell(`PGPASSWORD=${password} pg_ctl -D ${standby} -s -w promote`)
      await reconnect(here.href)
      // The new server has no standby, so its commits must not wait for one.
      await query(`alter system set synchronous_standby_names = ''`)
      await query('select pg_reload_conf()')
      gate.lead(port)
    })
  } finally {
    drill.machines.closing.push(async () => void (await server.shell(`pg_ctl -D ${standby} -s -m immediate stop`)))
  }
}
