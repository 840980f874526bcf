import type { SearchResult } from '#contract/operations/search.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { findExports, findCases, findMembers, findVideos, findStrikes } from './records.queries.ts'
import { findFindings } from './findings.queries.ts'
import { withoutHiddenNames } from './hidden.names.ts'
import { findHighlights } from './highlights.queries.ts'
import { findJurors, findSessions } from './panel.queries.ts'
import { findPassages } from './passages.queries.ts'
import { type Found, nothingSeen, seenVideos } from './search.parts.ts'
import { asks, type Kind, parseQuery, type SearchQuery } from './search.query.ts'

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
