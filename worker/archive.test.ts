import { eq } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CaseImport } from '#contract/exports/archives.ts'
import { controlVerbs } from '#server/control-verbs.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import { verifyAudit } from '#server/features/audit/audit.verify.ts'
import { caseImports } from '#server/features/exports/core/exports.table.ts'
import { importCase } from '#server/features/exports/packs/archive/archive.import.ts'
import { requireImporter, runImport } from '#server/features/exports/packs/archive/archive.service.ts'
import { isTemporary } from '#server/platform/database/outage.ts'
import { DiskLow, Refusal } from '#server/platform/errors.ts'
import { archiveTables } from '#server/features/exports/packs/archive/archive.tables.ts'
import { openArchive } from '#server/features/exports/packs/archive/archive.rows.ts'
import { buildSitting } from '#server/features/exports/exports.factory.ts'
import { sealFiles, type SealOrder } from '#server/features/exports/packs/sealed/seal.ts'
import { members } from '#server/features/team/team.table.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildFullCase, derivedFiles } from '#test/archive.case.ts'
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
const keyOf = async ({ app }: TestApp) =>
  (await app.inject({ url: '/api/installation' })).json<{ fingerprint: string }>().fingerprint
const bring = (person: Person, path: string, given: object = {}) =>
  controlVerbs['case-import'](away.parts, {
    path,
    firm: person.actor.firmId,
    lead: person.account.email,
    caseNumber: null,
    ...given,
  })

