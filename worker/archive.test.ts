/** A case goes out and comes in: equal to the last word, refused to the last byte. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CaseImport } from '#contract/archives.ts'
import { controlVerbs } from '#server/control-verbs.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { archiveTables, leftOut } from '#server/features/exports/archive/archive.tables.ts'
import { openArchive } from '#server/features/exports/archive/archive.open.ts'
import { sealFiles, type SealOrder } from '#server/features/exports/sealed/seal.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildFullCase } from '#test/archive.case.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from './index.ts'

const waitMs = 60_000
vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let away: TestApp
let lead: Person
let other: Person
let folder: string
let archive: string
let caseId: string
let made: Awaited<ReturnType<typeof buildFullCase>>
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-archive-'))
  at = await testApp()
  away = await testApp()
  lead = await at.person()
  other = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  made = await buildFullCase(at, lead, other)
  caseId = made.caseId
  archive = join(folder, 'case.zip')
  await controlVerbs['case-export'](at.parts, { caseId, out: archive })
  worker = await startWorker(away.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
  await away.close()
  await rm(folder, { recursive: true, force: true })
})

/** All records with every id replaced by the how-many-th it is: what an archive says, whatever the ids are. */
async function recordsOf(path: string): Promise<Record<string, unknown[]>> {
  await using open = await openArchive(path)
  const seen = new Map<string, string>()
  const known = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
  const records: Record<string, unknown[]> = { people: [] }
  for await (const { id, email, name } of open.rows('people')) {
    seen.set(String(id), `person ${String(email)}`)
    records.people!.push(`${String(email)} ${String(name)}`)
  }
  records.people!.sort()
  for (const name of archiveTables.map((each) => each.name)) {
    records[name] = []
    for await (const row of open.rows(name)) {
      const text = JSON.stringify(row).replaceAll(known, (id) => {
        if (!seen.has(id)) seen.set(id, `#${seen.size}`)
        return seen.get(id)!
      })
      records[name].push(JSON.parse(text))
    }
  }
  return records
}
const bring = (person: Person, path: string, given: object = {}) =>
  controlVerbs['case-import'](away.parts, {
    path,
    firm: person.actor.firmId,
    lead: person.account.email,
    caseNumber: null,
    ...given,
  })

