import { and, asc, between, eq } from 'drizzle-orm'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import type { Db } from '#server/platform/db.ts'
import { oneLine, timecode, wordsOf } from '../content/clean.ts'
import { type Gathered, highlightsOf, type Placed } from '../content/gather.ts'

/** A place of the reporter's transcript. */
type PageLine = { page: number; line: number }

export type Designation = {
  placed: Placed
  filename: string
  /** Of the first and last word; null where the transcript has no pages. */
  from: PageLine | null
  to: PageLine | null
  /** "Juror 12" or who else speaks, and the quote; both redacted. */
  who: string
  kinds: string
  quote: string
}

/** Every highlight that the choices let through, with where its words begin and end in the reporter's transcript. */
export async function designationsOf(gathered: Gathered): Promise<{ list: Designation[]; unconfirmed: number }> {
  const { db, redact, sittings } = gathered
  const names = new Map(sittings.flatMap(({ videos }) => videos.map((each) => [each.videoId, each.filename] as const)))
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const list: Designation[] = []
  for (const placed of chosen) {
    const { highlight: it } = placed
    const name = it.juror ? redact.name({ displayName: it.juror.name }) : null
    list.push({
      placed,
      filename: oneLine(redact.text(names.get(it.videoId) ?? '')),
      ...(await pageLinesOf(db, it)),
      who: oneLine(
        it.juror
          ? `Juror ${redact.text(it.juror.number)}${name ? `, ${name}` : ''}`
          : redact.text(it.speaker ?? 'Unknown speaker'),
      ),
      kinds: [wordsOf(it.type), it.severity, ...(it.status === 'suggested' ? ['suggested, not confirmed'] : [])].join(
        ', ',
      ),
      quote: oneLine(redact.text(it.quote)),
    })
  }
  return { list, unconfirmed }
}

/** By the words whose time lies in the highlight; where words have no times, the whole turn. */
async function pageLinesOf(
  db: Db,
  { videoId, turn, start, end, page, line }: Placed['highlight'],
): Promise<Pick<Designation, 'from' | 'to'>> {
  const given = page !== null && line !== null ? { page, line } : null
  if (turn === null || given === null) return { from: given, to: given }
  const rows = await db
    .select({
      words: transcriptTurns.words,
      lines: transcriptTurns.lines,
      page: transcriptTurns.page,
      line: transcriptTurns.line,
    })
    .from(transcriptTurns)
    // A highlight of more turns than this is no designation of testimony.
    .where(and(eq(transcriptTurns.videoId, videoId), between(transcriptTurns.index, turn, turn + 20)))
    .orderBy(asc(transcriptTurns.index))
  let from: PageLine | null = null
  let to: PageLine | null = null
  for (const [at, row] of rows.entries()) {
    const { words } = row
    const isTimed = words.length > 0 && start !== null && end !== null
    // Half a tenth: times of highlights were rounded.
    const first = isTimed ? words.findIndex((word) => word.endMs > start * 1000 + 50) : 0
    const last = isTimed ? words.findLastIndex((word) => word.startMs < end * 1000 - 50) : Infinity
    if ((isTimed && (first < 0 || last < first)) || (!isTimed && at > 0)) {
      if (at > 0) break
      continue
    }
    from ??= placeOf(row, first)
    to = placeOf(row, last) ?? to
  }
  return { from: from ?? given, to: to ?? from ?? given }
}

type Row = { lines: Turn['lines'] | null; page: number | null; line: number | null }

function placeOf({ lines, page, line }: Row, word: number): PageLine | null {
  const at = lines?.findLast((each) => each.word <= word) ?? (page !== null && line !== null ? { page, line } : null)
  return at && { page: at.page, line: at.line }
}

export const pageLine = ({ page, line }: PageLine): string => `${page}:${String(line).padStart(2, '0')}`
/** "12:05-12:09", or "12:05" of a single line. */
export const range = ({ from, to }: Pick<Designation, 'from' | 'to'>): string | null =>
  from === null
    ? null
    : to === null || pageLine(to) === pageLine(from)
      ? pageLine(from)
      : `${pageLine(from)}-${pageLine(to)}`

/** "0:04:07.250" */
export const exact = (seconds: number): string =>
  `${timecode(seconds * 1000)}.${String(Math.round(seconds * 1000) % 1000).padStart(3, '0')}`
