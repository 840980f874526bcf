import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { newId } from '../ids.ts'
import type { Live } from '../live.ts'
import { openLive } from './open.ts'

const patienceMs = 20_000
const onServer = process.env.VENIRE_TEST_DATABASE === 'server'

let database: Awaited<ReturnType<typeof testDatabase>>
let live: Live
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  live = await openLive(database)
})
afterEach(() => live.close())

test('notifies only the firm whose data changed, until it unsubscribes', async () => {
  const [mine, other] = [newId(), newId()]
  const heard: unknown[] = []
  const stop = live.subscribe(mine, (nouns) => heard.push(nouns))
  live.subscribe(other, () => heard.push('wrong firm'))
  live.publish({ firmId: mine, nouns: ['videos', 'cases'] })
  await vi.waitFor(() => expect(heard).toEqual([['videos', 'cases']]), patienceMs)
  live.publish({ firmId: mine, nouns: [] })
  stop()
  live.publish({ firmId: mine, nouns: ['team'] })
  await delay(150)
  expect(heard).toHaveLength(1)
})

test('says which browser tab already shows the change', async () => {
  const firmId = newId()
  const heard: unknown[] = []
  const stop = live.subscribe(firmId, (nouns, from) => heard.push([nouns, from]))
  onTestFinished(stop)
  live.publish({ firmId, nouns: ['highlights'], from: 'tab-1' })
  live.publish({ firmId, nouns: ['videos'] })
  const all = [
    [['highlights'], 'tab-1'],
    [['videos'], undefined],
  ]
  await vi.waitFor(() => expect(heard).toEqual(all), patienceMs)
})

test('keeps notifying others when one listener fails', async () => {
  const firmId = newId()
  const heard: unknown[] = []
  live.subscribe(firmId, () => {
    throw new Error('its connection is closed')
  })
  live.subscribe(firmId, (nouns) => heard.push(nouns))
  live.publish({ firmId, nouns: ['videos'] })
  await vi.waitFor(() => expect(heard).toEqual([['videos']]), patienceMs)
})

test.runIf(onServer)('reaches other processes on the same server, even after a disconnect', async () => {
  const firmId = newId()
  const heard: unknown[] = []
  const otherProcess = await openLive(database)
  onTestFinished(() => otherProcess.close())
  otherProcess.subscribe(firmId, (nouns) => heard.push(nouns))
  live.publish({ firmId, nouns: ['videos'] })
  await vi.waitFor(() => expect(heard).toEqual([['videos']]), patienceMs)

  const { rows: cut } = await database.pool.query<{ pid: number }>(`select pid, pg_terminate_backend(pid)
    from pg_stat_activity where application_name = 'venire live' and datname = current_database()`)
  expect(cut.length).toBeGreaterThanOrEqual(2)
  // A terminated connection stays listed for a moment.
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where application_name = 'venire live' and datname = current_database()
        and state = 'idle' and query like 'listen%' and pid <> all($1)`,
      [cut.map((each) => each.pid)],
    )
    expect(rowCount).toBe(2)
  }, patienceMs)
  live.publish({ firmId, nouns: ['cases'] })
  await vi.waitFor(() => expect(heard).toEqual([['videos'], ['cases']]), patienceMs)
})
