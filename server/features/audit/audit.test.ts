import { createSocket } from 'node:dgram'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { newId } from '#server/platform/ids.ts'
import { hasValidSignature, getKeyring } from '#server/platform/keys/installation-key.ts'
import type { Letter, Mailer } from '#server/platform/mail.ts'
import { testDatabase } from '#test/database.ts'
import { recordRestore, startAnchoring } from './audit.anchoring.ts'
import { anchorsPath, verifyAnchors } from './audit.anchors.ts'
import { recordAudit } from './audit.service.ts'
import { verifyAudit } from './audit.verify.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const record = (firmId: string, action: string) =>
  database.db.transaction((tx) =>
    recordAudit(tx, { firmId, actorId: newId(), action, entity: 'case', details: { note: 'ü "quoted"' } }),
  )

const tamper = (statement: string) =>
  database.pool.query(
    `alter table audit_events disable trigger user; ${statement}; alter table audit_events enable trigger user`,
  )

test('chains events without gaps and verifies them', async () => {
  await database.truncate()
  const firmId = newId()
  for (const action of ['a', 'b', 'c']) await record(firmId, action)
  expect(await verifyAudit(database.db)).toEqual([{ chain: firmId, events: 3, brokenAt: null, fault: null }])
})

test('rejects changing or deleting an event', async () => {
  await expect(database.pool.query(`update audit_events set action = 'x'`)).rejects.toThrow('never changed')
  await expect(database.pool.query(`delete from audit_events`)).rejects.toThrow('never changed')
})

test('names the event that was changed, removed, or inserted', async () => {
  for (const [statement, brokenAt] of [
    [`update audit_events set details = '{}' where seq = 2`, 2],
    [`delete from audit_events where seq = 2`, 2],
    [`update audit_events set at = at + interval '1 hour' where seq = 3`, 3],
    [`update audit_events set hash = repeat('0', 64) where seq = 1`, 1],
  ] as const) {
    await database.truncate()
    const firmId = newId()
    for (const action of ['a', 'b', 'c']) await record(firmId, action)
    await tamper(statement)
    expect(await verifyAudit(database.db), statement).toMatchObject([{ chain: firmId, brokenAt }])
  }
})

test('numbers events from parallel writers without gaps or duplicates', async () => {
  await database.truncate()
  const firmId = newId()
  await Promise.all(Array.from({ length: 20 }, (_, index) => record(firmId, `write ${index}`)))
  expect(await verifyAudit(database.db)).toEqual([{ chain: firmId, events: 20, brokenAt: null, fault: null }])
})

test('names the key missing from installation.key', async () => {
  await database.truncate()
  const firmId = newId()
  await record(firmId, 'a')
  await tamper(
    `update audit_events set key_fingerprint = repeat('a', 64); update audit_heads set key_fingerprint = repeat('a', 64)`,
  )
  expect(await verifyAudit(database.db)).toMatchObject([
    { brokenAt: 1, fault: expect.stringContaining('Restore that file') },
  ])
})

describe('anchoring', () => {
  let dataDir: string
  beforeEach(async () => {
    await database.truncate()
    dataDir = await mkdtemp(join(tmpdir(), 'venire-anchors-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))

  const start = (settings: Record<string, string> = {}, sent: Letter[] = []) => {
    const mailer: Mailer = {
      isConfigured: true,
      send: async (_tx, letter) => void sent.push(letter),
      deliver: async () => {},
      check: async () => {},
      close: () => {},
    }
    const config = readConfig({
      DATA_DIR: dataDir,
      SMTP_URL: 'smtp://127.0.0.1',
      MAIL_FROM: 'a@firm.example',
      ...settings,
    })
    return startAnchoring({ config, database, mailer }, { warn: ({ err }) => expect.unreachable(String(err)) })
  }

  test('one process writes at a time, and the next continues where it stopped', async () => {
    const firmId = newId()
    await record(firmId, 'a')
    const [one, two] = [await start(), await start()]
    await record(firmId, 'b')
    await two.anchor()
    expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 1, faults: [] })
    await one.anchor()
    expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 2, faults: [] })
    await one.stop()
    await record(firmId, 'c')
    await two.anchor()
    await two.stop()
    expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 3, faults: [] })
  })

  test('servers with their own data folders write a valid log each, which together reveal what was deleted', async () => {
    const [kept, gone] = [newId(), newId()]
    const away = await mkdtemp(join(tmpdir(), 'venire-anchors-'))
    try {
      for (const firmId of [kept, gone]) await record(firmId, 'a')
      const one = await start()
      await one.stop()
      await tamper(`delete from audit_events where chain = '${gone}'; delete from audit_heads where chain = '${gone}'`)
      const two = await start({ DATA_DIR: away })
      await record(kept, 'b')
      await two.stop()
      const [earlier, later] = [dataDir, away].map(anchorsPath)
      expect((await verifyAnchors(database.db, away)).faults).toEqual([])
      const lost = [expect.stringContaining(`${gone}: the anchor of `)]
      expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 2, faults: lost })
      expect(await verifyAnchors(database.db, away, [earlier!])).toMatchObject({ lines: 4, faults: lost })

      await tamper(`delete from audit_events where seq = 2`)
      expect((await verifyAnchors(database.db, dataDir)).faults).toEqual(lost)
      expect((await verifyAnchors(database.db, dataDir, [later!])).faults).toEqual([
        ...lost,
        expect.stringContaining(`${kept}: the anchor of `),
      ])
      await tamper('delete from audit_heads')
      await recordRestore(database.db, readConfig({ DATA_DIR: away }), 'Backup of Monday')
      expect(await verifyAnchors(database.db, away, [earlier!])).toMatchObject({ superseded: 4, faults: [] })
    } finally {
      await rm(away, { recursive: true })
    }
  })

  test('forwards the latest anchor daily to a URL, syslog, or email', async () => {
    await record(newId(), 'a')
    const received: { body: string; signature: string }[] = []
    const server = createServer((incoming, outgoing) => {
      void text(incoming).then((body) => {
        received.push({ body, signature: String(incoming.headers['x-venire-signature']) })
        outgoing.end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    for (const _ of [1, 2]) {
      const anchoring = await start({ AUDIT_FORWARD_TO: `http://127.0.0.1:${port}/anchors` })
      await expect.poll(() => received.length).toBe(1)
      await anchoring.stop()
    }
    server.close()
    const { current } = getKeyring()
    expect(hasValidSignature(current.publicKey, Buffer.from(received[0]!.body), received[0]!.signature)).toBe(true)
    expect(JSON.parse(received[0]!.body)).toMatchObject({ lines: 1, heads: [{ seq: 1 }], key: current.fingerprint })

    await database.pool.query('update audit_anchor_lease set forwarded_at = null')
    const socket = createSocket('udp4')
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    const message = new Promise<string>((resolve) => socket.once('message', (bytes) => resolve(String(bytes))))
    const toSyslog = await start({ AUDIT_FORWARD_TO: `syslog://127.0.0.1:${socket.address().port}` })
    expect(await message).toMatch(/^<109>1 .* venire \d+ audit-anchor - \{.*"lines":1.*"signature"/)
    await toSyslog.stop()
    socket.close()

    await database.pool.query('update audit_anchor_lease set forwarded_at = null')
    const sent: Letter[] = []
    const byMail = await start({ AUDIT_FORWARD_TO: 'mailto:records@firm.example' }, sent)
    await expect
      .poll(() => sent)
      .toMatchObject([{ to: 'records@firm.example', text: expect.stringContaining('"lines":1') }])
    await byMail.stop()
  })
})
