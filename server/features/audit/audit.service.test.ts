import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '#server/platform/actor.ts'
import { newId } from '#server/platform/ids.ts'
import { getKeyring } from '#server/platform/keys/installation-key.ts'
import { testDatabase } from '#test/database.ts'
import { type AnchorLine, anchorsPath, appendLines, readHeads, readTail, verifyAnchors } from './audit.anchors.ts'
import {
  type AuditEntry,
  chainStart,
  computeHash,
  computeHeadMac,
  computeMac,
  describeAuditMark,
  findAuditMark,
  installationChain,
  recordActs,
  recordAudit,
} from './audit.service.ts'
import { describeCount, verifyAudit } from './audit.verify.ts'

const event = {
  chain: '11111111-1111-4111-8111-111111111111',
  seq: 7,
  at: new Date('2026-03-02T17:45:00.250Z'),
  actorId: '22222222-2222-4222-8222-222222222222',
  ip: '203.0.113.7',
  action: 'strike.approved',
  entity: 'strike',
  entityId: '33333333-3333-4333-8333-333333333333',
  caseId: '44444444-4444-4444-8444-444444444444',
  details: '{"number":3}',
  reason: 'Second chair agreed',
  previousHash: chainStart,
}

describe('the hash of an event', () => {
  test('never changes for the same event, so records of earlier versions still verify', () => {
    expect(computeHash(event)).toBe('d4a64aaf1004e50a4d0320d1086cee23731fd8a6e643e21d9eda9121a0d4c909')
  })

  const changed: Record<keyof typeof event, unknown> = {
    chain: installationChain,
    seq: 8,
    at: new Date('2026-03-02T17:45:00.251Z'),
    actorId: null,
    ip: null,
    action: 'strike.withdrawn',
    entity: 'juror',
    entityId: null,
    caseId: null,
    details: '{"number":4}',
    reason: null,
    previousHash: '1'.repeat(64),
  }
  test.for(Object.entries(changed))('covers %s', ([field, value]) => {
    expect(computeHash({ ...event, [field]: value })).not.toBe(computeHash(event))
  })

  test('tells neighboring fields apart', () => {
    const one = { ...event, action: 'a', entity: 'bc' }
    expect(computeHash(one)).not.toBe(computeHash({ ...event, action: 'ab', entity: 'c' }))
  })
})

test('counts events in words', () => {
  expect([describeCount(1), describeCount(12)]).toEqual(['1 event is', '12 events are'])
})

