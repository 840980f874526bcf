import type { ChainRecord, Said } from '#contract/highlights/chains.ts'
import { listChains } from '#server/features/highlights/chains.queries.ts'
import { syncHighlights } from '#server/features/highlights/highlights.sync.ts'
import { wordsOf } from '../content/clean.ts'
import { documentOf } from '../content/cover.ts'
import type { Block, Doc } from '../content/doc.ts'
import { citeOf, type Gathered, highlightsOf, type Placed } from '../content/gather.ts'
import { blocksOfHighlight, changedOf } from '../content/highlight.blocks.ts'
import { signatureOf } from '../content/signature.ts'

const pageSize = 500
type Told = { chain: ChainRecord; placed: Placed }

/** Each chain whose concern the filters let through, as it could be pasted into a motion. */
export async function causeMemo(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const byId = new Map(chosen.map((each) => [each.highlight.id, each]))
  const told: Told[] = []
  for (const { seen } of gathered.sittings) {
    await syncHighlights(gathered.db, seen.session)
    let cursor: string | undefined
    do {
      const page = await listChains(gathered.db, seen, { limit: pageSize, cursor })
      for (const chain of page.chains) {
        const placed = byId.get(chain.concern.id)
        if (placed) told.push({ chain, placed })
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  const blocks = told.flatMap((each, at) => chainBlocks(gathered, each, at + 1))
  const none: Block = { kind: 'text', text: 'No chain begins with a highlight that was chosen.', tone: 'note' }
  return documentOf(gathered, {
    unconfirmed,
    changed: chosen.map(changedOf),
    facts: [['Chains', String(told.length)]],
    blocks: [...(blocks.length > 0 ? blocks : [none]), await signatureOf(gathered)],
  })
}

function chainBlocks(gathered: Gathered, { chain, placed }: Told, number: number): Block[] {
  const { redact } = gathered
  const { concern, probes, outcome, ruling } = chain
  const who = concern.juror ? `Juror ${redact.text(concern.juror.number)}` : 'A juror'
  const quote = (said: Said, by: string, question: string | null, note: string | null): Block => ({
    kind: 'quote',
    question,
    text: redact.text(said.text),
    by,
    cite: citeOf(gathered, {
      videoId: chain.videoId,
      sessionId: placed.seen.session.id,
      seconds: said.start,
      page: said.page,
      line: said.line,
    }),
    note,
  })
  return [
    { kind: 'heading', level: 2, text: `${number}. ${who}: ${wordsOf(concern.sub || concern.type).toLowerCase()}` },
    { kind: 'heading', level: 3, text: 'Concern' },
    ...blocksOfHighlight(gathered, placed),
    ...(probes.length > 0 ? [{ kind: 'heading' as const, level: 3 as const, text: 'Questions that followed' }] : []),
    ...probes.map(({ question, askerRole, answer, hedge, latencyMs }) =>
      quote(
        answer,
        `${who}, asked by ${wordsOf(askerRole).toLowerCase()}`,
        question && redact.text(question.text),
        [hedge && `Answer: ${hedge}.`, latencyMs !== null && `${(latencyMs / 1000).toFixed(1)} s before it.`]
          .filter(Boolean)
          .join(' ') || null,
      ),
    ),
    { kind: 'heading', level: 3, text: 'Outcome' },
    { kind: 'text', text: `${wordsOf(outcome)}.`, tone: 'strong' },
    ...(ruling
      ? [quote(ruling, 'The court', null, null)]
      : [{ kind: 'text' as const, text: 'No ruling was found before the next juror spoke.', tone: 'note' as const }]),
    { kind: 'text', text: paragraphOf(gathered, chain, who) },
  ]
}

/** One paragraph for a motion: every quotation with its place. */
function paragraphOf({ redact }: Gathered, { concern, probes, outcome, ruling }: ChainRecord, who: string): string {
  const place = (page: number | null, line: number | null, start: number | null) =>
    page !== null
      ? ` (${page}${line === null ? '' : `:${line}`})`
      : start === null
        ? ''
        : ` (at ${Math.floor(start / 60)} min ${Math.floor(start % 60)} s of the recording)`
  const last = probes.at(-1)
  return [
    `${who} stated: “${redact.text(concern.quote)}”${place(concern.page, concern.line, concern.start)}.`,
    last &&
      `Asked${last.question ? ` “${redact.text(last.question.text)}”` : ' further'}, the juror answered: “${redact.text(last.answer.text)}”${place(last.answer.page, last.answer.line, last.answer.start)}.`,
    `The concern was ${outcome === 'unresolved' ? 'not resolved' : outcome === 'equivocal' ? 'answered equivocally' : outcome.replaceAll('_', ' ')}.`,
    ruling && `The court: “${redact.text(ruling.text)}”${place(ruling.page, ruling.line, ruling.start)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
