import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'

const timeout = 240_000

let cluster: Cluster
beforeAll(async () => {
  cluster = await openCluster()
}, timeout)
afterAll(() => cluster.close())

test(
  'of several servers one checks the addresses and counts the minutes, and the next takes over',
  { timeout },
  async () => {
    const count = async () => {
      const [checks] = await cluster.query('select coalesce(sum(checks), 0)::int as sum from monitored_endpoint_hours')
      const [minutes] = await cluster.query('select coalesce(sum(minutes), 0)::int as sum from machine_hours')
      return [checks!.sum, minutes!.sum]
    }
    const first = await cluster.startWeb()
    await cluster.signUp(first)
    await cluster.query(
      `insert into monitored_endpoints (id, path, method, url, created_by)
      select gen_random_uuid(), '/healthz', 'GET', $1, id from users`,
      [`${first.url}/healthz`],
    )
    // Servers store their measurements before they exit.
    await (await cluster.startWeb()).end()
    expect(await count()).toEqual([0, 1])
    await first.end()
    expect(await count()).toEqual([0, 2])
    await (await cluster.startWeb()).end()
    expect(await count()).toEqual([1, 4])
  },
)
