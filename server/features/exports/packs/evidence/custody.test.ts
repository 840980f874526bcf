import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ExportFilters, ExportOptions } from '#contract/exports/exports.ts'
import { makeFolder } from '#engine/media/media.factory.ts'
import { recordAudit } from '#server/features/audit/audit.service.ts'
import { testApp } from '#test/app.ts'
import { gather } from '../../documents/content/gather.ts'
import { auditTable } from '../../documents/tables/rows.ts'
import { buildSitting } from '../../exports.factory.ts'
import { writeCustody } from './custody.ts'

test('redacts names in audit values, never in keys', async () => {
  const at = await testApp()
  try {
    await using folder = await makeFolder()
    const { actor } = await at.person()
    const { db } = at.parts.database
    const { caseId, sessionId } = await buildSitting(at.parts, actor, { juror: { displayName: 'Pat Fields' } })
    const record = (details: Record<string, unknown>, reason: string | null = null) =>
      db.transaction((tx) =>
        recordAudit(tx, {
          ...{ firmId: actor.firmId, actorId: actor.userId, caseId, entity: 'session', entityId: sessionId },
          ...{ action: 'session.video_placed', details, reason },
        }),
      )
    await record({ fields: ['name'] })
    await record({ filename: 'Día 1.mp4'.normalize('NFD'), note: 'Line 1\r\nLine 2' }, 'Año'.normalize('NFD'))
    await record({ note: 'Ms. Fields left.' })
    await record({ filename: 'pat_fields.mp4' })
    await record({}, 'Pat Fields asked.')
    const gathered = await gather({
      ...{ db, actor, publicUrl: 'https://firm.example' },
      order: {
        ...{ firmId: actor.firmId, caseId, createdBy: actor.userId, scope: { kind: 'session', id: sessionId } },
        ...{ type: 'pack', template: 'evidence_pack', title: 'Evidence pack' },
        ...{ filters: ExportFilters.parse({}), options: ExportOptions.parse({}) },
      },
    })
    const out = join(folder.path, 'custody')
    expect(await writeCustody(gathered, [], [], out)).toMatchObject({ events: 2, withheld: 3 })
    const lines = (await readFile(out, 'utf8')).trim().split('\n')
    expect(lines.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
      ...['event', 'event', 'withheld', 'withheld', 'withheld'],
    ])
    const { columns, rows } = await auditTable({ ...gathered, anonymous: true })
    const [details, reason] = ['Details', 'Reason'].map((title) => columns.findIndex((each) => each.title === title))
    expect(rows.map((row) => [row[details!], row[reason!]])).toEqual([
      ['{"fields":["name"]}', ''],
      [JSON.stringify({ filename: 'Día 1.mp4'.normalize('NFD'), note: 'Line 1\r\nLine 2' }), 'Año'],
      ['{"note":"Ms. [Juror 12] left."}', ''],
      ['{"filename":"[Juror 12].mp4"}', ''],
      ['{}', '[Juror 12] asked.'],
    ])
  } finally {
    await at.close()
  }
})
