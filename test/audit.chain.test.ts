import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAnchoring } from '#server/features/audit/audit.anchoring.ts'
import { chainStart, computeHash, recordAudit } from '#server/features/audit/audit.service.ts'
import type { AuditEventRow } from '#server/features/audit/audit.table.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { openServer } from '#server/platform/database/server.ts'
import { newId } from '#server/platform/ids.ts'
import { loadKeyring } from '#server/platform/keys/installation-key.ts'
import { openMailer } from '#server/platform/mail.ts'
import { startPlatform } from '../main.ts'
import { runCli, type Said } from './cli.ts'
import { type TestServer, startPostgres } from './postgres.ts'
import { copyTemplate, prepare } from './template.ts'

vi.setConfig({ testTimeout: 180_000 })
const cli = fileURLToPath(new URL('../cli/main.ts', import.meta.url))
const firm = newId()
const quiet = newId()
let folder: string
let postgres: TestServer | null = null
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-chain-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

type Place = { dataDir: string; url: string | undefined }
const settings = ({ dataDir, url }: Place) => ({
  ...{ DATA_DIR: dataDir, PORT: '0', MIN_FREE_GB: '0', LOG_LEVEL: 'fatal' },
  ...(url ? { DATABASE_URL: url } : {}),
})
const openAt = ({ dataDir, url }: Place) =>
  url ? openServer(url) : openEmbedded(join(dataDir, 'pg'), { durable: false })
const urlOf = (name: string) => postgres!.url.replace(/\/postgres$/, `/${name}`)

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: postgres!.url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const venire = (place: Place, ...args: string[]): Promise<Said> => runCli(settings(place), ...args)

async function venireAlone(place: Place, ...args: string[]): Promise<Said> {
  const { NODE_OPTIONS: _, DATABASE_URL: __, ...env } = process.env
  const call = promisify(execFile)(process.execPath, [cli, ...args], { env: { ...env, ...settings(place) } })
  return call.then(
    ({ stdout, stderr }) => ({ code: 0, says: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      says: error.stdout + error.stderr,
    }),
  )
}

async function record(place: Place, events: readonly (readonly [chain: string, action: string])[]): Promise<void> {
  const config = readConfig(settings(place))
  await loadKeyring(place.dataDir)
  const database = await openAt(place)
  const mailer = openMailer(config, { send: async () => null })
  const anchoring = await startAnchoring({ config, database, mailer }, { warn: () => {} })
  for (const [firmId, action] of events)
    await database.db.transaction((tx) => recordAudit(tx, { firmId, actorId: newId(), action, entity: 'case' }))
  await anchoring.stop()
  mailer.close()
  await database.close()
}

async function rehash(query: Query, change: (event: AuditEventRow) => void): Promise<void> {
  const { rows } = await query(`select chain, seq::int as seq, at, actor_id as "actorId", ip, action, entity,
    entity_id as "entityId", case_id as "caseId", details, reason from audit_events where chain = '${firm}' order by seq`)
  let previousHash = chainStart
  for (const event of rows as AuditEventRow[]) {
    change(event)
    const hash = computeHash({ ...event, previousHash })
    await query(`update audit_events set action = '${event.action}', previous_hash = '${previousHash}', hash = '${hash}',
      mac = null, key_fingerprint = null where chain = '${firm}' and seq = ${event.seq}`)
    previousHash = hash
  }
  await query(`delete from audit_heads where chain = '${firm}'`)
}

type Query = (statement: string) => Promise<{ rows: unknown[] }>

const attacks: [name: string, attack: (query: Query) => Promise<unknown>, says: string][] = [
  ['one row is edited', (query) => query(`update audit_events set reason = 'x' where seq = 3`), 'event 3 was changed'],
  [
    'the last five are deleted',
    (query) => query(`delete from audit_events where chain = '${firm}' and seq > 4`),
    '5 events are missing at the end: the chain had 9 events and now has 4',
  ],
  [
    'the last five are deleted with every trace in the database',
    async (query) => {
      await query(`delete from audit_events where chain = '${firm}' and seq > 4`)
      await query(`delete from audit_heads where chain = '${firm}'`)
    },
    '5 events are missing after event 4',
  ],
  [
    'everything is rehashed',
    (query) => rehash(query, (event) => void (event.action = event.seq === 2 ? 'harmless' : event.action)),
    'the chain was rewritten',
  ],
  [
    "a firm's whole chain is deleted",
    async (query) => {
      await query(`delete from audit_events where chain = '${quiet}'`)
      await query(`delete from audit_heads where chain = '${quiet}'`)
    },
    'the whole chain is gone',
  ],
  ['the table is emptied', (query) => query('truncate audit_events, audit_heads'), 'the whole chain is gone'],
  ['the table is dropped', (query) => query('drop table audit_events'), 'The audit record is gone'],
  ['the heads are dropped', (query) => query('drop table audit_heads'), 'The audit record was altered'],
  [
    "the events' keys are dropped",
    (query) => query('alter table audit_events drop column mac cascade'),
    'The audit record was altered',
  ],
]

