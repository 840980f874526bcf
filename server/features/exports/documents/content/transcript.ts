import { asc, eq, sql, inArray, and, gt, isNotNull, lt } from 'drizzle-orm'
import { transcriptTurns } from '#server/features/analysis/analysis.table.ts'
import { speakerAssignments } from '#server/features/speakers/speakers.table.ts'
import { jurors } from '#server/features/jurors/jurors.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import type { Span } from '#contract/videos/analysis.ts'
import type { SpeakerRole, Word } from '#contract/videos/transcript.ts'
import { cutCues } from '#contract/videos/captions.ts'
import { doubtLegend, markDoubts } from '#contract/videos/doubts.ts'
import type { Db } from '#server/platform/db.ts'
import type { Gathered } from './gather.ts'
import { timecode, cleanText } from './clean.ts'
import type { Block, Cell } from './doc.ts'
import { plainText, type Redactor, applyRedactions } from './redact.ts'
import type { Cue } from '../../core/maker.ts'

export type Spoken = {
  videoId: string
  sessionId: string | null
  index: number
  speaker: string
  role: SpeakerRole
  text: string
  marked: string
  startMs: number | null
  endMs: number | null
  page: number | null
  line: number | null
  isCorrected: boolean
  /** Spans of overlapping speech. Also empty if the whole turn overlaps and the exact spans are unknown. */
  overlaps: readonly Span[]
  isShared: boolean
}
export type SpokenVideo = {
  videoId: string
  sessionId: string | null
  filename: string
  sha256: string | null
  durationMs: number | null
  offsetMs: number
  changedAt: string | null
  spoken: Spoken[]
}

export async function readTranscript(gathered: Gathered): Promise<SpokenVideo[]> {
  const { order, sittings } = gathered
  if (order.scope.kind === 'video') return [await readSpokenVideo(gathered, order.scope.id, null, 0)]
  const all: SpokenVideo[] = []
  for (const { seen, videos: list } of sittings)
    for (const { videoId, offset } of list)
      all.push(await readSpokenVideo(gathered, videoId, seen.session.id, offset * 1000))
  return all
}

async function readSpokenVideo(
  { db, redact }: Gathered,
  videoId: string,
  sessionId: string | null,
  offsetMs: number,
): Promise<SpokenVideo> {
  const changedAt = sql<string | null>`greatest(
    (select max(created_at) from corrections where video_id = ${videoId}),
    (select completed_at from analyses where video_id = ${videoId}),
    (select max(assigned_at) from speaker_assignments where video_id = ${videoId}))`
  const [video] = await db
    .select({ filename: videos.filename, sha256: videos.sha256, durationMs: videos.durationMs, changedAt })
    .from(videos)
    .where(eq(videos.id, videoId))
  const assigned = await db
    .select({ label: speakerAssignments.label, role: speakerAssignments.role, number: jurors.jurorNumber })
    .from(speakerAssignments)
    .leftJoin(jurors, eq(jurors.id, speakerAssignments.jurorId))
    .where(eq(speakerAssignments.videoId, videoId))
  const named = new Map(assigned.map((each) => [each.label, each]))
  const { speaker, role, text, index, startMs, endMs, page, line, original, overlaps, isOverlapped } = transcriptTurns
  const doubtful = sql<
    Word[] | null
  >`case when ${transcriptTurns.words} @? '$[*].check' then ${transcriptTurns.words} end`
  const rows = await db
    .select({ speaker, role, text, index, startMs, endMs, page, line, original, overlaps, isOverlapped, doubtful })
    .from(transcriptTurns)
    .where(eq(transcriptTurns.videoId, videoId))
    .orderBy(asc(index))
  const spoken = rows.map(({ original: before, isOverlapped: isWhole, doubtful: words, ...turn }): Spoken => {
    const person = named.get(turn.speaker ?? '')
    const label = person?.number ? `JUROR ${person.number}` : (turn.speaker ?? 'UNKNOWN')
    return {
      ...turn,
      videoId,
      sessionId,
      role: person?.role ?? turn.role,
      speaker: redact.text(label),
      text: redact.text(turn.text),
      marked: words === null ? redact.text(turn.text) : markRedacted(words, redact),
      isCorrected: before !== null,
      isShared: isWhole || turn.overlaps.length > 0,
    }
  })
  return {
    videoId,
    sessionId,
    filename: redact.file(video?.filename ?? ''),
    sha256: video?.sha256 ?? null,
    durationMs: video?.durationMs ?? null,
    offsetMs,
    changedAt: video?.changedAt ?? null,
    spoken,
  }
}

/** Redacts before adding marks. A mark inside a name would leave the name readable. */
function markRedacted(words: readonly Word[], redact: Redactor): string {
  const shown = hideNames(words, redact).words
  return markDoubts({ text: shown.map(({ text }) => text).join(' '), words: shown })
}

export const listDoubtFacts = (films: readonly SpokenVideo[]): [string, Cell][] =>
  films.some(({ spoken }) => spoken.some(({ text, marked }) => text !== marked))
    ? [['Uncertain words', doubtLegend]]
    : []

