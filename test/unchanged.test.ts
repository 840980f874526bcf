import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildExport, buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let lead: Person
let sitting: Sitting
let exportId: string
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
  const { caseId, sessionId, videoId, jurorId } = sitting
  const { db } = at.parts.database
  exportId = (await buildExport(at.parts, lead.actor, { caseId })).id
  await buildExport(at.parts, lead.actor, { caseId, sessionId })
  await buildExport(at.parts, lead.actor, { caseId, videoId })
  await buildStrike(db, lead.actor, { caseId, sessionId, jurorIds: [jurorId] })
  const [highlight] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<{ id: string }[]>()
  await lead.call('POST', `/api/highlights/${highlight!.id}/comments`, { text: 'Ask her again.' })
  const { firmId, userId } = lead.actor
  const [run] = (await query('select id from analysis_runs')).rows
  const by = { created_by: userId, updated_by: userId }
  const moment = { category: 'note', severity: 'low', start_ms: 0, title: 'Pause' }
  const letter = { topic: 'video.completed', type: 'info', category: 'video', title: 'Done' }
  const policy = { password_required: false, max_expiry_days: 30, allow_never: true, allow_links: true }
  const ended = { token_hash: 'x', expires_at: new Date(), revoked_at: new Date(), created_by: userId }
  const given: [string, object][] = [
    ['notifications', { ...letter, id: newId(), firm_id: firmId, user_id: userId }],
    ['video_files', { video_id: videoId, kind: 'poster', key: 'k', mime: 'image/png', size_bytes: 1 }],
    ['annotations', { ...by, ...moment, id: newId(), video_id: videoId }],
    ['media_checks', { video_id: videoId, kind: 'original', integrity: 'ok', checked_at: new Date() }],
    ['speaker_assignments', { video_id: videoId, label: 'V1', role: 'juror', juror_id: jurorId, assigned_by: userId }],
    ['partial_turns', { run_id: String(run.id), start_ms: 0, end_ms: 1, text: 'I' }],
    ['case_opinions', { case_id: caseId, enabled: true, changed_by: userId }],
    ['export_policies', { ...policy, firm_id: firmId, updated_by: userId }],
    ['export_downloads', { id: newId(), export_id: exportId, user_id: userId }],
    ['share_links', { ...ended, id: newId(), export_id: exportId }],
  ]
  for (const [table, row] of given) await insert(table, row)
})
afterAll(() => at.close())

const query = (text: string, values: unknown[] = []) => at.parts.database.pool.query(text, values)
async function insert(table: string, row: object): Promise<void> {
  const places = Object.keys(row).map((_column, index) => `$${index + 1}`)
  const text = `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`
  await query(`${text} on conflict do nothing`, Object.values(row))
}

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
  return seen.filter((text) => !text.includes('from sign_ins'))
}

const ask = (url: string, etag = '') =>
  at.app.inject({ url, headers: { cookie: lead.cookie, ...(etag && { 'if-none-match': etag }) } })

async function readTables(): Promise<(text: string) => string[]> {
  const { rows } = await query(`
    select table_name as name, null as view from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
    union all select table_name, view_name from information_schema.view_table_usage where view_schema = 'public'`)
  const names = rows as { name: string; view: string | null }[]
  // `"highlights": […]` in a result's label doesn't refer to a table.
  const isNamed = (text: string, name: string) => new RegExp(`(?:from|join)\\s+"?${name}"?(?![\\w.])`).test(text)
  const nested = (name: string): string[] => {
    const parts = names.filter(({ view }) => view === name)
    return parts.length > 0 ? parts.flatMap((part) => nested(part.name)) : [name]
  }
  return (text) => [
    ...new Set(
      names
        .map(({ name, view }) => view ?? name)
        .filter((name) => isNamed(text, name))
        .flatMap(nested),
    ),
  ]
}

const fill = (path: string) =>
  path.replace(/:(\w+)/g, (_all, name: string) => {
    const id = (sitting as Record<string, string>)[name]
    if (!id) throw new Error(`${path}: the sweep has no ${name}`)
    return id
  })

const touch = (table: string, column: string) =>
  query(table === 'users' ? `update users set name = name || 'x'` : `update ${table} set ${column} = ${column}`)

test('every table behind a counted response changes its ETag', async () => {
  const list = await readTables()
  const { rows: columns } = await query(`
    select table_name as table, min(column_name) as column from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' and table_name <> 'users' group by table_name`)
  const columnByTable = new Map(columns.map((each) => [String(each.table), String(each.column)]))
  const faults: string[] = []
  const swept = new Set<string>()
  for (const { endpoint } of at.app.counted) {
    const url = fill(endpoint.path)
    const statements = await countStatements(() => ask(url))
    const tables = list(statements.join('\n'))
    if (tables.length === 0) faults.push(`${url} reads nothing`)
    for (const table of tables) {
      // Read only for former members of the same name, who were counted when they joined.
      if (table === 'audit_events') continue
      swept.add(table)
      const { headers, statusCode, body } = await ask(url)
      const etag = String(headers.etag)
      if (statusCode !== 200 || !etag.includes('.')) faults.push(`${url} isn't counted: ${statusCode} ${body}`)
      expect(await countStatements(async () => expect((await ask(url, etag)).statusCode).toBe(304))).toEqual([])
      const { rowCount } = await touch(table, columnByTable.get(table) ?? '')
      const isEmpty = rowCount === 0
      const after = String((await ask(url, etag)).headers.etag)
      if (after.split('.')[1] === etag.split('.')[1])
        faults.push(`${url}: ${isEmpty ? 'no row in' : 'ignores'} ${table}`)
    }
  }
  expect(faults).toEqual([])
  expect([...swept]).toEqual(expect.arrayContaining(['users', 'case_members', 'highlights', 'exports', 'strikes']))
})

test('being seen changes no number', async () => {
  const url = fill('/api/sessions/:sessionId')
  const etag = String((await ask(url)).headers.etag)
  await query(`update users set last_seen_at = now() + interval '1 day'`)
  expect((await ask(url, etag)).statusCode).toBe(304)
})

test('an open link is never answered from a number, because it expires without a write', async () => {
  const url = fill('/api/cases/:caseId/exports')
  expect(String((await ask(url)).headers.etag)).toContain('.')
  const made = await lead.call('POST', `/api/exports/${exportId}/links`, { expiresInHours: 1 })
  expect([made.statusCode, made.body]).toEqual([expect.any(Number), expect.stringContaining('"state":"open"')])
  expect(String((await ask(url)).headers.etag)).not.toContain('.')
})
