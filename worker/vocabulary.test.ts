import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { cases } from '#server/features/cases/cases.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp } from '#test/app.ts'
import { listVocabulary } from './vocabulary.ts'

test('lists the names, places, and number of this case only', async () => {
  const at = await testApp()
  const lead = await at.person()
  const { db } = at.parts.database
  const caseId = await buildCase(db, lead.actor)
  const other = await buildCase(db, lead.actor)
  await db
    .update(cases)
    .set({
      caseNumber: '24-CR-1183',
      court: 'Superior Court of Okanogan County',
      county: '',
      state: '',
      judge: 'Hon. Ruth Abernathy',
      parties: [{ name: 'Marlowe Timber, Inc.', role: 'defendant', side: 'defense', representedBy: '' }],
      witnesses: [{ name: 'Whitcomb, Ada', firm: '', side: 'defense' }],
      attorneys: [],
      issues: [{ name: 'Opioids', description: '', watchWords: ['oxycodone'] }],
    })
    .where(eq(cases.id, caseId))
  const add = (id: string, displayName: string) =>
    db.insert(jurors).values({
      id: newId(),
      firmId: lead.actor.firmId,
      caseId: id,
      jurorNumber: '1',
      displayName,
      orderIndex: 1,
      createdBy: lead.actor.userId,
      updatedBy: lead.actor.userId,
    })
  await add(caseId, 'Dana Kowalski Jr.')
  await add(other, 'Elsewhere Person')
  const listed = await listVocabulary(db, caseId)
  for (const term of ['Dana Kowalski', 'Kowalski', 'Ada Whitcomb', 'Whitcomb', 'Abernathy', 'Marlowe', 'Timber'])
    expect(listed).toContain(term)
  expect(listed).toEqual(expect.arrayContaining(['Okanogan', '24-CR-1183']))
  for (const term of ['County', 'oxycodone']) expect(listed).not.toContain(term)
  expect(listed.join(' ')).not.toContain('Elsewhere')
  expect(listed).not.toContain('Dana')
  expect(await listVocabulary(db, null)).toEqual([])
  await at.close()
})
