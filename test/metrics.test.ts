import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lanes } from '#contract/operations/nodes.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { readConfig } from '#server/platform/config.ts'
import { joinNodes } from '#server/platform/nodes.ts'
import { recordBackup } from '#server/platform/backup/history.ts'
import { sendLetterJob } from '#server/platform/mail.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { workerJobs } from '#worker/index.ts'
import { formatProductMetrics } from '#server/features/operations/metrics.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  await at.parts.queue.prepare(workerJobs)
  lead = await at.person()
})
afterAll(() => at.close())

const read = async () => {
  const found = new Map<string, number>()
  for (const line of (await formatProductMetrics(at.parts)).split('\n')) {
    const [, name = '', value = ''] = /^(venire_\S+) (\S+)$/.exec(line) ?? []
    if (name) found.set(name, Number(value))
  }
  return found
}

test('reports the depth and age of each lane', async () => {
  const before = await read()
  for (const lane of lanes)
    expect([
      before.get(`venire_jobs_waiting{lane="${lane}"}`),
      before.get(`venire_jobs_oldest_seconds{lane="${lane}"}`),
    ]).toEqual([0, 0])
  for (let sent = 0; sent < 3; sent++)
    await at.parts.queue.send(at.parts.database.db, sendLetterJob, { letterId: newId() })
  await at.parts.queue.send(at.parts.database.db, sendLetterJob, { letterId: newId() }, { startAfterSeconds: 900 })
  await at.parts.database.pool.query(
    `update pgboss.job set created_on = now() - interval '1 hour', start_after = now() - interval '1 hour' where start_after <= now()`,
  )
  const after = await read()
  expect(after.get('venire_jobs_waiting{lane="mail"}')).toBe(3)
  expect(after.get('venire_jobs_oldest_seconds{lane="mail"}')).toBeCloseTo(3600, -2)
  expect(after.get('venire_jobs_oldest_seconds{lane="speech"}')).toBe(0)
})

test('counts outcomes of the last day only, and stored bytes by kind', async () => {
  const { db } = at.parts.database
  const { id } = await buildVideo(at.parts, lead.actor, {})
  for (const [number, state, days] of [
    [11, 'failed', 0],
    [12, 'failed', 2],
    [13, 'cancelled', 0],
  ] as const)
    await db.execute(sql`insert into analysis_runs (id, video_id, number, state, work_id, finished_at)
      values (${newId()}, ${id}, ${number}, ${state}, ${newId()}, now() - make_interval(days => ${days}))`)
  const found = await read()
  expect(found.get('venire_runs_last_day{kind="analysis",outcome="failed"}')).toBe(1)
  expect(found.get('venire_runs_last_day{kind="analysis",outcome="canceled"}')).toBe(1)
  const original = found.get('venire_storage_bytes{kind="original"}')!
  expect(original).toBeGreaterThan(0)
  await db.execute(sql`update videos set deleted_at = now() where id = ${id}`)
  const after = await read()
  expect(after.get('venire_storage_bytes{kind="deleted"}')).toBe(original)
  expect(after.get('venire_storage_bytes{kind="original"}')).toBe(0)
})

test('reports the age of the newest undamaged backup, and none before the first', async () => {
  const { db } = at.parts.database
  expect((await read()).has('venire_backup_age_seconds')).toBe(false)
  await recordBackup(db, { folder: '/mnt/backups/a', bytes: 1, isWhole: true })
  await db.execute(sql`update backups set finished_at = now() - interval '2 hours'`)
  await recordBackup(db, { folder: '/mnt/backups/b', bytes: 1, isWhole: false })
  expect((await read()).get('venire_backup_age_seconds')).toBeCloseTo(7200, -2)
})

test('counts processes by role, and the workers of each lane', async () => {
  const node = await joinNodes(
    at.parts.database,
    readConfig({ ROLE: 'worker', LANES: 'speech', DATABASE_URL: 'postgres://localhost/unused' }),
  )
  const found = await read()
  expect(found.get('venire_nodes{role="worker",state="running"}')).toBe(1)
  expect([found.get('venire_lane_workers{lane="speech"}'), found.get('venire_lane_workers{lane="mail"}')]).toEqual([
    1, 0,
  ])
  await node.leave()
})

test('counts running jobs, the bytes of the database, and recordings by their last check', async () => {
  const { db, pool } = at.parts.database
  const jobId = await at.parts.queue.send(db, sendLetterJob, { letterId: newId() })
  const before = await read()
  await pool.query(`update pgboss.job set state = 'active', started_on = now() where id = $1`, [jobId])
  const { id } = await buildVideo(at.parts, lead.actor, {})
  expect((await read()).get('venire_recordings{state="unchecked"}')).toBe(
    (before.get('venire_recordings{state="unchecked"}') ?? 0) + 1,
  )
  await db.execute(sql`insert into media_checks (video_id, kind, integrity, checked_at, found_sha256)
    values (${id}, 'original', 'changed', now() - interval '3 hours', null)`)
  const after = await read()
  expect(after.get('venire_jobs_running{lane="mail"}')).toBe(before.get('venire_jobs_running{lane="mail"}')! + 1)
  expect(after.get('venire_recordings{state="changed"}')).toBe(before.get('venire_recordings{state="changed"}')! + 1)
  expect(after.get('venire_recording_check_age_seconds')).toBeCloseTo(3 * 3600, -2)
  expect(after.get('venire_database_bytes')).toBeGreaterThan(1024 ** 2)
})

test('a figure that cannot be read is absent, not zero', async () => {
  const depth = () => Promise.reject(new Error('away'))
  const text = await formatProductMetrics({ ...at.parts, queue: { ...at.parts.queue, depth } })
  expect(text).toContain('venire_metrics_failed 1')
  expect(text).not.toMatch(/^venire_jobs_waiting/m)
})
