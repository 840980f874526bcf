import { type SQL, sql } from 'drizzle-orm'
import { type HighlightType, highlightTypes } from '#contract/highlights/highlights.ts'
import { highlightSpecs } from '#contract/highlights/words.ts'

export type Term = { kind: 'word' | 'prefix' | 'phrase'; text: string }
export type Kind = 'case' | 'session' | 'juror' | 'strike' | 'video' | 'highlight' | 'export' | 'passage' | 'member'

export type SearchQuery = {
  terms: Term[]
  /** The number in `juror:12`, without leading zeros. Limits results to kinds that belong to a juror. */
  juror: string | null
  only: Kind | null
  finding: HighlightType | null
}

const kinds: Record<string, Kind> = {
  case: 'case',
  session: 'session',
  juror: 'juror',
  strike: 'strike',
  video: 'video',
  finding: 'highlight',
  highlight: 'highlight',
  export: 'export',
  transcript: 'passage',
  passage: 'passage',
  member: 'member',
  team: 'member',
  team_member: 'member',
}
const findingWords: Record<string, HighlightType | undefined> = Object.fromEntries(
  highlightTypes.flatMap((type) => highlightSpecs[type].searchedAs.map((word) => [word, type])),
)

/** Never fails: unknown filters count as words, and an unclosed quote extends to the end. */
export function parseQuery(text: string): SearchQuery {
  const query: SearchQuery = { terms: [], juror: null, only: null, finding: null }
  const tokens = [...text.matchAll(/"([^"]*)"?|\S+/g)]
  for (const [at, [token, quoted]] of tokens.entries()) {
    if (quoted !== undefined) {
      if (hasWord(quoted)) query.terms.push({ kind: 'phrase', text: quoted.trim() })
      continue
    }
    const [, name, value = ''] = /^(juror|type):(.+)$/i.exec(token) ?? []
    const word = value.toLowerCase()
    if (name?.toLowerCase() === 'juror') query.juror = jurorKey(word)
    else if (name && kinds[word]) query.only = kinds[word]
    else if (name && findingWords[word]) query.finding = findingWords[word]
    else if (hasWord(token)) {
      // The user may still be typing the last word.
      const isBeginning = token.endsWith('*') || (at === tokens.length - 1 && token.length > 1)
      query.terms.push({ kind: isBeginning ? 'prefix' : 'word', text: token.replace(/\*+$/, '') })
    }
  }
  return query
}

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const jurorKey = (number: string): string => number.replace(/\s/g, '').replace(/^0+(?=.)/, '')

export const asks = (query: SearchQuery): boolean =>
  query.terms.length > 0 || query.juror !== null || query.finding !== null

export function toTsQuery(terms: readonly Term[]): SQL | null {
  if (terms.length === 0) return null
  const each = terms.map(({ kind, text }) =>
    kind === 'prefix'
      ? // Quoting disables tsquery operators.
        sql`to_tsquery('public.venire', ${`'${text.replaceAll(/['\\]/g, ' ')}':*`})`
      : sql`phraseto_tsquery('public.venire', ${text})`,
  )
  return sql`(${sql.join(each, sql` && `)})`
}

export function textHolds(text: SQL, terms: readonly Term[]): SQL {
  if (terms.length === 0) return sql`false`
  const each = terms.map(
    (term) => sql`strpos(public.unaccent(lower(${text})), public.unaccent(lower(${term.text}::text))) > 0`,
  )
  return sql.join(each, sql` and `)
}
