import type { MotionJuror, MotionQuote } from '#contract/highlights/motions.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { inArray } from 'drizzle-orm'
import { getCourtSide } from '../content/blocks.ts'
import { timecode, toLocalTime } from '../content/clean.ts'
import { buildDocument, buildSignature } from '../content/cover.ts'
import type { Block, Cite, Doc } from '../content/doc.ts'
import { type Gathered, isAmong, toCite } from '../content/gather.ts'
import { describePlace, findUnverified, listAllQuotes, readMotion } from '../content/motion.ts'
import { buildExhibits } from '../content/transcript.ts'

const blank = '______________________________'
export const noChallenge = 'First, draft a challenge for cause and confirm what the juror said.'

/**
 * Assembles only what people have decided: the challenge, its ground, and confirmed and verified quotes. The argument
 * is left to counsel.
 */
export async function causeMotion(gathered: Gathered): Promise<Doc> {
  const { db, actor, sittings, onlyJuror, order, redact } = gathered
  const all = (await Promise.all(sittings.map(({ seen }) => readMotion(db, actor, seen)))).flat()
  const motion = all.filter(
    ({ jurorNumber, chains }) =>
      chains.length > 0 && isAmong(jurorNumber, onlyJuror === null ? order.filters.jurors : [onlyJuror]),
  )
  const quotes = listAllQuotes(motion)
  const side = getCourtSide(gathered, 'us')
  const movant = gathered.subject.inCase?.ourSide ? `The ${side.toLowerCase()}` : blank
  const jurors = motion.map(({ jurorNumber }) => redact.text(jurorNumber))
  const blocks: Block[] = [
    {
      kind: 'text',
      text: `${movant} moves the Court to strike ${jurors.length === 1 ? 'juror' : 'jurors'} ${listWords(jurors)} for cause.`,
    },
    ...motion.flatMap((juror) => toJurorBlocks(gathered, juror)),
    { kind: 'heading', level: 2, text: 'Argument' },
    { kind: 'text', text: `To be completed by counsel: ${blank}` },
    await buildSignature(gathered),
    ...(await buildClipList(gathered, quotes)),
    ...(await buildExhibits(gathered)),
    ...(order.options.filing ? [] : listVerifications(gathered, quotes)),
  ]
  const doc = buildDocument(gathered, {
    changed: quotes.map(({ verified }) => verified?.at ?? null),
    blocks,
  })
  return { ...doc, refusal: motion.length === 0 ? noChallenge : findUnverified(motion) }
}

const listWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en-US', { style: 'long', type: 'conjunction' }).format(words)

function toJurorBlocks(gathered: Gathered, { jurorNumber, ground, chains }: MotionJuror): Block[] {
  const number = gathered.redact.text(jurorNumber)
  const source = ground?.source ? ` (${ground.source})` : ''
  return [
    { kind: 'heading', level: 2, text: `Juror ${number}` },
    { kind: 'heading', level: 3, text: 'Ground' },
    { kind: 'text', text: ground ? `${ground.label}${source}.` : blank },
    ...(ground?.verified === false && !gathered.order.options.filing
      ? [{ kind: 'text' as const, tone: 'note' as const, text: 'Check this ground with the court.' }]
      : []),
    ...chains.flatMap(({ quotes }) => toChainBlocks(gathered, number, quotes)),
  ]
}

const partHeadings: Record<MotionQuote['part'], string> = {
  concern: 'Statement',
  follow_up: 'Follow-up questions',
  ruling: 'Ruling',
}

function toChainBlocks(gathered: Gathered, number: string, quotes: readonly MotionQuote[]): Block[] {
  const { redact } = gathered
  const blocks = [...Map.groupBy(quotes, ({ part }) => part)].flatMap(([part, said]): Block[] => [
    { kind: 'heading', level: 3, text: partHeadings[part] },
    ...said.map((quote): Block => ({
      kind: 'quote',
      question: quote.question === '' ? null : redact.text(quote.question),
      text: redact.text(quote.text),
      by: part === 'ruling' ? 'The court' : `Juror ${number}`,
      cite: toQuoteCite(gathered, quote),
      note: null,
    })),
  ])
  const isRuled = quotes.some(({ part }) => part === 'ruling')
  return isRuled ? blocks : [...blocks, { kind: 'text', tone: 'note', text: 'No ruling in the transcript.' }]
}

const toQuoteCite = (gathered: Gathered, { videoId, sessionId, start, page, line }: MotionQuote): Cite =>
  toCite(gathered, { videoId, sessionId, seconds: start, page, line })

async function buildClipList(gathered: Gathered, quotes: readonly MotionQuote[]): Promise<Block[]> {
  const timed = quotes.filter(({ start }) => start !== null)
  if (timed.length === 0) return []
  const ids = [...new Set(timed.map(({ videoId }) => videoId))]
  const rows = await gathered.db
    .select({ id: videos.id, filename: videos.filename })
    .from(videos)
    .where(inArray(videos.id, ids))
  const names = new Map(rows.map(({ id, filename }) => [id, gathered.redact.file(filename)]))
  return [
    { kind: 'heading', level: 2, text: 'Clips' },
    {
      kind: 'table',
      label: 'Clips',
      head: ['No.', 'Recording', 'From', 'To', 'Page:line'],
      widths: [0.6, 3, 1.2, 1.2, 1.2],
      rows: timed.map((quote, at) => {
        const { label, url, pageLine } = toQuoteCite(gathered, quote)
        const end = quote.end === null ? '' : timecode(quote.end * 1000)
        return [String(at + 1), names.get(quote.videoId) ?? '', { text: label, url }, end, pageLine ?? '']
      }),
    },
  ]
}

const listVerifications = ({ timeZone, redact }: Gathered, quotes: readonly MotionQuote[]): Block[] => [
  { kind: 'heading', level: 2, text: 'Verified against the recording' },
  {
    kind: 'table',
    label: 'Verified against the recording',
    head: ['Quote', 'Verified by', 'When'],
    widths: [1.4, 2.4, 2.4],
    rows: quotes.map((quote) => [
      describePlace(quote),
      quote.verified ? redact.text(quote.verified.by) : 'Not verified',
      toLocalTime(quote.verified?.at ?? null, timeZone),
    ]),
  },
]