for (const kind of ['embedded', 'server'] as const) {
  describe(`on a ${kind} database`, () => {
    let intact: Place
    let copies = 0
    beforeAll(async () => {
      intact = { dataDir: join(folder, kind, 'data'), url: kind === 'server' ? urlOf('chain') : undefined }
      if (kind === 'embedded') await copyTemplate(join(intact.dataDir, 'pg'))
      else {
        await onServer('create database chain')
        const database = await openServer(intact.url!)
        await prepare(database)
        await database.close()
      }
      const platform = await startPlatform(readConfig(settings(intact)))
      await platform.close()
      await record(
        intact,
        ['a', 'b'].map((action) => [quiet, action]),
      )
      await record(
        intact,
        'abcdefghi'.split('').map((action) => [firm, action]),
      )
    })

    async function copyOf(): Promise<Place> {
      const name = `chain_${(copies += 1)}`
      const dataDir = join(folder, kind, name)
      cpSync(intact.dataDir, dataDir, { recursive: true })
      if (kind === 'embedded') return { dataDir, url: undefined }
      await onServer(`create database ${name} template chain`)
      return { dataDir, url: urlOf(name) }
    }

    async function tamper(place: Place, work: (query: Query) => Promise<unknown>): Promise<void> {
      const database = await openAt(place)
      await database.pool.query('alter table audit_events disable trigger user')
      await work((statement) => database.pool.query(statement))
      await database.close()
    }

    test('an untouched record verifies', async () => {
      const { code, says } = await venireAlone(intact, 'verify', 'audit')
      expect([code, says]).toEqual([0, expect.stringContaining(`${firm}: chain intact through event 9`)])
      expect(says).toMatch(/anchors: \d+ lines match/)
    })

    test.for(attacks)('%s: detected', async ([name, attack, expected]) => {
      const place = await copyOf()
      await tamper(place, attack)
      const look = name === attacks[0]![0] ? venireAlone : venire
      const { code, says } = await look(place, 'verify', 'audit')
      expect([code, says]).toEqual([1, expect.stringContaining(expected)])
    })

    test('a deleted tail is still detected after new events', async () => {
      const place = await copyOf()
      await tamper(place, (query) => query(`delete from audit_events where chain = '${firm}' and seq > 4`))
      await record(place, [[firm, 'after']])
      const { code, says } = await venire(place, 'verify', 'audit')
      expect([code, says]).toEqual([1, expect.stringContaining('event 5 is missing')])
    })

    test('a forged lease neither stops the anchors nor hides that they stopped', async () => {
      const place = await copyOf()
      await tamper(place, async (query) => {
        await query(`update audit_anchor_lease set holder = gen_random_uuid(), expires_at = '2100-01-01'`)
      })
      await record(place, [[firm, 'after']])
      await tamper(place, (query) => query(`delete from audit_events where chain = '${firm}' and seq > 9`))
      await tamper(place, (query) => query(`delete from audit_heads where chain = '${firm}'`))
      expect(await venire(place, 'verify', 'audit')).toMatchObject({
        code: 1,
        says: expect.stringContaining('is ahead of the chain') as string,
      })

      const stopped = await copyOf()
      await tamper(stopped, async (query) => {
        await query(`update audit_anchor_lease set expires_at = now() + interval '50 seconds', host = '${hostname()}'`)
        await query(`insert into audit_events select (jsonb_populate_record(e, jsonb_build_object(
          'id', gen_random_uuid(), 'seq', 10, 'at', now() - interval '1 hour'))).* from audit_events e
          where chain = '${firm}' and seq = 9`)
      })
      expect((await venire(stopped, 'verify', 'audit')).says).toContain(`${firm}: event 10 of`)
    })

    test('a rotated key and a recorded restore verify', async () => {
      const place = await copyOf()
      const rotated = await venire(place, 'rotate-key', '--json')
      expect([rotated.code, rotated.says]).toEqual([0, expect.stringContaining('"fingerprint"')])
      await record(place, [[firm, 'after']])
      expect(await venire(place, 'verify', 'audit')).toMatchObject({
        code: 0,
        says: expect.stringContaining(`${firm}: chain intact through event 10`) as string,
      })

      const older = await copyOf()
      await cp(join(place.dataDir, 'audit-anchors.log'), join(older.dataDir, 'audit-anchors.log'))
      await cp(join(place.dataDir, 'installation.key'), join(older.dataDir, 'installation.key'))
      const ahead = await venire(older, 'verify', 'audit')
      expect(ahead.code).toBe(1)
      expect(ahead.says).toContain('is ahead of the chain')
      expect(ahead.says).toContain('If you restored it, record that: venire verify audit --restored "REASON"')
      expect(await venire(older, 'verify', 'audit', '--restored', 'Disk replaced')).toMatchObject({
        code: 0,
        says: expect.stringContaining('later than the restored backup') as string,
      })
      await record(older, [[firm, 'again']])
      expect(await venire(older, 'verify', 'audit')).toMatchObject({ code: 0 })
    })

    if (kind === 'server') return
    test('ignores a line cut off by a crash and detects changed and lost anchors', async () => {
      const place = await copyOf()
      const log = join(place.dataDir, 'audit-anchors.log')
      const text = await readFile(log, 'utf8')
      await appendFile(log, '{"n":3,"torn')
      expect(await venire(place, 'verify', 'audit')).toMatchObject({ code: 0 })
      await record(place, [[firm, 'after']])
      expect(await venire(place, 'verify', 'audit')).toMatchObject({ code: 0 })
      await writeFile(log, text.replace('"seq":2', '"seq":1'))
      expect(await venire(place, 'verify', 'audit')).toMatchObject({
        code: 1,
        says: expect.stringContaining('of audit-anchors.log was changed') as string,
      })
      await rm(log)
      expect(await venire(place, 'verify', 'audit')).toMatchObject({
        code: 1,
        says: expect.stringContaining('has no audit-anchors.log') as string,
      })
    })
  })
}
