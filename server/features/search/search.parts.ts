import { withoutAccents } from '#contract/accents.ts'
import type { Term } from './search.query.ts'
import { desc, type SQL, sql } from 'drizzle-orm'
import type { SearchResult } from '#contract/operations/search.ts'
import { visibleTo } from '#server/features/videos/videos.access.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'

export type Found = SearchResult & { caseId: string | null }

/**
 * IDs of visible videos, newest first. With ID lists, the planner can estimate row counts. Each query checks access
 * again.
 */
export type Seen = {
  videoIds: string[]
  reviewedIds: string[]
  looseIds: string[]
}

export const nothingSeen: Seen = { videoIds: [], reviewedIds: [], looseIds: [] }

export async function seenVideos(db: Db, actor: Actor): Promise<Seen> {
  const reviewed = sql<boolean>`videos.id in (
    select session_videos.video_id from session_videos
    join sessions on sessions.id = session_videos.session_id and sessions.deleted_at is null
    join highlight_sources on highlight_sources.session_id = session_videos.session_id
      and highlight_sources.video_id = session_videos.video_id
    where sessions.firm_id = ${actor.firmId})`
  const rows = await db
    .select({ id: videos.id, reviewed })
    .from(videos)
    .where(visibleTo(actor))
    .orderBy(desc(videos.id))
  const listIds = (list: typeof rows) => list.map(({ id }) => id)
  return {
    videoIds: listIds(rows),
    reviewedIds: listIds(rows.filter(({ reviewed }) => reviewed)),
    looseIds: listIds(rows.filter(({ reviewed }) => !reviewed)),
  }
}

/** Works in queries that select from `videos` without another alias. */
export const sessionOfVideo: SQL = sql`(select sessions.id from session_videos
  join sessions on sessions.id = session_videos.session_id and sessions.deleted_at is null
  where session_videos.video_id = videos.id)`

export function toHref(videoId: string, sessionId: string | null, seconds: number | null): string {
  const t = seconds === null ? null : `t=${seconds}`
  return sessionId === null
    ? `/videos/${videoId}${t ? `?${t}` : ''}`
    : `/sessions/${sessionId}/review?v=${videoId}${t ? `&${t}` : ''}`
}

const mostZeros = 6

/** Matches juror numbers the way `jurors.number_key` does: 7, 07, and 0007 are the same juror. */
export function isJuror(column: SQL, juror: string): SQL {
  const forms = [...new Set([juror, juror.toUpperCase()])].flatMap((each) =>
    Array.from({ length: mostZeros + 1 }, (_zero, zeros) => '0'.repeat(zeros) + each),
  )
  return sql`${column} = any(${sql.param(forms)}::text[])`
}

export function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`
}

const before = 8
const after = 26

/** Returns lowercase words without accents, split as the database splits them ("couldn't" is two words). */
export const fold = (text: string): string[] =>
  withoutAccents(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

export function locate(text: string, terms: readonly Term[]): { word: number; snippet: string } {
  const words = text.split(/\s+/).filter(Boolean)
  const parts = splitParts(words)
  const found = terms.map((term) => findTerm(parts, term)).filter((each) => each !== null)
  const word = found.length > 0 ? Math.min(...found) : 0
  const from = Math.max(0, word - before)
  const to = Math.min(words.length, word + after)
  const snippet = words.slice(from, to).join(' ')
  return { word, snippet: `${from > 0 ? '… ' : ''}${snippet}${to < words.length ? ' …' : ''}` }
}

export function cutSnippet(texts: readonly string[], terms: readonly Term[]): string {
  const text = texts.find((each) => terms.some((term) => holds(each, term))) ?? texts[0] ?? ''
  return locate(text, terms).snippet
}

export const holds = (text: string, term: Term): boolean =>
  findTerm(splitParts(text.split(/\s+/).filter(Boolean)), term) !== null

const splitParts = (words: readonly string[]) =>
  words.flatMap((word, index) => fold(word).map((part) => ({ part, index })))

function findTerm(parts: readonly { part: string; index: number }[], { kind, text }: Term): number | null {
  const wanted = fold(text)
  if (wanted.length === 0) return null
  const fits = (part: string | undefined, at: number): boolean =>
    kind === 'prefix' && at === wanted.length - 1 ? part?.startsWith(wanted[at]!) === true : part === wanted[at]
  const start = parts.findIndex((_each, from) => wanted.every((_want, at) => fits(parts[from + at]?.part, at)))
  return parts[start]?.index ?? null
}
