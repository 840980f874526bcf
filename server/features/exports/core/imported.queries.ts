import { and, asc, eq, gt } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { caseImports, importedAuditLines } from './exports.table.ts'

const linesAtOnce = 1000

/** Reads the custody log that came with a case, in pages. */
export async function* readImportedLines(db: Db, caseId: string): AsyncGenerator<string[]> {
  const { importId, position, line } = importedAuditLines
  const imports = await db
    .select({ id: caseImports.id })
    .from(caseImports)
    .where(eq(caseImports.caseId, caseId))
    .orderBy(asc(caseImports.id))
  for (const { id } of imports)
    for (let after = 0; ;) {
      const page = await db
        .select({ position, line })
        .from(importedAuditLines)
        .where(and(eq(importId, id), gt(position, after)))
        .orderBy(asc(position))
        .limit(linesAtOnce)
      const last = page.at(-1)
      if (!last) break
      yield page.map((each) => each.line)
      after = last.position
    }
}
