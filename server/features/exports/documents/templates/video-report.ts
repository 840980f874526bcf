import { eq } from 'drizzle-orm'
import { analyses } from '#server/features/analysis/analysis.table.ts'
import { readFindings } from '#server/features/analysis/results.queries.ts'
import { annotationsOf } from '#server/features/annotations/annotations.queries.ts'
import { timecode, wordsOf } from '../content/clean.ts'
import { documentOf } from '../content/cover.ts'
import type { Block, Cell, Doc } from '../content/doc.ts'
import { citeOf, type Gathered, isOneOf } from '../content/gather.ts'
import { transcriptOf } from '../content/transcript.ts'
import { videoFacts } from '../content/videos.ts'
import { spokenBlocks } from './transcript.ts'

/** One video, with or without a case: the engine's findings are suggestions, and stand here as such where chosen. */
export async function videoReport(gathered: Gathered): Promise<Doc> {
  const { db, order, redact } = gathered
  const { id: videoId } = order.scope
  const [film] = await transcriptOf(gathered)
  const [analysis] = await db.select().from(analyses).where(eq(analyses.videoId, videoId))
  const annotations = await annotationsOf(db, videoId)
  const found = (await readFindings(db, videoId)).filter(
    ({ type, severity, jurorNumber }) =>
      passes(order.filters.types, type) &&
      passes(order.filters.severities, severity) &&
      isOneOf(jurorNumber, order.filters.jurors),
  )
  const shown = order.options.includeSuggestions ? found : []
  const cite = (seconds: number | null) =>
    citeOf(gathered, { videoId, sessionId: null, seconds, page: null, line: null })
  const summary = analysis?.summary
  const facts: [string, Cell][] = summary
    ? [
        ['Language', summary.language ?? 'not known'],
        ['Speakers', String(summary.speakerCount ?? 'not known')],
        ['Words', String(summary.wordCount)],
        ['Key phrases', redact.text(summary.keyPhrases.join(', '))],
        ['Transcript from', wordsOf(analysis.transcriptSource)],
      ]
    : []
  const blocks: Block[] = [
    { kind: 'heading', level: 2, text: 'Summary' },
    facts.length > 0
      ? { kind: 'facts', rows: facts }
      : { kind: 'text', text: 'This video has not been analysed.', tone: 'note' },
    { kind: 'heading', level: 2, text: `Annotations (${annotations.length})` },
    ...annotations.map((each): Block => ({
      kind: 'quote',
      question: null,
      text: redact.text(each.title),
      by: `${wordsOf(each.category)} · ${each.severity} · ${redact.text(each.createdBy)}${each.isAiGenerated ? ' · AI Generated' : ''}`,
      cite: cite(each.startTime),
      note: order.options.includePrivileged && each.description !== '' ? redact.text(each.description) : null,
    })),
    { kind: 'heading', level: 2, text: `Findings (${shown.length})` },
    ...(shown.length < found.length
      ? [
          {
            kind: 'text' as const,
            text: `${found.length} findings of the software were left out: nobody has confirmed them.`,
            tone: 'note' as const,
          },
        ]
      : []),
    ...shown.map((each): Block => ({
      kind: 'quote',
      question: each.question === '' ? null : redact.text(each.question),
      text: redact.text(each.quote),
      by: `${redact.text(each.speaker ?? 'Unknown')} · ${wordsOf(each.type)} · ${each.severity}`,
      cite: cite(each.startMs === null ? null : each.startMs / 1000),
      note: 'SUGGESTED, not confirmed by a person.',
    })),
    ...(film ? spokenBlocks(gathered, film) : []),
  ]
  return documentOf(gathered, {
    changed: [film?.changedAt ?? null, ...annotations.map(({ createdAt }) => createdAt)],
    facts: film ? [...videoFacts([film]), ['Length', timecode(film.durationMs)]] : [],
    unconfirmed: found.length - shown.length,
    blocks,
  })
}

const passes = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value)
