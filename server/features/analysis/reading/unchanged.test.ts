import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { VideoSummary } from '#contract/videos/videos.ts'
import { buildCase, buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { mergeChanges } from '#server/platform/database/changes.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildAnalysis, buildRun } from '../analysis.factory.ts'

const onServer = process.env.VENIRE_TEST_DATABASE === 'server'

let at: TestApp
let person: Person
let videoId: string
let caseId: string
beforeAll(async () => {
  at = await testApp()
})
afterAll(() => at.close())
beforeEach(async () => {
  await at.truncate()
  person = await at.person({ role: 'member' })
  const { db } = at.parts.database
  caseId = await buildCase(db, person.actor)
  videoId = (await buildVideo(at.parts, person.actor, { caseId })).id
  await buildAnalysis(db, videoId)
})

const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)
const read = (etag?: string, by = person) =>
  at.app.inject({ url: '/api/videos', headers: { cookie: by.cookie, ...(etag && { 'if-none-match': etag }) } })
const readEtag = async (by = person) => String((await read(undefined, by)).headers.etag)

async function countStatements(work: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const { pool } = at.parts.database
  const run = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const spy = vi.spyOn(pool, 'query').mockImplementation(((...given: unknown[]) => {
    seen.push((given[0] as { text: string }).text)
    return run(...given)
  }) as never)
  await work()
  spy.mockRestore()
  return seen
}

test('an unchanged list costs the one query that finds out who asks', async () => {
  const etag = await readEtag()
  const statements = await countStatements(async () => expect((await read(etag)).statusCode).toBe(304))
  expect(statements).toHaveLength(1)
  expect(statements[0]).toContain('from sign_ins')
})

test('whatever another process writes shows at once, and another firm’s writes cost nothing', async () => {
  const run = await buildRun(at.parts.database.db, videoId, { number: 2, state: 'running', stage: 'transcript' })
  const writes: [string, unknown[]][] = [
    ['update analysis_runs set fraction = 0.5, seconds_left = 9 where id = $1', [run.id]],
    [`update analysis_runs set state = 'completed', finished_at = now() where id = $1`, [run.id]],
    [`update analyses set summary = jsonb_set(summary, '{speakerCount}', '7') where video_id = $1`, [videoId]],
    [
      `insert into video_files (video_id, kind, key, mime, size_bytes) values ($1, 'poster', 'k', 'image/png', 1)`,
      [videoId],
    ],
    [`update videos set filename = 'day two.mp4' where id = $1`, [videoId]],
    [`update cases set status = 'archived', archived_at = now() where id = $1`, [caseId]],
    ['update videos set deleted_at = now() where id = $1', [videoId]],
  ]
  for (const [text, values] of writes) {
    const before = await read()
    await query(text, values)
    const after = await read(String(before.headers.etag))
    expect([text, after.statusCode]).toEqual([text, 200])
    expect(after.body).not.toBe(before.body)
  }
  const etag = await readEtag()
  const stranger = await at.person()
  await buildVideo(at.parts, stranger.actor)
  expect(await countStatements(() => read(etag))).toHaveLength(1)
})

test('whoever loses access loses it at the next poll, also when only time passed', async () => {
  const colleague = await at.person({ firmId: person.actor.firmId, role: 'member' })
  await joinCase(at.parts.database.db, colleague.actor, caseId, 'viewer')
  const etag = await readEtag(colleague)
  expect((await read(etag, colleague)).statusCode).toBe(304)

  await query(
    `update case_members set expires_at = clock_timestamp() + interval '300 ms' where case_id = $1 and user_id = $2`,
    [caseId, colleague.actor.userId],
  )
  const soon = await readEtag(colleague)
  await vi.waitFor(
    async () => {
      const { rows } = await query('select 1 from case_members where user_id = $1 and expires_at < now()', [
        colleague.actor.userId,
      ])
      expect(rows).toHaveLength(1)
    },
    { timeout: 20_000, interval: 50 },
  )
  const late = await read(soon, colleague)
  expect([late.statusCode, late.json()]).toEqual([200, []])

  await query('update case_members set expires_at = null where user_id = $1', [colleague.actor.userId])
  const again = await readEtag(colleague)
  await query('delete from case_members where user_id = $1', [colleague.actor.userId])
  expect((await read(again, colleague)).json()).toEqual([])
})

