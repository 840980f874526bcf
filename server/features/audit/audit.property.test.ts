import { array, assert, asyncProperty, integer, nat, string } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { testDatabase } from '#test/database.ts'
import { recordAudit } from './audit.service.ts'
import { verifyAudit } from './audit.verify.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function tamper(statement: string): Promise<number> {
  const client = await database.pool.connect()
  try {
    await client.query('alter table audit_events disable trigger user')
    const { rowCount } = await client.query(statement)
    await client.query('alter table audit_events enable trigger user')
    return rowCount ?? 0
  } finally {
    client.release()
  }
}

const changes: Record<string, (seq: number, words: string) => string> = {
  action: (seq, words) => `update audit_events set action = action || ${words} where seq = ${seq}`,
  entity: (seq, words) => `update audit_events set entity = entity || ${words} where seq = ${seq}`,
  details: (seq, words) => `update audit_events set details = details || ${words} where seq = ${seq}`,
  reason: (seq, words) => `update audit_events set reason = coalesce(reason, '') || ${words} where seq = ${seq}`,
  ip: (seq) => `update audit_events set ip = '192.0.2.1' where seq = ${seq}`,
  actor: (seq) => `update audit_events set actor_id = '${newId()}' where seq = ${seq}`,
  time: (seq) => `update audit_events set at = at + interval '1 ms' where seq = ${seq}`,
  hash: (seq) => `update audit_events set hash = repeat('0', 64) where seq = ${seq}`,
  key: (seq) => `update audit_events set mac = repeat('0', 64) where seq = ${seq}`,
  removed: (seq) => `delete from audit_events where seq = ${seq}`,
  tail: (seq) => `delete from audit_events where seq >= ${seq}`,
  copied: (seq) =>
    `insert into audit_events select chain, (select max(seq) + 1 from audit_events), at, actor_id, ip, action, entity,
      entity_id, case_id, details, reason, previous_hash, hash, key_fingerprint, mac from audit_events where seq = ${seq}`,
}

test.each(Object.keys(changes))('unchanged records verify, and a change is located: %s', async (change) => {
  await assert(
    asyncProperty(
      array(string({ unit: 'grapheme', maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      nat(),
      integer({ min: 0, max: 999_999 }),
      async (notes, at, number) => {
        await database.truncate()
        const firmId = newId()
        for (const note of notes)
          await database.db.transaction((tx) =>
            recordAudit(tx, { firmId, actorId: newId(), action: 'case.changed', entity: 'case', details: { note } }),
          )
        expect(await verifyAudit(database.db)).toEqual([
          { chain: firmId, events: notes.length, brokenAt: null, fault: null },
        ])
        const seq = 1 + (at % notes.length)
        expect(await tamper(changes[change]!(seq, `'x${number}'`))).toBeGreaterThan(0)
        const [report] = await verifyAudit(database.db)
        expect(report?.fault, change).toEqual(expect.any(String))
        expect(report?.brokenAt, change).toBe(change === 'copied' ? notes.length + 1 : seq)
      },
    ),
    { numRuns: 2 },
  )
})