test('carries a row of every table, both hashes of every file, and nothing of other cases', async () => {
  const records = await recordsOf(archive)
  expect(Object.entries(records).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([])
  const bytes = await readFile(archive)
  for (const secret of ['OTHERMATTER', 'RESTRICTEDVALUE'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  for (const content of ['RATIONALE', 'a film that nobody looks into', 'a picture', 'It was.', 'WORKPRODUCT'])
    expect([content, bytes.includes(content)]).toEqual([content, true])
})

test('every table of the database is in an archive, or left out with a reason, or hangs on no case', async () => {
  const { rows } = await at.parts.database.pool.query<{ name: string }>(`
    with recursive hangs as (
      select oid from pg_class where oid = 'cases'::regclass
      union select conrelid from pg_constraint join hangs on confrelid = hangs.oid where contype = 'f'
    )
    select relname as name from hangs join pg_class using (oid) order by relname`)
  const known = new Set([...archiveTables.map(({ name }) => name), ...Object.keys(leftOut)])
  expect(rows.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
})

test('comes in on another installation, and goes out again as it came', async () => {
  // The lead has an account there, the other one has not.
  const here = await away.person()
  await away.parts.database.pool.query('update users set email = $2 where id = $1', [
    here.actor.userId,
    lead.account.email,
  ])
  here.account.email = lead.account.email
  const done = await bring(here, archive)
  expect(done).toMatchObject({
    caseNumber: '24-CR-0117',
    warnings: [],
    people: { matched: [lead.account.email], imported: [`Test attorney (${other.account.email})`] },
  })
  expect(done.caseId).not.toBe(caseId)
  const again = join(folder, 'again.zip')
  await controlVerbs['case-export'](away.parts, { caseId: done.caseId, out: again })
  const [before, after] = [await recordsOf(archive), await recordsOf(again)]
  // Somebody without an account is a member of nothing; everything they wrote stays theirs.
  before.case_members = before.case_members!.filter((row) => (row as { role: string }).role === 'lead')
  expect(after).toEqual(before)
  const files = async (path: string) => {
    await using open = await openArchive(path)
    return open.files.map(({ rest, sha256 }) => [rest, sha256]).toSorted()
  }
  expect(await files(again)).toEqual(await files(archive))
  // The audit record of before travels on, word by word, and the one here is intact.
  const custody = async (path: string) => {
    await using open = await openArchive(path)
    const lines: string[] = []
    for await (const line of open.lines('custody-log.jsonl')) lines.push(line)
    return lines
  }
  const [old, now] = [await custody(archive), await custody(again)]
  expect(now.slice(0, old.length)).toEqual(old)
  expect(JSON.parse(now.at(-1) ?? '')).toMatchObject({ action: 'case.imported' })
  expect((await verifyAudit(away.parts.database.db)).filter(({ fault }) => fault !== null)).toEqual([])
  // The case is one that the lead can open, with its video and what was exported from it.
  expect((await here.call('GET', `/api/cases/${done.caseId}`)).json()).toMatchObject({ title: 'State v. Example' })
  const exports = (await here.call('GET', `/api/cases/${done.caseId}/exports`)).json<{ status: string }[]>()
  expect(exports).toMatchObject([{ status: 'expired' }])
  const refused = await bring(here, archive).catch((error: Error) => error.message)
  expect(refused).toContain('A case with the number 24-CR-0117 is already here ("State v. Example")')
  expect(await bring(here, archive, { caseNumber: '24-CR-0117 B' })).toMatchObject({ caseNumber: '24-CR-0117 B' })
})

/** The archive, taken apart, changed and sealed anew: whole to the last byte, and made up. */
async function forged(change: (folder: string) => Promise<string[] | void>): Promise<string> {
  const into = await mkdtemp(join(folder, 'forged-'))
  await using open = await openArchive(archive)
  const files: SealOrder['files'] = []
  const { entries } = await import('#server/features/exports/sealed/zip.read.ts').then(async ({ readZip }) => {
    const bytes = await readFile(archive)
    const { nodeKit } = await import('#server/features/exports/sealed/kit.ts')
    return readZip(
      { size: bytes.length, read: async (start, end) => bytes.subarray(start, Math.min(end, bytes.length)) },
      nodeKit,
    )
  })
  for (const entry of entries) {
    const { name, size } = entry
    if (name.startsWith('manifest')) continue
    const path = join(into, name)
    await mkdir(join(path, '..'), { recursive: true })
    await writeFile(path, await entry.read(0, size))
    files.push({ name, path })
  }
  for (const name of (await change(into)) ?? []) files.push({ name, path: join(into, 'README.txt') })
  const out = join(into, 'forged.zip')
  const { kind, software, about } = open.manifest
  await sealFiles({ kind, software, about, files, originals: [], folder: into, out }, () => {})
  return out
}
const edit = async (path: string, from: string | RegExp, to: string) => {
  const text = await readFile(path, 'utf8')
  expect(text).toMatch(from)
  await writeFile(path, text.replace(from, to))
}

test('refuses a flipped byte wherever it is, and names it', async () => {
  const here = await away.person()
  const bytes = await readFile(archive)
  for (const [content, named] of [
    ['a film that nobody', 'original/media: byte 0 was 0x61 and is 0x60'],
    ['RATIONALE', 'records/strikes.jsonl: byte'],
    ['video.uploaded', 'custody-log.jsonl: byte'],
  ] as const) {
    const changed = Buffer.from(bytes)
    changed[bytes.indexOf(content)]! ^= 1
    const path = join(folder, 'flipped.zip')
    await writeFile(path, changed)
    const refused = await bring(here, path).catch((error: Error) => error.message)
    expect(refused).toContain('This archive cannot be brought in: it was changed since it was made:')
    expect(refused).toContain(named)
  }
  await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, bytes.length / 2))
  expect(await bring(here, join(folder, 'cut.zip')).catch((error: Error) => error.message)).toContain(
    'cannot be read as a zip',
  )
})

test('refuses archives that were made up: paths, foreign records, wrong hashes, two of one id, unknown columns', async () => {
  const here = await away.person()
  const stranger = await away.person()
  const foreign = await buildFullCase(away, stranger, await away.person({ firmId: stranger.actor.firmId }))
  const original = createHash('sha256').update('a film that nobody looks into').digest('hex')
  const attacks: [string, (into: string) => Promise<string[] | void>, string][] = [
    ['a path upwards', async () => ['files/videos/../../etc/passwd'], 'which no case archive does'],
    ['an absolute path', async () => ['/etc/passwd'], 'which no case archive does'],
    ['a program', async () => ['run.exe'], 'which no case archive does'],
    [
      'a file of a foreign video',
      async () => [`files/videos/${foreign.videoId}/original/media`],
      'of a video that it does not describe',
    ],
    [
      'a foreign case',
      (into) => edit(join(into, 'records/sessions.jsonl'), made.caseId, foreign.caseId),
      'names a record that is not in it',
    ],
    [
      'a foreign person',
      (into) => edit(join(into, 'records/strike_notes.jsonl'), other.actor.userId, stranger.actor.userId),
      'names a record that is not in it',
    ],
    [
      'a foreign firm',
      (into) => edit(join(into, 'records/sessions.jsonl'), lead.actor.firmId, stranger.actor.firmId),
      'names a record that is not in it',
    ],
    [
      'a foreign file',
      (into) =>
        edit(join(into, 'records/video_files.jsonl'), `firms/${lead.actor.firmId}`, `firms/${stranger.actor.firmId}`),
      'names a file that is not its own',
    ],
    [
      'another hash',
      (into) => edit(join(into, 'records/videos.jsonl'), original, 'f'.repeat(64)),
      'has another SHA-256 than its record says',
    ],
    [
      'a column to come',
      (into) => edit(join(into, 'records/cases.jsonl'), '{', '{"colour":"red",'),
      'it was made by a newer version',
    ],
    ['no record', (into) => edit(join(into, 'records/jurors.jsonl'), '{', '['), 'is no record'],
    [
      'a value that does not fit',
      (into) => edit(join(into, 'records/annotations.jsonl'), '"low"', '"deadly"'),
      'its records do not fit together (annotations)',
    ],
    [
      'two of one id',
      async (into) => {
        const path = join(into, 'records/jurors.jsonl')
        const text = await readFile(path, 'utf8')
        await writeFile(path, text + text)
      },
      'two records have the id',
    ],
  ]
  const { rows: before } = await away.parts.database.pool.query('select count(*) from cases')
  for (const [name, change, said] of attacks) {
    const refused = await bring(here, await forged(change)).catch((error: Error) => error.message)
    expect([name, refused]).toEqual([name, expect.stringContaining(said)])
    expect([name, refused]).toEqual([name, expect.stringContaining('Nothing was changed.')])
  }
  expect((await away.parts.database.pool.query('select count(*) from cases')).rows).toEqual(before)
})

test('comes in through Upload Data, with news of how it went', async () => {
  const here = await away.person()
  const send = (bytes: Buffer, query = '', person = here) =>
    away.app.inject({
      method: 'POST',
      url: `/api/case-imports${query}`,
      payload: bytes,
      headers: { cookie: person.cookie, 'content-type': 'application/zip' },
    })
  const settled = (id: string) =>
    vi.waitFor(async () => {
      const now = (await here.call('GET', `/api/case-imports/${id}`)).json<CaseImport>()
      expect(now.status).toMatch(/done|failed/)
      return now
    }, waitMs)
  const sent = await send(await readFile(archive), '?caseNumber=24-CR-9')
  expect([sent.statusCode, sent.json<CaseImport>().status]).toEqual([200, expect.stringMatching(/waiting|running/)])
  const done = await settled(sent.json<CaseImport>().id)
  expect(done).toMatchObject({ status: 'done', result: { caseNumber: '24-CR-9' } })
  expect((await here.call('GET', `/api/cases/${done.caseId}`)).statusCode).toBe(200)
  const news = (await here.call('GET', '/api/notifications')).json<{ title: string }[]>()
  expect(news.map(({ title }) => title)).toContain('Case brought in')
  const failed = await settled((await send(Buffer.from('no zip'))).json<CaseImport>().id)
  expect(failed).toMatchObject({ status: 'failed', failure: expect.stringContaining('cannot be read as a zip') })
  const paralegal = await away.person({ firmId: here.actor.firmId, role: 'member', profession: 'paralegal' })
  expect((await send(Buffer.from('x'), '', paralegal)).statusCode).toBe(403)
  expect((await paralegal.call('GET', `/api/case-imports/${done.id}`)).statusCode).toBe(404)
  expect((await here.call('GET', `/api/case-imports/${newId()}`)).statusCode).toBe(404)
})
