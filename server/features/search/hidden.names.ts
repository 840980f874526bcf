import { sql } from 'drizzle-orm'
import { type Redactor, buildRedactor } from '#server/features/exports/documents/content/redact.ts'
import type { Db } from '#server/platform/db.ts'
import { fold, holds, type Found } from './search.parts.ts'
import type { Term } from './search.query.ts'

type Hidden = { redactor: Redactor; parts: ReadonlySet<string> }

/** Redacts hidden names and drops results that match only because of a name, which would reveal who is meant. */
export async function withoutHiddenNames(db: Db, found: readonly Found[], terms: readonly Term[]): Promise<Found[]> {
  const hidden = await listHiddenNames(db, [...new Set(found.flatMap(({ caseId }) => caseId ?? []))])
  return found.flatMap((each) => {
    const names = each.caseId === null ? undefined : hidden.get(each.caseId)
    if (!names) return [each]
    const text = (of: string) => names.redactor.text(of)
    const shown = {
      ...each,
      title: text(each.title),
      subtitle: text(each.subtitle),
      description: text(each.description),
    }
    const page = `${shown.title} ${shown.subtitle} ${shown.description}`
    const byName = terms.some((term) => isInside(term, names.parts) && !holds(page, term))
    return byName ? [] : [shown]
  })
}

async function listHiddenNames(db: Db, caseIds: readonly string[]): Promise<ReadonlyMap<string, Hidden>> {
  if (caseIds.length === 0) return new Map()
  const { rows } = await db.execute<{
    case_id: string
    jurorNumber: string
    displayName: string
    employer: string
  }>(sql`
    select jurors.case_id, jurors.juror_number as "jurorNumber", jurors.display_name as "displayName", jurors.employer
    from jurors join cases on cases.id = jurors.case_id and cases.confidentiality = 'anonymous_jury'
    where jurors.case_id = any(${sql.param([...caseIds])}::uuid[]) and jurors.display_name <> ''`)
  const byCase = Map.groupBy(rows, (row) => row.case_id)
  return new Map(
    [...byCase].map(([caseId, jurors]) => [
      caseId,
      {
        redactor: buildRedactor(jurors, { names: true, employers: false }),
        parts: new Set(jurors.flatMap(({ displayName }) => fold(displayName))),
      },
    ]),
  )
}

function isInside({ kind, text }: Term, parts: ReadonlySet<string>): boolean {
  const words = fold(text)
  return words.some(
    (word, at) =>
      parts.has(word) ||
      (kind === 'prefix' && at === words.length - 1 && [...parts].some((part) => part.startsWith(word))),
  )
}