test('contains a row of every table and both hashes of every file, and nothing of other cases', async () => {
  const records = await recordsOf(archive)
  expect(Object.entries(records).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([])
  const bytes = await readFile(archive)
  for (const secret of ['OTHERMATTER', 'RESTRICTEDVALUE'])
    expect([secret, bytes.includes(secret)]).toEqual([secret, false])
  for (const content of [
    'RATIONALE',
    'a film that nobody looks into',
    'a picture',
    'It was.',
    'ALL TRUE',
    'WORKPRODUCT',
  ])
    expect([content, bytes.includes(content)]).toEqual([content, true])
})

test('imports on another installation and exports unchanged', async () => {
  const here = await away.person()
  await away.parts.database.pool.query('update users set email = $2 where id = $1', [
    here.actor.userId,
    lead.account.email,
  ])
  here.account.email = lead.account.email
  const done = await bring(here, archive, { match: [lead.account.email] })
  expect(done).toMatchObject({
    caseNumber: '24-CR-0117',
    warnings: [],
    people: { matched: [lead.account.email], imported: [`${other.account.name} (${other.account.email})`] },
  })
  expect(done.caseId).not.toBe(caseId)
  expect(done.origin).toEqual({ kind: 'other_installation', signedBy: await keyOf(at) })
  expect(done.origin.signedBy).not.toBe(await keyOf(away))
  const again = join(folder, 'again.zip')
  await controlVerbs['case-export'](away.parts, { caseId: done.caseId, out: again })
  const [before, after] = [await recordsOf(archive), await recordsOf(again)]
  before.case_members = before.case_members!.filter((row) => (row as { role: string }).role === 'lead')
  expect(after).toEqual(before)
  const files = async (path: string) => {
    await using open = await openArchive(path)
    return open.files.map(({ rest, sha256 }) => [rest.replaceAll(/[0-9a-f-]{36}/g, 'RUN'), sha256]).toSorted()
  }
  expect(await files(again)).toEqual(await files(archive))
  const custody = async (path: string) => {
    await using open = await openArchive(path)
    const lines: string[] = []
    for await (const line of open.lines('custody-log.jsonl')) lines.push(line)
    return lines
  }
  const [old, now] = [await custody(archive), await custody(again)]
  expect(now.slice(0, old.length)).toEqual(old)
  expect(JSON.parse(now.at(-1) ?? '')).toMatchObject({
    ...{ action: 'case.imported', actorId: null, reason: 'from the command line' },
  })
  expect((await verifyAudit(away.parts.database.db)).filter(({ fault }) => fault !== null)).toEqual([])
  expect((await here.call('GET', `/api/cases/${done.caseId}`)).json()).toMatchObject({ title: 'State v. Example' })
  const exports = (await here.call('GET', `/api/cases/${done.caseId}/exports`)).json<{ status: string }[]>()
  expect(exports).toMatchObject([{ status: 'expired' }])
  const [video] = (await here.call('GET', `/api/videos?caseId=${done.caseId}`)).json<{ id: string }[]>()
  for (const [kind] of derivedFiles) {
    const sent = await here.call('GET', `/api/videos/${video!.id}/${kind === 'proxy' ? 'stream' : kind}`)
    expect([kind, sent.statusCode, sent.body]).toEqual([kind, 200, `a picture of kind ${kind}`])
  }
  const refused = await bring(here, archive).catch((error: Error) => error.message)
  expect(refused).toContain('Case number 24-CR-0117 is already used by “State v. Example”')
  const outsider = await away.person({ firmId: here.actor.firmId, role: 'member' })
  const unseen = await bring(outsider, archive).catch((error: Error) => error.message)
  expect(unseen).toContain('Case number 24-CR-0117 is already used by another case. Import')
  expect(await bring(here, archive, { caseNumber: '24-CR-0117 B' })).toMatchObject({ caseNumber: '24-CR-0117 B' })
})

test('a case whose recordings moved to another case can still be imported', async () => {
  const { pool } = at.parts.database
  const placed = await pool.query<{ rows: string }>(
    'select jsonb_agg(to_jsonb(session_videos))::text as rows from session_videos join videos on videos.id = video_id where case_id = $1',
    [caseId],
  )
  const moved = await pool.query<{ id: string }>(
    'update videos set case_id = null where case_id = $1 and received_at is not null returning id',
    [caseId],
  )
  const ids = moved.rows.map(({ id }) => id)
  await pool.query('delete from session_videos where video_id = any($1)', [ids])
  try {
    const without = join(folder, `${newId()}.zip`)
    await controlVerbs['case-export'](at.parts, { caseId, out: without })
    const records = await recordsOf(without)
    expect([records.videos, records.highlights, records.fact_quotes]).toEqual([[], [], []])
    expect(records.strike_evidence).toMatchObject([
      { highlight_id: null, video_id: null, quote: 'I know the officer.' },
    ])
    expect(await bring(await away.person(), without)).toMatchObject({ title: 'State v. Example' })
  } finally {
    await pool.query('update videos set case_id = $1 where id = any($2)', [caseId, ids])
    await pool.query(
      'insert into session_videos select * from jsonb_populate_recordset(null::session_videos, $1::jsonb)',
      [placed.rows[0]!.rows],
    )
  }
})

async function forged(change: (folder: string) => Promise<string[] | void>): Promise<string> {
  const into = await mkdtemp(join(folder, 'forged-'))
  await using open = await openArchive(archive)
  const files: SealOrder['files'] = []
  const { entries } = await import('#server/features/exports/packs/sealed/zip.ts').then(async ({ readZip }) => {
    const bytes = await readFile(archive)
    const { nodeKit } = await import('#server/features/exports/packs/sealed/kit.ts')
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
  const { kind, software, about } = open.head
  await sealFiles({ kind, software, about, files, originals: [], folder: into, out }, () => {})
  return out
}
const edit = async (path: string, from: string | RegExp, to: string) => {
  const text = await readFile(path, 'utf8')
  expect(text).toMatch(from)
  await writeFile(path, text.replace(from, to))
}

test('a case with a recording that can’t be read can still be imported', async () => {
  const here = await away.person()
  const made = await here.call('POST', '/api/cases', { title: 'Damaged', caseNumber: '24-CR-D' })
  const { id } = made.json<{ id: string }>()
  await here.call('PUT', `/api/cases/${id}/recording-permission`, { basis: 'own_mock' })
  const form = [
    `--x\r\ncontent-disposition: form-data; name="caseId"\r\n\r\n${id}`,
    '--x\r\ncontent-disposition: form-data; name="videos"; filename="a.mp4"\r\n\r\nno film',
    '--x--\r\n',
  ]
  const sent = await away.app.inject({
    method: 'POST',
    url: '/api/videos/upload',
    headers: { cookie: here.cookie, 'content-type': 'multipart/form-data; boundary=x' },
    payload: form.join('\r\n'),
  })
  const videoId = sent.json<{ videos: { id: string }[] }>().videos[0]!.id
  await vi.waitFor(async () => {
    const now = (await here.call('GET', `/api/videos/${videoId}`)).json<{ status: string }>()
    expect(now.status).toBe('failed')
  }, waitMs)
  const out = join(folder, 'damaged.zip')
  await controlVerbs['case-export'](away.parts, { caseId: id, out })
  expect((await bring(here, out, { caseNumber: '24-CR-E' })).counts).toMatchObject({ videos: 1, analysis_runs: 1 })
})

test('rejects a flipped byte anywhere and names it', async () => {
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
    expect(refused).toContain('This archive can’t be imported: it was altered after it was created:')
    expect(refused).toContain(named)
  }
  await writeFile(join(folder, 'cut.zip'), bytes.subarray(0, bytes.length / 2))
  expect(await bring(here, join(folder, 'cut.zip')).catch((error: Error) => error.message)).toContain(
    'cannot be read as a zip',
  )
})

test('rejects forged archives: paths, foreign records, wrong hashes, duplicate IDs, unknown columns', async () => {
  const here = await away.person()
  const stranger = await away.person()
  const foreign = await buildFullCase(away, stranger, await away.person({ firmId: stranger.actor.firmId }))
  const original = createHash('sha256').update('a film that nobody looks into').digest('hex')
  const attacks: [string, (into: string) => Promise<string[] | void>, string][] = [
    ['a path upwards', async () => ['files/videos/../../etc/passwd'], 'which doesn’t belong in a case archive'],
    ['an absolute path', async () => ['/etc/passwd'], 'which doesn’t belong in a case archive'],
    ['a program', async () => ['run.exe'], 'which doesn’t belong in a case archive'],
    [
      'a file of a foreign video',
      async () => [`files/videos/${foreign.videoId}/original/media`],
      ', which is missing from its records',
    ],
    [
      'a foreign case',
      (into) => edit(join(into, 'records/sessions.jsonl'), made.caseId, foreign.caseId),
      'points to a record that isn’t in the archive',
    ],
    [
      'a foreign person',
      (into) => edit(join(into, 'records/strike_notes.jsonl'), other.actor.userId, stranger.actor.userId),
      'points to a record that isn’t in the archive',
    ],
    [
      'a foreign firm',
      (into) => edit(join(into, 'records/sessions.jsonl'), lead.actor.firmId, stranger.actor.firmId),
      'points to a record that isn’t in the archive',
    ],
    [
      'a foreign file',
      (into) =>
        edit(join(into, 'records/video_files.jsonl'), `firms/${lead.actor.firmId}`, `firms/${stranger.actor.firmId}`),
      'points to another video’s file',
    ],
    [
      'another hash',
      (into) => edit(join(into, 'records/videos.jsonl'), original, 'f'.repeat(64)),
      'the SHA-256 of recording ',
    ],
    [
      'a column to come',
      (into) => edit(join(into, 'records/cases.jsonl'), '{', '{"color":"red",'),
      'it was created by a newer version',
    ],
    ['no record', (into) => edit(join(into, 'records/jurors.jsonl'), '{', '['), 'isn’t a record'],
    [
      'a value that does not fit',
      (into) => edit(join(into, 'records/annotations.jsonl'), '"low"', '"deadly"'),
      'line 1 of records/annotations.jsonl has an invalid "severity"',
    ],
    [
      'an enum of its own',
      (into) => edit(join(into, 'records/cases.jsonl'), '"confidentiality":"standard"', '"confidentiality":"open"'),
      'line 1 of records/cases.jsonl has an invalid "confidentiality"',
    ],
    [
      'a text past its limit',
      (into) => edit(join(into, 'records/highlight_comments.jsonl'), 'ask again', 'ask again '.repeat(300)),
      'line 1 of records/highlight_comments.jsonl has an invalid "text"',
    ],
    [
      'a type of its own',
      (into) => edit(join(into, 'records/video_files.jsonl'), 'image/jpeg', 'text/html;x'),
      'line 1 of records/video_files.jsonl has an invalid "mime"',
    ],
    [
      'words that are no words',
      (into) => edit(join(into, 'records/transcript_turns.jsonl'), /"words": ?\[\]/, '"words": ["<b>"]'),
      'line 1 of records/transcript_turns.jsonl has an invalid "words"',
    ],
    [
      'a finding of another shape',
      (into) => edit(join(into, 'records/findings.jsonl'), /"confidence": ?0.8/, '"confidence": 8'),
      'line 1 of records/findings.jsonl has an invalid "body"',
    ],
    [
      'a record without a needed value',
      (into) => edit(join(into, 'records/jurors.jsonl'), /"juror_number": ?"12"/, '"juror_number":null'),
      'line 1 of records/jurors.jsonl is missing "juror_number"',
    ],
    [
      'an end before its start',
      (into) => edit(join(into, 'records/annotations.jsonl'), /"end_ms": ?null/, '"end_ms": 2'),
      'line 1 of records/annotations.jsonl is inconsistent',
    ],
    [
      'a file that is not in it',
      async (into) => {
        const path = join(into, 'records/video_files.jsonl')
        const text = await readFile(path, 'utf8')
        await writeFile(
          path,
          text +
            text
              .split('\n')[0]!
              .replace(/"kind": ?"\w+"/, '"kind":"captions"')
              .replace(/[^/]+\.\w+"/, 'captions.vtt"'),
        )
      },
      'points to a file that isn’t in the archive',
    ],
    [
      'a file that no record names',
      async () => [`files/videos/${made.videoId}/derived/other.bin`],
      `it contains "derived/other.bin" of video ${made.videoId}, which is missing from its records`,
    ],
    [
      'another hash of a film',
      (into) => edit(join(into, 'records/video_files.jsonl'), /"sha256": ?"[0-9a-f]{4}/, '"sha256":"0000'),
      'the SHA-256 of a file for video ',
    ],
    [
      'a record nested too deeply',
      (into) =>
        edit(join(into, 'records/cases.jsonl'), /"tags": ?\["a"\]/, `"tags":${'['.repeat(65)}${']'.repeat(65)}`),
      'line 1 of records/cases.jsonl is nested too deeply',
    ],
    [
      'a million wrong entries',
      (into) =>
        edit(join(into, 'records/analyses.jsonl'), /"warnings": ?\[.*?\]/, `"warnings":[${'1,'.repeat(999_999)}1]`),
      'line 1 of records/analyses.jsonl has too many values',
    ],
    [
      'a NUL in a name',
      (into) => edit(join(into, 'records/people.jsonl'), /"name": ?"/, '"name":"\\u0000'),
      'line 1 of records/people.jsonl isn’t valid',
    ],
    [
      'two of one id',
      async (into) => {
        const path = join(into, 'records/jurors.jsonl')
        const text = await readFile(path, 'utf8')
        await writeFile(path, text + text)
      },
      'two rows in "jurors" have the id',
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

test('imports through Upload Data and reports the result', async () => {
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
      expect(now.status).toMatch(/review|done|failed/)
      return now
    }, waitMs)
  const sent = await send(await readFile(archive), '?caseNumber=24-CR-9')
  expect([sent.statusCode, sent.json<CaseImport>().status]).toEqual([200, expect.stringMatching(/waiting|running/)])
  const { id } = sent.json<CaseImport>()
  const { status, found } = await settled(id)
  expect([status, found!.caseNumber, found!.origin]).toEqual([
    'review',
    '24-CR-9',
    { kind: 'other_installation', signedBy: await keyOf(at) },
  ])
  expect(found!.people.map(({ email, suggestedId }) => [email, suggestedId]).toSorted()).toEqual(
    [
      [lead.account.email, null],
      [other.account.email, null],
    ].toSorted(),
  )
  const stranger = await away.person()
  const colleague = await away.person({ firmId: here.actor.firmId, role: 'member' })
  const confirm = (userId: string | null, person = here, people = found!.people) =>
    person.call('POST', `/api/case-imports/${id}/confirm`, {
      people: people.map((each) => ({ id: each.id, userId: each.email === other.account.email ? userId : null })),
    })
  expect((await confirm(stranger.actor.userId)).body).toBe('Choose active members of your firm.')
  expect((await confirm(null, here, found!.people.slice(1))).body).toBe(
    'Match every person in the archive, or keep them by name.',
  )
  expect((await confirm(null, colleague)).statusCode).toBe(404)
  const outage = new Refusal('unavailable', 'The file storage is unavailable.')
  const put = vi.spyOn(away.parts.storage, 'put').mockRejectedValueOnce(outage)
  expect((await confirm(colleague.actor.userId)).statusCode).toBe(200)
  expect((await confirm(colleague.actor.userId)).statusCode).toBe(409)
  const done = await settled(id)
  expect(done).toMatchObject({ status: 'done', result: { caseNumber: '24-CR-9' } })
  expect(put).toHaveBeenCalled()
  put.mockRestore()
  expect((await here.call('GET', `/api/cases/${done.caseId}`)).statusCode).toBe(200)
  // The matched colleague is a member. Actions that the archive attributes to them are marked as imported.
  expect((await colleague.call('GET', `/api/cases/${done.caseId}`)).statusCode).toBe(200)
  const [jurorId] = (await here.call('GET', `/api/cases/${done.caseId}/jurors`))
    .json<{ id: string }[]>()
    .map((each) => each.id)
  const { events, ratingList } = (await here.call('GET', `/api/jurors/${jurorId}`)).json<Juror>()
  const marked = `${colleague.account.name} (imported, according to the archive)`
  expect([...events.map(({ byName }) => byName), ...ratingList.map(({ name }) => name)]).toEqual([marked, marked])
  expect((await here.call('GET', `/api/cases/${done.caseId}/import`)).json()).toMatchObject({
    importedBy: here.account.name,
    origin: { kind: 'other_installation', signedBy: await keyOf(at) },
  })
  expect((await stranger.call('GET', `/api/cases/${done.caseId}/import`)).statusCode).toBe(404)
  const news = (await here.call('GET', '/api/notifications')).json<{ title: string }[]>()
  expect(news.map(({ title }) => title)).toContain('Case imported')
  const failed = await settled((await send(Buffer.from('no zip'))).json<CaseImport>().id)
  expect(failed).toMatchObject({ status: 'failed', failure: expect.stringContaining('cannot be read as a zip') })
  const withNul = await forged((into) => edit(join(into, 'records/cases.jsonl'), '"title":"', '"title":"\\u0000'))
  const { failure } = await settled((await send(await readFile(withNul), '?caseNumber=NUL')).json<CaseImport>().id)
  expect(failure).toBe(
    'This archive can’t be imported: line 1 of records/cases.jsonl has an invalid "title". Nothing was changed.',
  )
  const paralegal = await away.person({ firmId: here.actor.firmId, role: 'member', profession: 'paralegal' })
  expect((await send(Buffer.from('x'), '', paralegal)).statusCode).toBe(403)
  expect((await paralegal.call('GET', `/api/case-imports/${done.id}`)).statusCode).toBe(404)
  expect((await here.call('GET', `/api/case-imports/${newId()}`)).statusCode).toBe(404)
})

test('an unsigned archive is imported as unverified, and its case says so', async () => {
  const here = await away.person()
  const done = await bring(here, await forged(async () => {}))
  expect(done.origin).toEqual({ kind: 'unverified', signedBy: null })
  expect((await here.call('GET', `/api/cases/${done.caseId}/import`)).json()).toMatchObject({
    origin: { kind: 'unverified', signedBy: null },
  })
  const { caseId: own } = await buildSitting(away.parts, here.actor)
  expect((await here.call('GET', `/api/cases/${own}/import`)).body).toBe('null')
})

test('imports count toward the quota by their real content, and no one can exceed it', async () => {
  await using open = await openArchive(archive)
  const bytes = open.files.find(({ rest }) => rest === 'original/media')!.entry.size
  const small = await testApp({ QUOTA_GB: String((bytes + 1) / 1024 ** 3) })
  try {
    const here = await small.person()
    const importInto = (path: string, caseNumber: string) =>
      controlVerbs['case-import'](small.parts, {
        path,
        firm: here.actor.firmId,
        lead: here.account.email,
        caseNumber,
      })
    const lie = await forged((into) => edit(join(into, 'records/videos.jsonl'), /"size_bytes":\d+/, '"size_bytes":1'))
    expect(await importInto(lie, 'Q-1').catch((error: Error) => error.message)).toContain('the size of recording ')
    await importInto(archive, 'Q-2')
    const refused = await importInto(archive, 'Q-3').catch((error: Error) => error.message)
    expect(refused).toContain('This case doesn’t fit')
    expect((await small.parts.database.pool.query('select from cases')).rowCount).toBe(1)
  } finally {
    await small.close()
  }
})

test('an import waits for a low disk, but fails if it fills the disk itself', async () => {
  const here = await away.person()
  const id = newId()
  await away.parts.database.pool.query(
    `insert into case_imports (id, firm_id, status, created_by, matches) values ($1, $2, 'waiting', $3, '[]')`,
    [id, here.actor.firmId, here.actor.userId],
  )
  const importWith = (config: typeof away.parts.config) =>
    importCase(
      { db: away.parts.database.db, storage: away.parts.storage, config },
      {
        importId: id,
        path: archive,
        firmId: here.actor.firmId,
        leadId: here.actor.userId,
        caseNumber: 'LOW-1',
        match: () => null,
      },
      () => {},
    ).catch((error: unknown) => error)
  expect(await importWith({ ...away.parts.config, MIN_FREE_GB: 1_000_000 })).toBeInstanceOf(DiskLow)
  let reads = 0
  const filling = {
    ...away.parts.config,
    get MIN_FREE_GB() {
      return reads++ === 0 ? 0 : 1_000_000
    },
  }
  const failed = await importWith(filling)
  expect(failed).toMatchObject({ code: 'no_space' })
  expect(isTemporary(failed)).toBe(false)
})

test("doesn't finish an import if the importer lost permission", async () => {
  const here = await away.person()
  const id = newId()
  await away.parts.database.pool.query(
    `insert into case_imports (id, firm_id, status, created_by, matches) values ($1, $2, 'waiting', $3, '[]')`,
    [id, here.actor.firmId, here.actor.userId],
  )
  let checked = 0
  const importing = importCase(
    { db: away.parts.database.db, storage: away.parts.storage, config: away.parts.config },
    {
      importId: id,
      path: archive,
      firmId: here.actor.firmId,
      leadId: here.actor.userId,
      caseNumber: 'LOST-1',
      match: () => null,
      requireAllowed: async (tx) => {
        checked++
        await tx.update(members).set({ status: 'suspended' }).where(eq(members.userId, here.actor.userId))
        await requireImporter(tx, { firmId: here.actor.firmId, createdBy: here.actor.userId })
      },
    },
    () => {},
  )
  expect(await importing.catch((error: Error) => error.message)).toContain('can no longer import cases')
  expect(checked).toBe(1)
  const left = await away.parts.database.pool.query('select from cases where firm_id = $1', [here.actor.firmId])
  expect(left.rowCount).toBe(0)
})

test('keeps the recordings of a case whose import was committed just before an outage', async () => {
  const here = await away.person()
  const { db, pool } = away.parts.database
  const id = newId()
  const { firmId, userId } = here.actor
  await db.insert(caseImports).values({ id, firmId, status: 'running', createdBy: userId })
  const cut = Object.create(db) as typeof db
  cut.transaction = async (...args) => {
    await db.transaction(...args)
    throw new Refusal('unavailable', 'The database can’t be reached.')
  }
  const order = { importId: id, path: archive, firmId, leadId: userId, caseNumber: 'CUT-1', match: () => null }
  const importing = importCase({ ...away.parts, db: cut }, order, () => {})
  expect(await importing.catch((error: Error) => error.message)).toContain('can’t be reached')
  const videos = await pool.query<{ id: string; firm_id: string }>(
    'select id, firm_id from videos where firm_id = $1 and received_at is not null',
    [firmId],
  )
  expect(videos.rows.length).toBeGreaterThan(0)
  for (const video of videos.rows)
    expect(await away.parts.storage.size(originalKey({ id: video.id, firmId }))).not.toBeNull()
})

test('a worker that was cut off leaves the recordings of the one that took over its import', async () => {
  const here = await away.person()
  const { db, pool } = away.parts.database
  const id = newId()
  const { firmId, userId } = here.actor
  await db.insert(caseImports).values({ id, firmId, status: 'running', createdBy: userId })
  const order = { importId: id, path: archive, firmId, leadId: userId, caseNumber: 'TAKEN-1', match: () => null }
  const [stored, isStored] = buildGate()
  const [resumed, resume] = buildGate()
  const [second, first] = [Object.create(db) as typeof db, Object.create(db) as typeof db]
  second.transaction = async (...args) => {
    isStored()
    await resumed
    return db.transaction(...args)
  }
  let taken: Promise<unknown> | undefined
  first.transaction = async () => {
    taken = importCase({ ...away.parts, db: second }, order, () => {})
    await stored
    throw new Error('gone')
  }
  const isTakenOver = () => taken !== undefined
  const cut = importCase({ ...away.parts, db: first }, { ...order, isTakenOver }, () => {})
  await expect(cut).rejects.toThrow('gone')
  resume()
  await taken
  const videos = await pool.query<{ id: string }>('select id from videos where firm_id = $1 and sha256 is not null', [
    firmId,
  ])
  expect(videos.rows.length).toBeGreaterThan(0)
  for (const video of videos.rows)
    expect(await away.parts.storage.size(originalKey({ id: video.id, firmId }))).not.toBeNull()
})

const importAs = async (person: Person, caseNumber: string) => {
  const id = newId()
  const { firmId, userId } = person.actor
  const row = { id, firmId, caseNumber, createdBy: userId }
  await away.parts.database.db.insert(caseImports).values({ ...row, status: 'running', matches: [] })
  await away.parts.storage.put(`imports/${id}.zip`, await readFile(archive))
  const run = (parts = away.parts) =>
    runImport(parts, { id: newId(), attempt: 1, payload: { importId: id }, signal: new AbortController().signal })
  const listKeys = async () => {
    let count = 0
    for await (const _ of away.parts.storage.list(`firms/${firmId}/videos/`)) count++
    return count
  }
  return { id, run, listKeys }
}

test('removes the files that a killed import stored if the next attempt is refused', async () => {
  const here = await away.person()
  const { id, run, listKeys } = await importAs(here, 'KILLED-1')
  const { firmId, userId } = here.actor
  const order = { importId: id, path: archive, firmId, leadId: userId, caseNumber: 'KILLED-1', match: () => null }
  const stop = (_fraction: number, step: string) => {
    if (step === 'Writing the records') throw new Error('killed')
  }
  await expect(
    importCase({ ...away.parts, ...away.parts.database }, { ...order, isTakenOver: () => true }, stop),
  ).rejects.toThrow('killed')
  expect(await listKeys()).toBeGreaterThan(1)
  await away.parts.database.db.update(members).set({ status: 'suspended' }).where(eq(members.userId, userId))
  await expect(run()).rejects.toThrow('can no longer import cases')
  expect(await listKeys()).toBe(0)
  expect(await away.parts.storage.size(`imports/${id}.stored`)).toBeNull()
})

test('notifies of an import that was committed just before an outage, once', async () => {
  const here = await away.person()
  const { id, run, listKeys } = await importAs(here, 'OUTAGE-1')
  const { db } = away.parts.database
  const cut = Object.create(db) as typeof db
  cut.transaction = async (...args) => {
    await db.transaction(...args)
    throw new Error('Connection terminated unexpectedly')
  }
  await expect(run({ ...away.parts, database: { ...away.parts.database, db: cut } })).rejects.toThrow('terminated')
  const stored = await listKeys()
  expect(stored).toBeGreaterThan(1)
  await run()
  expect(await listKeys()).toBe(stored)
  expect(await away.parts.storage.size(`imports/${id}.zip`)).toBeNull()
  const news = (await here.call('GET', '/api/notifications')).json<{ title: string }[]>()
  expect(news.map(({ title }) => title)).toEqual(['Case imported'])
})

test('keeps the archive for review if its worker is killed right after checking it', async () => {
  const here = await away.person()
  const { id, run } = await importAs(here, 'REVIEW-1')
  const { db } = away.parts.database
  await db.update(caseImports).set({ matches: null }).where(eq(caseImports.id, id))
  await run()
  await run()
  const [row] = await db.select().from(caseImports).where(eq(caseImports.id, id))
  expect(row!.status).toBe('review')
  expect(await away.parts.storage.size(`imports/${id}.zip`)).not.toBeNull()
})

test('keeps an archive if the connection is lost while its import is being recorded', async () => {
  const here = await away.person()
  const { db } = away.parts.database
  const transact = db.transaction.bind(db)
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (...given) => {
    await transact(...given)
    throw new Error('Connection terminated unexpectedly')
  })
  const sent = await away.app.inject({
    method: 'POST',
    url: '/api/case-imports?caseNumber=SENT-1',
    payload: await readFile(archive),
    headers: { cookie: here.cookie, 'content-type': 'application/zip' },
  })
  expect(sent.statusCode).toBe(503)
  const mine = eq(caseImports.firmId, here.actor.firmId)
  const read = async () => (await db.select({ status: caseImports.status }).from(caseImports).where(mine))[0]
  await vi.waitFor(async () => expect(await read()).toEqual({ status: 'review' }), waitMs)
})

function buildGate(): [Promise<void>, () => void] {
  const { promise, resolve } = Promise.withResolvers<void>()
  return [promise, resolve]
}

test.each([
  ['is suspended', 'PATCH', { status: 'suspended' }],
  ['becomes a paralegal', 'PATCH', { profession: 'paralegal' }],
  ['is removed from the firm', 'DELETE', {}],
] as const)('imports nothing if the importer %s while files are being stored', async (_name, method, body) => {
  const { storage, database } = away.parts
  const administrator = await away.person()
  const { firmId } = administrator.actor
  const importer = await away.person({ firmId, role: 'member' })
  const sent = await away.app.inject({
    method: 'POST',
    url: '/api/case-imports?caseNumber=FENCE-1',
    payload: await readFile(archive),
    headers: { cookie: importer.cookie, 'content-type': 'application/zip' },
  })
  const { id } = sent.json<CaseImport>()
  const read = async () =>
    (await database.pool.query('select status, failure, found from case_imports where id = $1', [id])).rows[0] as Pick<
      CaseImport,
      'status' | 'failure' | 'found'
    >
  const found = await vi.waitFor(async () => {
    const row = await read()
    expect(row.status).toBe('review')
    return row.found!
  }, waitMs)

  // Revokes the permission while the first file is being stored, after the worker's first check.
  const put = storage.put.bind(storage)
  const stored: string[] = []
  const statuses: number[] = []
  storage.put = async (key, bytes) => {
    if (stored.push(key) === 1)
      statuses.push((await administrator.call(method, `/api/team/${importer.actor.userId}`, body)).statusCode)
    return put(key, bytes)
  }
  try {
    const people = found.people.map((person) => ({ id: person.id, userId: null }))
    expect((await importer.call('POST', `/api/case-imports/${id}/confirm`, { people })).statusCode).toBe(200)
    await vi.waitFor(async () => expect((await read()).status).toMatch(/done|failed/), waitMs)
  } finally {
    storage.put = put
  }
  expect(await read()).toMatchObject({
    status: 'failed',
    failure: 'The person who uploaded this archive can no longer import cases. Nothing was imported.',
  })
  expect(statuses).toEqual([200])
  expect(stored.length).toBeGreaterThan(1)
  expect((await database.pool.query('select from cases where firm_id = $1', [firmId])).rowCount).toBe(0)
  expect((await database.pool.query('select from videos where firm_id = $1', [firmId])).rowCount).toBe(0)
  await vi.waitFor(async () => {
    for (const key of [...stored, `imports/${id}.zip`]) expect([key, await storage.size(key)]).toEqual([key, null])
  })
})