export const listVideoFacts = (films: readonly SpokenVideo[]): [string, Cell][] =>
  films.map(({ filename, durationMs, sha256 }): [string, Cell] => [
    'Recording',
    [filename, durationMs === null ? '' : timecode(durationMs), sha256 ? `SHA-256 ${sha256}` : '']
      .filter(Boolean)
      .join(', '),
  ])

export async function buildExhibits(gathered: Gathered): Promise<Block[]> {
  const inputs = await readInputs(gathered)
  if (inputs.length === 0) return []
  const rows = await gathered.db
    .select({ id: videos.id, filename: videos.filename, durationMs: videos.durationMs })
    .from(videos)
    .where(inArray(videos.id, [...new Set(inputs.map(({ videoId }) => videoId))]))
  const byId = new Map(rows.map((each) => [each.id, each]))
  return [
    { kind: 'heading', level: 2, text: 'Exhibits' },
    {
      kind: 'table',
      label: 'Exhibits',
      head: ['No.', 'Recording', 'Length', 'SHA-256'],
      widths: [0.5, 2.6, 1, 4.4],
      rows: inputs.map(({ videoId, sha256 }, at) => {
        const video = byId.get(videoId)
        const length = video?.durationMs ?? null
        return [
          String(at + 1),
          gathered.redact.file(video?.filename ?? ''),
          length === null ? '' : timecode(length),
          sha256 ?? 'Not yet computed',
        ]
      }),
    },
  ]
}

export async function readInputs({
  db,
  order,
  sittings,
}: Gathered): Promise<{ videoId: string; sha256: string | null }[]> {
  const ids =
    order.scope.kind === 'video'
      ? [order.scope.id]
      : sittings.flatMap((each) => each.videos.map(({ videoId }) => videoId))
  if (ids.length === 0) return []
  const rows = await db
    .select({ videoId: videos.id, sha256: videos.sha256 })
    .from(videos)
    .where(inArray(videos.id, ids))
  return rows.toSorted((a, b) => ids.indexOf(a.videoId) - ids.indexOf(b.videoId))
}

export type Said = { cues: Cue[]; mutes: { startMs: number; endMs: number }[] }

/** Padding before and after a redacted name. Estimated word times need more. */
const aroundMs = { measured: 80, estimated: 300 } as const

/** Uses whole turns, so a caption may start before the span. `speakers` maps turn indexes to labels. */
export async function readSpeech(
  db: Db,
  redact: Redactor,
  speakers: ReadonlyMap<number, string>,
  { videoId, startMs, endMs }: { videoId: string; startMs: number; endMs: number },
): Promise<Said> {
  const { index, words, text } = transcriptTurns
  const turns = await db
    .select({ index, words, text, startMs: transcriptTurns.startMs, endMs: transcriptTurns.endMs })
    .from(transcriptTurns)
    .where(
      and(
        eq(transcriptTurns.videoId, videoId),
        isNotNull(transcriptTurns.startMs),
        lt(transcriptTurns.startMs, endMs),
        gt(transcriptTurns.endMs, startMs),
      ),
    )
    .orderBy(asc(index))
  const said: Said = { cues: [], mutes: [] }
  for (const turn of turns) {
    const hidden = hideNames(turn.words, redact)
    said.mutes.push(...hidden.mutes)
    if (turn.words.length === 0 && redact.text(turn.text) !== cleanText(turn.text))
      said.mutes.push({ startMs: turn.startMs!, endMs: turn.endMs! })
    const [first, ...rest] = hidden.words
    if (!first) continue
    const speaker = speakers.get(turn.index)
    const named = speaker ? [{ ...first, text: `${speaker}: ${first.text}` }, ...rest] : hidden.words
    said.cues.push(...cutCues([{ speaker: null, words: named }]))
  }
  return said
}

/**
 * Merges the words of a redacted name into one. A single part of the name may not match anything, such as "Anna" in
 * "Anna Smith".
 */
export function hideNames(words: readonly Word[], redact: Redactor): { words: Word[]; mutes: Said['mutes'] } {
  const shown: Word[] = []
  const mutes: Said['mutes'] = []
  const texts = words.map(({ text }) => plainText(text))
  const hidden = redact.hidden(texts.join(' '))
  let begin = 0
  for (let at = 0; at < words.length; at++) {
    const first = words[at]!
    let text = texts[at]!
    let end = begin + text.length
    const touching = () => hidden.filter((each) => each.from < end && each.until > begin)
    if (touching().length === 0) shown.push({ ...first, text })
    else {
      // The last match may end inside a word in which another match begins.
      for (let until = touching().at(-1)!.until; end < until; until = touching().at(-1)!.until) {
        text += ` ${texts[++at]!}`
        end = begin + text.length
      }
      const last = words[at]!
      const inText = touching().map(({ from, until, to }) => ({ from: from - begin, until: until - begin, to }))
      shown.push({ ...first, text: applyRedactions(text, inText), endMs: last.endMs })
      const around = aroundMs[first.estimated || last.estimated ? 'estimated' : 'measured']
      mutes.push({ startMs: Math.max(0, first.startMs - around), endMs: last.endMs + around })
    }
    begin = end + 1
  }
  return { words: shown, mutes }
}
