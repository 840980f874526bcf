import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ExportFilters, ExportOptions } from '#contract/exports.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { testApp } from '#test/app.ts'
import { buildSitting } from '../exports.factory.ts'
import { gather } from './gather.ts'

test('leaves out the name of a juror who was taken off the list', async () => {
  const at = await testApp()
  try {
    const { actor } = await at.person()
    const { caseId, sessionId, jurorId } = await buildSitting(at.parts, actor)
    const { db } = at.parts.database
    await db.update(jurors).set({ deletedAt: new Date() }).where(eq(jurors.id, jurorId))
    const { redact, jurors: listed } = await gather({
      db,
      actor,
      publicUrl: 'https://firm.example',
      order: {
        firmId: actor.firmId,
        caseId,
        type: 'pdf',
        template: 'transcript',
        title: 'Transcript',
        scope: { kind: 'session', id: sessionId },
        filters: ExportFilters.parse({}),
        options: ExportOptions.parse({}),
        createdBy: actor.userId,
      },
    })
    expect(listed.map(({ jurorNumber }) => jurorNumber)).toEqual(['13'])
    expect(redact.text('Ms. Marchetti of Quill Harbour Logistics')).toBe('Ms. [Juror 12] of [employer]')
  } finally {
    await at.close()
  }
})