test('sign-out, suspension, and a changed role count at the next poll', async () => {
  const { firmId, userId } = person.actor
  const other = await at.person({ firmId, role: 'member' })
  await buildVideo(at.parts, other.actor, { filename: 'in no case' })
  const asMember = await readEtag()
  await query(`update members set role = 'administrator' where user_id = $1`, [userId])
  const asAdministrator = await read(asMember)
  expect(asAdministrator.json<VideoSummary[]>().map((each) => each.filename)).toContain('in no case')
  await query(`update members set status = 'suspended' where user_id = $1`, [userId])
  expect((await read(String(asAdministrator.headers.etag))).statusCode).toBe(401)
  const etag = await readEtag(other)
  await other.call('POST', '/api/auth/sign-out')
  expect((await read(etag, other)).statusCode).toBe(401)
})

test('an upload’s progress and a place in the queue are never answered from a number', async () => {
  await buildRun(at.parts.database.db, videoId, { number: 2, state: 'queued' })
  expect(await readEtag()).not.toMatch(/\./)
  await query(`update analysis_runs set state = 'completed' where number = 2`)
  expect(await readEtag()).toMatch(/\./)
  await buildVideo(at.parts, person.actor, { receivedAt: null, sha256: null, resumable: true })
  expect(await readEtag()).not.toMatch(/\./)
})

test.runIf(onServer)('a write counts when it commits, and writers don’t wait for each other', async () => {
  const [one, two] = [await at.parts.database.pool.connect(), await at.parts.database.pool.connect()]
  try {
    const second = (await buildVideo(at.parts, person.actor, { caseId })).id
    const etag = await readEtag()
    for (const [client, id] of [
      [one, videoId],
      [two, second],
    ] as const) {
      await client.query('begin')
      await client.query(`update videos set filename = 'changed.mp4' where id = $1`, [id])
    }
    expect((await read(etag)).statusCode).toBe(304)
    await two.query('commit')
    const after = await read(etag)
    expect(after.statusCode).toBe(200)
    await one.query('commit')
    expect((await read(String(after.headers.etag))).statusCode).toBe(200)
  } finally {
    one.release()
    two.release()
  }
})

test('merging the rows of closed connections changes no number', async () => {
  await query(
    `insert into changes (firm_id, noun, connection, number) values ($1, 'videos', 1, 5), ($1, 'cases', 0, 9)`,
    [person.actor.firmId],
  )
  const etag = await readEtag()
  for (let round = 0; round < 2; round += 1) await mergeChanges(at.parts.database.db)
  expect((await query('select 1 from changes where connection = 1')).rows).toEqual([])
  expect((await read(etag)).statusCode).toBe(304)
})

test('every table that the list reads is counted', async () => {
  const statements = await countStatements(() => read())
  const { rows: names } = await query(`
    select table_name as name, null as view from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    union all select table_name, view_name from information_schema.view_table_usage where view_schema = 'public'`)
  const text = statements.filter((each) => !each.includes('from sign_ins')).join('\n')
  const isNamed = (name: string) => new RegExp(`\\b${name}\\b(?!")`).test(text)
  const tables = new Set(names.filter(({ name, view }) => isNamed(view ?? name)).map(({ name }) => String(name)))
  const { rows: counted } = await query(`
    select event_object_table as name, substring(action_statement from '''([a-z]+)''') as noun
    from information_schema.triggers where trigger_name = 'counted_update'`)
  const nouns = new Map(counted.map(({ name, noun }) => [name, String(noun)]))
  expect(tables).toContain('case_members')
  expect(
    [...tables].filter((name) => !['videos', 'cases', 'sessions', 'team'].includes(nouns.get(name) ?? '')),
  ).toEqual([])
})
