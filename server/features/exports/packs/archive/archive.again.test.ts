import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { controlVerbs } from '#server/control-verbs.ts'
import { openArchive } from '#server/features/exports/packs/archive/archive.rows.ts'
import { requireWholeSpace } from '#server/features/exports/packs/archive/archive.room.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildVideo, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildFullCase } from '#test/archive.case.ts'

const patienceMs = 120_000
const exchange = {
  ...{ index: 0, questionTurns: [], answerTurns: [], askerRole: 'judge' },
  ...{ speaker: null, jurorNumber: null, latencyMs: null, hedge: null },
}

let at: TestApp
let lead: Person
let other: Person
let caseId: string
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-archive-'))
  at = await testApp()
  lead = await at.person()
  other = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  ;({ caseId } = await buildFullCase(at, lead, other))
}, patienceMs)
afterEach(async () => {
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

async function archived(id: string, name: string): Promise<string> {
  const out = join(folder, name)
  await controlVerbs['case-export'](at.parts, { caseId: id, out })
  return out
}
const back = (path: string, caseNumber: string, match: string[] = []) =>
  controlVerbs['case-import'](at.parts, {
    path,
    firm: lead.actor.firmId,
    lead: lead.account.email,
    caseNumber,
    match,
  })

test(
  'its custody log is unbroken, so the archive can be verified and imported again',
  async () => {
    const here = await back(await archived(caseId, 'first.zip'), 'BACK-1')
    const second = await archived(here.caseId, 'second.zip')
    const lines: { kind: string; seq: number; action?: string }[] = []
    await using open = await openArchive(second)
    for await (const line of open.lines('custody-log.jsonl'))
      lines.push(JSON.parse(line) as { kind: string; seq: number })
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => lines[0]!.seq + index))
    expect(lines.at(-1)).toMatchObject({ kind: 'event', action: 'case.imported' })
    expect(await back(second, 'BACK-2')).toMatchObject({ caseNumber: 'BACK-2' })
  },
  patienceMs,
)

test(
  'drops keys of an analysis that no version reads',
  async () => {
    const { pool } = at.parts.database
    await pool.query(
      `update analyses set summary = summary || '{"junk": 1}', exchanges = exchanges || $1::jsonb from videos
       where videos.id = video_id and case_id = $2`,
      [JSON.stringify([{ ...exchange, junk: 1 }]), caseId],
    )
    const here = await back(await archived(caseId, 'junk.zip'), 'JUNK-1')
    const { rows } = await pool.query<{ summary: object; exchanges: object[] }>(
      'select summary, exchanges from analyses join videos on videos.id = video_id where case_id = $1',
      [here.caseId],
    )
    expect(rows[0]!.summary).not.toHaveProperty('junk')
    expect(rows[0]!.exchanges.at(-1)).toEqual(exchange)
  },
  patienceMs,
)

test(
  'needs disk space for its records too',
  async () => {
    await using open = await openArchive(await archived(caseId, 'space.zip'))
    const files = open.files.reduce((sum, { entry }) => sum + entry.size, 0)
    const fits = async (freeBytes: number) => {
      const storage = Object.assign(Object.create(at.parts.storage) as typeof at.parts.storage, {
        freeBytes: async () => freeBytes,
      })
      return requireWholeSpace(storage, { ...at.parts.config, MIN_FREE_GB: 0 }, open, []).then(
        () => true,
        () => false,
      )
    }
    expect(open.recordBytes).toBeGreaterThan(1000)
    expect([await fits(files), await fits(files + open.recordBytes)]).toEqual([false, true])
  },
  patienceMs,
)

test(
  'imports a case despite an export of a video whose upload never finished',
  async () => {
    const { id } = await buildVideo(at.parts, lead.actor, { caseId, receivedAt: null, sha256: null })
    await buildExport(at.parts, lead.actor, { caseId, videoId: id, scope: { kind: 'video', id } })
    const here = await back(await archived(caseId, 'case.zip'), 'BACK-1')
    expect(here.counts).toMatchObject({ videos: 1, exports: 2 })
  },
  patienceMs,
)

test(
  'imports a case despite a note whose device reused another ID',
  async () => {
    const { rows } = await at.parts.database.pool.query(
      `update annotations set id = videos.id from videos
       where videos.id = annotations.video_id and videos.case_id = $1 returning annotations.id`,
      [caseId],
    )
    expect(rows.length).toBe(1)
    const here = await back(await archived(caseId, 'case.zip'), 'BACK-1')
    expect(here.counts).toMatchObject({ annotations: 1 })
  },
  patienceMs,
)

test(
  'recognizes an imported person who later got an account',
  async () => {
    const rename = (email: string) =>
      at.parts.database.pool.query('update users set email = $2 where id = $1', [other.actor.userId, email])
    const first = await archived(caseId, 'first.zip')
    await rename('nobody.yet@firm.example')
    const here = await back(first, 'BACK-1', [lead.account.email])
    expect(here.people.imported).toEqual([`${other.account.name} (${other.account.email})`])
    await rename(other.account.email)
    await joinCase(at.parts.database.db, other.actor, here.caseId, 'paralegal')
    const again = await back(await archived(here.caseId, 'second.zip'), 'BACK-2', [
      lead.account.email,
      other.account.email,
    ])
    expect(new Set(again.people.matched)).toEqual(new Set([lead.account.email, other.account.email]))
    expect(again.people.imported).toEqual([])
    expect((await other.call('GET', `/api/cases/${again.caseId}`)).statusCode).toBe(200)
  },
  patienceMs,
)

const readRecord = async () =>
  (
    await at.parts.database.pool.query<{ action: string; reason: string }>(
      `select action, reason from audit_events where action like 'case.archive%' and entity_id = $1 order by seq`,
      [caseId],
    )
  ).rows

test(
  'is on record before its file exists, so a crash leaves no file without an event, and so is a failure',
  async () => {
    const out = join(folder, 'taken.zip')
    await symlink('nowhere', out)
    await expect(archived(caseId, 'taken.zip')).rejects.toThrow('EEXIST')
    expect(await readRecord()).toEqual([
      { action: 'case.archive_written', reason: 'from the command line' },
      {
        action: 'case.archive_failed',
        reason: `from the command line: EEXIST: file already exists, open '${out}'`,
      },
    ])
  },
  patienceMs,
)

test(
  'isn’t on record if there is such a file already',
  async () => {
    const out = join(folder, 'taken.zip')
    await mkdir(out)
    await expect(archived(caseId, 'taken.zip')).rejects.toThrow(`${out} already exists. Choose another file name.`)
    expect(await readRecord()).toEqual([])
  },
  patienceMs,
)
