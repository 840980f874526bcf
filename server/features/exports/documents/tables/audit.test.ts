import { expect, test } from 'vitest'
import { ExportFilters, ExportOptions } from '#contract/exports/exports.ts'
import { computeHash } from '#server/features/audit/audit.service.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { testApp } from '#test/app.ts'
import { gather } from '../content/gather.ts'
import { auditTable } from './rows.ts'

test('every hash can be recomputed from its row, which tells people with one name apart', async () => {
  const at = await testApp()
  try {
    const lead = await at.person()
    const { db, pool } = at.parts.database
    const caseId = await buildCase(db, lead.actor)
    const declared = { basis: 'own_mock', note: '' }
    expect((await lead.call('PUT', `/api/cases/${caseId}/recording-permission`, declared)).statusCode).toBe(200)
    const twin = await at.person({ firmId: lead.actor.firmId })
    await pool.query('update users set name = $2 where id = $1', [twin.actor.userId, lead.account.name])
    const gathered = await gather({
      ...{ db, actor: lead.actor, publicUrl: 'https://firm.example' },
      order: {
        ...{ firmId: lead.actor.firmId, caseId, type: 'csv', template: 'audit', title: 'Activity' },
        scope: { kind: 'case', id: caseId },
        filters: ExportFilters.parse({}),
        options: ExportOptions.parse({}),
        createdBy: lead.actor.userId,
      },
    })
    const { columns, rows } = await auditTable(gathered)
    const read = rows.map((row) => new Map(columns.map(({ title }, index) => [title, String(row[index])])))
    expect(read.length).toBeGreaterThan(0)
    for (const row of read) {
      const get = (title: string) => row.get(title)!
      expect([get('User'), get('User email')]).toEqual([
        `${lead.account.name} (${lead.account.email})`,
        lead.account.email,
      ])
      const hash = computeHash({
        chain: get('Firm ID'),
        seq: Number(get('Number')),
        at: new Date(get('Time (UTC)')),
        actorId: get('User ID') || null,
        ip: get('IP address') || null,
        action: get('Action'),
        entity: get('Entity'),
        entityId: get('Entity ID') || null,
        caseId: get('Case ID') || null,
        details: get('Details'),
        reason: get('Reason') || null,
        previousHash: get('Hash before'),
      })
      expect(hash).toBe(get('Hash'))
    }
  } finally {
    await at.close()
  }
})
