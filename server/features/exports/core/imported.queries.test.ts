import { expect, test } from 'vitest'
import { buildCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { testApp } from '#test/app.ts'
import { caseImports, importedAuditLines } from './exports.table.ts'
import { readImportedLines } from './imported.queries.ts'

test('reads every line of a case once, in order, a page at a time', async () => {
  const at = await testApp()
  try {
    const { db } = at.parts.database
    const { actor } = await at.person()
    const listed: string[] = []
    const caseId = await buildCase(db, actor)
    for (const of of [caseId, await buildCase(db, actor)]) {
      const importId = newId()
      await db.insert(caseImports).values({ id: importId, firmId: actor.firmId, caseId: of, status: 'done' })
      const lines = Array.from({ length: 2001 }, (_, at) => ({ importId, position: at + 1, line: `${importId} ${at}` }))
      await db.insert(importedAuditLines).values(lines)
      if (of === caseId) listed.push(...lines.map(({ line }) => line))
    }
    const pages: string[][] = []
    for await (const page of readImportedLines(db, caseId)) pages.push(page)
    expect(pages.map((page) => page.length)).toEqual([1000, 1000, 1])
    expect(pages.flat()).toEqual(listed)
  } finally {
    await at.close()
  }
})
