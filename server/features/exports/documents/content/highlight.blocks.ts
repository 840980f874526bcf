import { wordsOf } from './clean.ts'
import type { Block, Cite } from './doc.ts'
import { citeOf, type Gathered, type Placed } from './gather.ts'

export const citeOfHighlight = (gathered: Gathered, { highlight, seen }: Placed): Cite =>
  citeOf(gathered, {
    videoId: highlight.videoId,
    sessionId: seen.session.id,
    seconds: highlight.start,
    page: highlight.page,
    line: highlight.line,
  })

/** A highlight as a quote with its place; a picture before it where pictures were chosen. */
export function blocksOfHighlight(gathered: Gathered, placed: Placed): Block[] {
  const { redact, order } = gathered
  const { highlight: it } = placed
  const who = it.juror ? `Juror ${redact.text(it.juror.number)}` : redact.text(it.speaker ?? 'Unknown speaker')
  const name = it.juror ? redact.name({ displayName: it.juror.name }) : null
  const remarks = [
    it.status === 'suggested' && 'SUGGESTED, not confirmed by a person.',
    it.textChanged && 'The transcript has been corrected since: read it anew.',
    it.latencyMs !== null && `${(it.latencyMs / 1000).toFixed(1)} s before the answer.`,
  ].filter(Boolean)
  const still: Block[] =
    order.options.stills && it.start !== null
      ? [
          {
            kind: 'still',
            videoId: it.videoId,
            atMs: Math.round(it.start * 1000),
            alt: `${who} in the recording`,
            path: null,
          },
        ]
      : []
  return [
    ...still,
    {
      kind: 'quote',
      question: it.question === '' ? null : redact.text(it.question),
      text: redact.text(it.quote),
      by: `${who}${name ? ` (${name})` : ''} · ${wordsOf(it.type)}${it.sub ? `, ${wordsOf(it.sub).toLowerCase()}` : ''} · ${it.severity}`,
      cite: citeOfHighlight(gathered, placed),
      note: remarks.length > 0 ? remarks.join(' ') : null,
    },
  ]
}

/** Of a highlight, when it last changed as far as the document shows it. */
export const changedOf = ({ highlight }: Placed): string | null => highlight.decidedAt