describe('with a database', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())
  beforeEach(() => database.truncate())

  const firmId = newId()
  const record = (entry: Partial<AuditEntry>) =>
    database.db.transaction((tx) =>
      recordAudit(tx, { firmId, actorId: null, action: 'case.changed', entity: 'case', ...entry }),
    )
  const listActions = async () =>
    (await database.pool.query('select action from audit_events order by chain, seq')).rows.map(({ action }) => action)
  const tamper = (statement: string) =>
    database.pool.query(
      `alter table audit_events disable trigger user; ${statement}; alter table audit_events enable trigger user`,
    )

  test('an event, the end of its chain, and another key never share an authentication code', () => {
    const { current } = getKeyring()
    const hash = computeHash(event)
    const other = { ...current, hmac: (purpose: string, text: string) => current.hmac(`other ${purpose}`, text) }
    const codes = [computeMac(current, hash), computeHeadMac(current, { ...event, hash }), computeMac(other, hash)]
    expect(new Set(codes).size).toBe(3)
    for (const code of codes) expect(code).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a firm’s events and the installation’s are two chains', async () => {
    await record({ action: 'case.created' })
    await record({ firmId: null, action: 'backup.made', entity: 'backup' })
    await record({ action: 'case.archived' })
    expect(await verifyAudit(database.db)).toMatchObject([
      { chain: installationChain, events: 1, fault: null },
      { chain: firmId, events: 2, fault: null },
    ])
  })

  test('records a person’s acts in order, each with who did it and from where', async () => {
    const actor = { firmId, userId: newId() } as Actor
    await database.db.transaction((tx) =>
      recordActs(tx, { actor, ip: '203.0.113.7' }, [
        { action: 'juror.excused', entity: 'juror' },
        { action: 'strike.voided', entity: 'strike', reason: 'Juror excused' },
      ]),
    )
    const { rows } = await database.pool.query('select action, actor_id, ip, reason from audit_events order by seq')
    const who = { actor_id: actor.userId, ip: '203.0.113.7' }
    expect(rows).toEqual([
      { action: 'juror.excused', reason: null, ...who },
      { action: 'strike.voided', reason: 'Juror excused', ...who },
    ])
  })

  test('an act that is rolled back leaves no event and no gap', async () => {
    await record({})
    const undone = database.db.transaction(async (tx) => {
      await recordAudit(tx, { firmId, actorId: null, action: 'case.deleted', entity: 'case' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await record({})
    expect(await listActions()).toEqual(['case.changed', 'case.changed'])
    expect(await verifyAudit(database.db)).toMatchObject([{ events: 2, fault: null }])
  })

  test.for([
    ['removed', 'delete from audit_heads'],
    ['forged', `update audit_heads set seq = seq - 1`],
  ] as const)('the next event says that the end of the chain was %s', async ([, statement]) => {
    await record({})
    await record({})
    await database.pool.query(statement)
    expect(await verifyAudit(database.db)).toMatchObject([
      { brokenAt: 3, fault: expect.stringContaining('the chain ends') },
    ])
    await record({ action: 'case.archived' })
    expect(await listActions()).toEqual(['case.changed', 'case.changed', 'audit.head_changed', 'case.archived'])
    expect(await verifyAudit(database.db)).toMatchObject([
      { brokenAt: 3, fault: 'event 3 records that the end of the chain had been changed or removed before it' },
    ])
  })

  test('deleting the newest events leaves a gap that the head reveals', async () => {
    for (const action of ['a', 'b', 'c']) await record({ action })
    await tamper('delete from audit_events where seq >= 2')
    expect(await verifyAudit(database.db)).toMatchObject([
      { brokenAt: 2, fault: '2 events are missing at the end: the chain had 3 events and now has 1' },
    ])
  })

  test('the mark on an export is the newest event that is no export, so the same content prints the same mark', async () => {
    expect(await findAuditMark(database.db, firmId)).toBeNull()
    await record({ action: 'strike.approved', entity: 'strike' })
    const mark = await findAuditMark(database.db, firmId)
    await record({ action: 'export.made', entity: 'export' })
    await record({ firmId: newId() })
    expect(await findAuditMark(database.db, firmId)).toEqual(mark)
    expect(mark?.seq).toBe(1)
    expect(describeAuditMark(mark!)).toBe(`event 1, SHA-256 ${mark!.hash}, key ${getKeyring().current.fingerprint}`)
    expect(describeAuditMark({ seq: 4, hash: 'ab', key: null })).toBe('event 4, SHA-256 ab, key none')
  })

  describe('anchors', () => {
    let dataDir: string
    beforeEach(async () => {
      dataDir = await mkdtemp(join(tmpdir(), 'venire-anchors-'))
    })
    afterEach(() => rm(dataDir, { recursive: true }))

    const anchor = async (kind: AnchorLine['kind'] = 'anchor') =>
      appendLines(dataDir, await readTail(dataDir), {
        key: getKeyring().current,
        fence: 1,
        fresh: (await readHeads(database.db)).map((head) => ({ kind, heads: [head] })),
      })
    const edit = async (change: (lines: string[]) => string[]) => {
      const lines = (await readFile(anchorsPath(dataDir), 'utf8')).trimEnd().split('\n')
      await writeFile(anchorsPath(dataDir), `${change(lines).join('\n')}\n`)
    }
    const anchorThree = async () => {
      for (const action of ['a', 'b', 'c']) {
        await record({ action })
        await anchor()
      }
    }

    test('a partial last line from a crash is no fault, and the next line replaces it', async () => {
      await anchorThree()
      await appendFile(anchorsPath(dataDir), '{"n":4,"at":"20')
      expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 3, faults: [] })
      await record({ action: 'd' })
      await anchor()
      expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 4, faults: [] })
    })

    test.for([
      ['edited', (lines: string[]) => lines.with(1, lines[1]!.replace('"fence":1', '"fence":2')), 'line 2'],
      ['removed', (lines: string[]) => lines.toSpliced(1, 1), 'line 2'],
      ['reordered', (lines: string[]) => [lines[1]!, lines[0]!, lines[2]!], 'line 1'],
      ['replaced by something else', (lines: string[]) => lines.with(0, 'nothing'), 'line 1'],
    ] as const)('a line that was %s is a fault', async ([, change, line]) => {
      await anchorThree()
      await edit(change)
      const { faults } = await verifyAnchors(database.db, dataDir)
      expect(faults[0]).toBe(`${line} of audit-anchors.log was changed, or a line before it was removed`)
    })

    test('a chain that was rewritten, or cut back, no longer fits its anchors', async () => {
      await anchorThree()
      await tamper('update audit_events set hash = previous_hash where seq = 2')
      expect((await verifyAnchors(database.db, dataDir)).faults[0]).toContain('event 2 doesn’t match the anchor')
      await tamper('delete from audit_events where seq > 1; delete from audit_heads')
      const [fault] = (await verifyAnchors(database.db, dataDir)).faults
      expect(fault).toContain('it recorded event 3, and 2 events are missing after event 1.')
      expect(fault).toContain('venire verify audit --restored')
    })

    test('a recorded restore supersedes the anchors after it', async () => {
      await anchorThree()
      await tamper('delete from audit_events where seq > 1; delete from audit_heads')
      const { rows } = await database.pool.query('select chain, seq::int, hash from audit_events')
      const fresh = [{ kind: 'restored' as const, heads: rows, reason: 'Backup of Monday' }]
      await appendLines(dataDir, await readTail(dataDir), { key: getKeyring().current, fence: 2, fresh })
      expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 4, superseded: 2, faults: [] })
    })

    test('events without any anchors are a fault, but an empty record is not', async () => {
      expect(await verifyAnchors(database.db, dataDir)).toMatchObject({ lines: 0, faults: [] })
      await record({})
      expect((await verifyAnchors(database.db, dataDir)).faults).toEqual([
        expect.stringContaining('this data folder has no audit-anchors.log'),
      ])
    })
  })
})
