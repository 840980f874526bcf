import { eq } from 'drizzle-orm'
import { analyses } from '#server/features/analysis/analysis.table.ts'
import { readFindings } from '#server/features/analysis/runs/results.queries.ts'
import { listAnnotations } from '#server/features/annotations/annotations.queries.ts'
import { buildDocument, buildSignature } from '../content/cover.ts'
import type { Block, Doc, Cell } from '../content/doc.ts'
import { type Gathered, chooseHighlights, type Placed, toCite, isAmong } from '../content/gather.ts'
import { toHighlightBlocks, getChangeTime, listJurorsInScope, buildJurorTable, listStrikes } from '../content/blocks.ts'
import { readTranscript, listDoubtFacts, listVideoFacts, type SpokenVideo } from '../content/transcript.ts'
import { toDay, toWords, timecode } from '../content/clean.ts'
import { toStrikeChapters } from './strikes.ts'

export async function sessionSummary(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const films = await readTranscript(gathered)
  const seated = await listJurorsInScope(gathered)
  const [sitting] = gathered.sittings
  return buildDocument(gathered, {
    unconfirmed,
    changed: [
      ...chosen.map(getChangeTime),
      ...seated.map(({ juror }) => juror.updatedAt),
      ...films.map(({ changedAt }) => changedAt),
      sitting?.seen.session.updatedAt ?? null,
    ],
    facts: [
      ['Date', sitting?.seen.session.date ? toDay(sitting.seen.session.date) : 'not set'],
      ...listVideoFacts(films),
    ],
    blocks: [
      { kind: 'heading', level: 2, text: 'Jurors' },
      buildJurorTable(gathered, seated),
      ...toHighlightChapters(gathered, chosen),
      await buildSignature(gathered),
    ],
  })
}

export function toHighlightChapters(gathered: Gathered, chosen: readonly Placed[]): Block[] {
  if (chosen.length === 0)
    return [
      { kind: 'heading', level: 2, text: 'Highlights' },
      { kind: 'text', text: 'No highlights match the selection.', tone: 'note' },
    ]
  return [...Map.groupBy(chosen, ({ highlight }) => highlight.type)].flatMap(([type, placed]) => [
    { kind: 'heading' as const, level: 2 as const, text: `${toWords(type)} (${placed.length})` },
    ...placed.flatMap((each) => toHighlightBlocks(gathered, each)),
  ])
}

export async function sessionPage(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const films = await readTranscript(gathered)
  const strikes = await listStrikes(gathered)
  const seated = await listJurorsInScope(gathered)
  return buildDocument(gathered, {
    unconfirmed,
    changed: [
      ...chosen.map(getChangeTime),
      ...strikes.map(({ updatedAt }) => updatedAt),
      ...seated.map(({ juror }) => juror.updatedAt),
      ...films.map(({ changedAt }) => changedAt),
    ],
    facts: listVideoFacts(films),
    blocks: [
      { kind: 'heading', level: 2, text: 'Jurors' },
      buildJurorTable(gathered, seated),
      ...toHighlightChapters(gathered, chosen),
      ...toStrikeChapters(gathered, strikes),
      ...films.flatMap((film) => toSpokenBlocks(gathered, film)),
    ],
  })
}

export async function transcript(gathered: Gathered): Promise<Doc> {
  const films = await readTranscript(gathered)
  return buildDocument(gathered, {
    facts: [...listVideoFacts(films), ...listDoubtFacts(films)],
    changed: films.map(({ changedAt }) => changedAt),
    blocks: films.flatMap((film) => toSpokenBlocks(gathered, film)),
  })
}

export function toSpokenBlocks(gathered: Gathered, film: SpokenVideo): Block[] {
  const title = `Transcript of ${film.filename}`
  if (film.spoken.length === 0)
    return [
      { kind: 'heading', level: 2, text: title },
      { kind: 'text', text: 'This video has no transcript.', tone: 'note' },
    ]
  return [
    {
      kind: 'spoken',
      title,
      lines: film.spoken.map((turn) => ({
        speaker: turn.isShared ? `${turn.speaker} (several voices at once)` : turn.speaker,
        text: turn.marked,
        cite: toCite(gathered, { ...turn, seconds: turn.startMs === null ? null : turn.startMs / 1000 }),
      })),
    },
  ]
}

export async function videoReport(gathered: Gathered): Promise<Doc> {
  const { db, order, redact } = gathered
  const { id: videoId } = order.scope
  const [film] = await readTranscript(gathered)
  const [analysis] = await db.select().from(analyses).where(eq(analyses.videoId, videoId))
  const isPrivileged = order.options.includePrivileged
  const annotations = isPrivileged ? await listAnnotations(db, videoId) : []
  const found = (await readFindings(db, videoId)).filter(
    ({ type, severity, jurorNumber }) =>
      passes(order.filters.types, type) &&
      passes(order.filters.severities, severity) &&
      isAmong(jurorNumber, order.filters.jurors),
  )
  const shown = order.options.includeSuggestions ? found : []
  const cite = (seconds: number | null) =>
    toCite(gathered, { videoId, sessionId: null, seconds, page: null, line: null })
  const summary = analysis?.summary
  const facts: [string, Cell][] = summary
    ? [
        ['Language', summary.language ?? 'unknown'],
        ['Speakers', String(summary.speakerCount ?? 'unknown')],
        ['Words', String(summary.wordCount)],
        ['Key phrases', redact.text(summary.keyPhrases.join(', '))],
        ['Transcript source', toWords(analysis.transcriptSource)],
      ]
    : []
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: 'Summary' },
    facts.length > 0
      ? { kind: 'facts', rows: facts }
      : { kind: 'text', text: 'This video has not been analyzed.', tone: 'note' },
    ...(isPrivileged
      ? [{ kind: 'heading' as const, level: 2 as const, text: `Annotations (${annotations.length})` }]
      : []),
    ...annotations.map((each): Block => ({
      kind: 'quote',
      question: null,
      text: redact.text(each.title),
      by: `${toWords(each.category)} · ${each.severity} · ${redact.text(each.createdBy)}${each.isAiGenerated ? ' · AI Generated' : ''}`,
      cite: cite(each.startTime),
      note: each.description === '' ? null : redact.text(each.description),
    })),
    { kind: 'heading', level: 2, text: `Findings (${shown.length})` },
    ...(shown.length < found.length
      ? [
          {
            kind: 'text' as const,
            text: `${found.length} unconfirmed ${found.length === 1 ? 'finding was' : 'findings were'} omitted.`,
            tone: 'note' as const,
          },
        ]
      : []),
    ...shown.map((each): Block => ({
      kind: 'quote',
      question: each.question === '' ? null : redact.text(each.question),
      text: redact.text(each.quote),
      by: `${redact.text(each.speaker ?? 'Unknown')} · ${toWords(each.type)} · ${each.severity}`,
      cite: cite(each.startMs === null ? null : each.startMs / 1000),
      note: 'SUGGESTED, not confirmed by a person.',
    })),
    ...(film ? toSpokenBlocks(gathered, film) : []),
  ]
  return buildDocument(gathered, {
    changed: [film?.changedAt ?? null, ...annotations.map(({ createdAt }) => createdAt)],
    facts: film ? [...listVideoFacts([film]), ['Length', timecode(film.durationMs)]] : [],
    unconfirmed: found.length - shown.length,
    blocks,
  })
}

const passes = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value)
