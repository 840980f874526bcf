import { and, asc, eq, gt, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { HighlightType } from '#contract/highlights/highlights.ts'
import { highlightSpecs } from '#contract/highlights/words.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { speakerAssignments } from '#server/features/speakers/speakers.table.ts'
import { sessionVideos } from '#server/features/videos/placing/session-videos.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Db } from '#server/platform/db.ts'
import { absent, Refusal } from '#server/platform/errors.ts'
import type { HighlightRow } from './highlights.table.ts'

export type Quoted = {
  quote: string
  turn: number | null
  turnTo: number | null
  speaker: string | null
  jurorNumber: string | null
  isJuror: boolean
}

type Part = { turn: Turn; text: string }

/**
 * Times are milliseconds from the start of the video. Turns without times can't be quoted. `isJuror` must take speaker
 * assignments into account.
 */
export function toQuote(
  turns: readonly Turn[],
  startMs: number,
  endMs: number,
  isJuror: (turn: Turn) => boolean,
): Quoted {
  const parts = turns.flatMap((turn): Part[] => {
    const text = spokenIn(turn, startMs, endMs)
    return text === '' ? [] : [{ turn, text }]
  })
  const [first, last] = [parts[0]?.turn, parts.at(-1)?.turn]
  const longest = (list: readonly Part[]) => list.toSorted((a, b) => b.text.length - a.text.length)[0]?.turn
  const whose = longest(parts.filter(({ turn }) => isJuror(turn))) ?? longest(parts)
  return {
    quote: parts.map(({ text }) => text).join('\n'),
    turn: first?.index ?? null,
    turnTo: last?.index ?? null,
    speaker: whose?.speaker ?? null,
    jurorNumber: whose?.jurorNumber ?? null,
    isJuror: whose !== undefined && isJuror(whose),
  }
}

function spokenIn(turn: Turn, startMs: number, endMs: number): string {
  if (turn.startMs === null || turn.endMs === null || turn.role === 'note') return ''
  if (turn.startMs >= endMs || turn.endMs <= startMs) return ''
  const tokens = [...turn.text.matchAll(/\S+/g)]
  if (turn.words.length !== tokens.length) return turn.text
  const inside = tokens.filter((_token, at) => {
    const word = turn.words[at]!
    return word.startMs < endMs && word.endMs > startMs
  })
  const [first, last] = [inside[0], inside.at(-1)]
  return first && last ? turn.text.slice(first.index, last.index + last[0].length) : ''
}

/** `starts` contains each word's start in milliseconds, or is empty if words have no times. */
export type PagedTurn = { text: string; lines: NonNullable<Turn['lines']>; starts: number[] }

export function locateQuote(
  quote: string,
  startMs: number | null,
  { text, lines, starts }: PagedTurn,
): { page: number; line: number } | null {
  const [first = ''] = quote.split('\n')
  const places: number[] = []
  for (let from = first === '' ? -1 : text.indexOf(first); from >= 0; from = text.indexOf(first, from + 1))
    if (from === 0 || /\s/.test(text[from - 1] ?? '')) places.push(text.slice(0, from).match(/\S+/g)?.length ?? 0)
  const away = (word: number) => (startMs === null ? word : Math.abs((starts[word] ?? Infinity) - startMs))
  const [word] = places.toSorted((a, b) => away(a) - away(b) || a - b)
  const at = word === undefined ? undefined : lines.findLast((each) => each.word <= word)
  return at ? { page: at.page, line: at.line } : null
}

/**
 * Checks each line of the quote separately. Each one comes from a single turn, and there may be other turns in between.
 */
export const containsQuote = (quote: SQL, words: SQL): SQL =>
  sql`not exists (select from string_to_table(${quote}, E'\n') as line where position(line in ${words}) = 0)`

type Stretch = { sessionId: string; videoId: string; startMs: number; endMs: number; type: HighlightType }

export async function quoteStretch(tx: Db, { sessionId, videoId, startMs, endMs, type }: Stretch) {
  const [video] = await tx
    .select({ durationMs: videos.durationMs })
    .from(sessionVideos)
    .innerJoin(videos, eq(videos.id, sessionVideos.videoId))
    .where(and(eq(sessionVideos.videoId, videoId), eq(sessionVideos.sessionId, sessionId), isNull(videos.deletedAt)))
  if (!video) throw absent('video')
  if (video.durationMs !== null && endMs > video.durationMs) {
    const message = `The video ends at ${video.durationMs / 1000} seconds.`
    throw new Refusal('invalid', message, { fields: { end: message } })
  }
  const { isJuror, ...quoted } = await quoteFrom(tx, videoId, startMs, endMs)
  if (highlightSpecs[type].isJurors && !isJuror) {
    const message = 'No juror speaks in this range. Assign the voice to a juror first, or mark it as a note.'
    throw new Refusal('invalid', message, { fields: { type: message } })
  }
  return { startMs, endMs, ...quoted }
}

async function quoteFrom(tx: Db, videoId: string, startMs: number, endMs: number): Promise<Quoted> {
  const turns = await turnsWithin(tx, videoId, startMs, endMs)
  const assigned = await tx
    .select({ label: speakerAssignments.label, role: speakerAssignments.role })
    .from(speakerAssignments)
    .where(eq(speakerAssignments.videoId, videoId))
  const roles = new Map(assigned.map(({ label, role }) => [label, role]))
  return toQuote(
    turns,
    startMs,
    endMs,
    ({ speaker, role }) => ((speaker !== null && roles.get(speaker)) || role) === 'juror',
  )
}

async function turnsWithin(tx: Db, videoId: string, startMs: number, endMs: number): Promise<Turn[]> {
  const rows = await tx
    .select()
    .from(transcriptTurns)
    .where(
      and(eq(transcriptTurns.videoId, videoId), lt(transcriptTurns.startMs, endMs), gt(transcriptTurns.endMs, startMs)),
    )
    .orderBy(asc(transcriptTurns.index))
  return rows.map(({ videoId: _videoId, original: _original, lines: _lines, ...turn }) => turn)
}

export async function findPlace(
  tx: Db,
  { videoId, startMs, endMs, turn, turnTo, quote }: HighlightRow,
): Promise<Pick<HighlightRow, 'turn' | 'turnTo' | 'speaker' | 'jurorNumber'> | null> {
  if (startMs === null || endMs === null) return null
  if (quote !== '' && turn === turnTo) {
    const same = (await turnsWithin(tx, videoId, startMs, endMs)).find(({ text }) => text.includes(quote))
    if (same) return { turn: same.index, turnTo: same.index, speaker: same.speaker, jurorNumber: same.jurorNumber }
  }
  const { turn: first, turnTo: last, speaker, jurorNumber } = await quoteFrom(tx, videoId, startMs, endMs)
  return first === null ? null : { turn: first, turnTo: last, speaker, jurorNumber }
}
