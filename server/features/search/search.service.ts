import { and, eq, inArray, ne } from 'drizzle-orm'
import type { SearchResult } from '#contract/operations/search.ts'
import { cases } from '#server/features/cases/cases.table.ts'
import { buildRedactor, type Redactor } from '#server/features/exports/documents/content/redact.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { findExports, findCases, findMembers, findVideos, findStrikes } from './records.queries.ts'
import { findFindings } from './findings.queries.ts'
import { findHighlights } from './highlights.queries.ts'
import { findJurors, findSessions } from './panel.queries.ts'
import { findPassages } from './passages.queries.ts'
import { fold, type Found, holds, nothingSeen, seenVideos } from './search.parts.ts'
import { asks, type Kind, parseQuery, type SearchQuery, type Term } from './search.query.ts'

/** Runs queries one at a time so that one person typing can't use up the database connections. */
export async function searchAll(db: Db, actor: Actor, text: string): Promise<SearchResult[]> {
  const query = parseQuery(text)
  const kinds = kindsAsked(query)
  if (!asks(query)) return []
  const seen = kinds.has('highlight') || kinds.has('passage') ? await seenVideos(db, actor) : nothingSeen
  const finders: Record<Kind, () => Promise<Found[]>> = {
    case: () => findCases(db, actor, query),
    session: () => findSessions(db, actor, query),
    juror: () => findJurors(db, actor, query),
    strike: () => findStrikes(db, actor, query),
    video: () => findVideos(db, actor, query),
    highlight: async () => [
      ...(await findHighlights(db, actor, seen, query)),
      ...(await findFindings(db, actor, seen, query)),
    ],
    passage: () => findPassages(db, actor, seen, query),
    export: () => findExports(db, actor, query),
    member: () => findMembers(db, actor, query),
  }
  const found: Found[] = []
  for (const kind of kinds) found.push(...(await finders[kind]()))
  const shown = await withoutHiddenNames(db, found, query.terms)
  return shown.map(({ caseId: _caseId, ...result }) => result)
}

const everything: readonly Kind[] = [
  'case',
  'session',
  'juror',
  'strike',
  'video',
  'highlight',
  'passage',
  'export',
  'member',
]
const ofJuror: readonly Kind[] = ['juror', 'strike', 'highlight', 'passage']

function kindsAsked({ juror, only, finding, terms }: SearchQuery): ReadonlySet<Kind> {
  const kinds = everything.filter(
    (kind) =>
      (juror === null || ofJuror.includes(kind)) &&
      (only === null || only === kind) &&
      (finding === null || kind === 'highlight') &&
      (terms.length > 0 || juror !== null || finding !== null),
  )
  return new Set(kinds)
}

type Hidden = { redactor: Redactor; parts: ReadonlySet<string> }

/** Redacts hidden names and drops results that match only because of a name, which would reveal who is meant. */
async function withoutHiddenNames(db: Db, found: readonly Found[], terms: readonly Term[]): Promise<Found[]> {
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
  const { caseId, jurorNumber, displayName, employer } = jurors
  const rows = await db
    .select({ caseId, jurorNumber, displayName, employer })
    .from(jurors)
    .innerJoin(cases, and(eq(cases.id, caseId), eq(cases.confidentiality, 'anonymous_jury')))
    .where(and(inArray(caseId, [...caseIds]), ne(displayName, '')))
  const byCase = Map.groupBy(rows, (row) => row.caseId)
  return new Map(
    [...byCase].map(([id, named]) => [
      id,
      {
        redactor: buildRedactor(named, { names: true, employers: false }),
        parts: new Set(named.flatMap((each) => fold(each.displayName ?? ''))),
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
