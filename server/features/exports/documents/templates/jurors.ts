import { listJurorTalk } from '#server/features/analysis/reading/juror-talk.queries.ts'
import type { ChainRecord, Said } from '#contract/highlights/chains.ts'
import { listChains } from '#server/features/highlights/chains.queries.ts'
import { syncHighlights } from '#server/features/highlights/highlights.sync.ts'
import type { JurorStatus } from '#contract/jurors/jurors.ts'
import { endQuote } from '#contract/quotes.ts'
import { seatNumbers } from '#contract/sessions/seating.ts'
import { buildDocument, buildSignature } from '../content/cover.ts'
import type { Block, Doc, Seat } from '../content/doc.ts'
import { type Gathered, chooseHighlights, sameNumber, toCite, type Placed } from '../content/gather.ts'
import { toHighlightBlocks, getChangeTime, toJurorFacts, listJurorsInScope, listStrikes } from '../content/blocks.ts'
import { buildExhibits } from '../content/transcript.ts'
import { toDay, toWords } from '../content/clean.ts'

export async function jurorReport(gathered: Gathered): Promise<Doc> {
  const { db, subject, redact } = gathered
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const seated = await listJurorsInScope(gathered)
  const talk = new Map((await listJurorTalk(db, subject.inCase!.id)).map((each) => [each.jurorId, each]))
  const blocks = seated.flatMap((each): Block[] => {
    const { juror } = each
    const theirs = chosen.filter(({ highlight }) => sameNumber(highlight.juror?.number ?? null, juror.jurorNumber))
    const spoke = talk.get(juror.id)
    const answers = juror.questionnaire.map(({ q, a }) => [redact.text(q), redact.text(a)])
    return [
      { kind: 'heading', level: 2, text: `Juror ${redact.text(juror.jurorNumber)}` },
      toJurorFacts(gathered, each),
      ...(spoke?.questionCount === null || spoke === undefined
        ? []
        : [
            {
              kind: 'text' as const,
              text: `Was asked ${spoke.questionCount} ${spoke.questionCount === 1 ? 'question' : 'questions'} and spoke for ${Math.round(spoke.speakingSeconds ?? 0)} seconds.`,
            },
          ]),
      ...(answers.length > 0
        ? [
            { kind: 'heading' as const, level: 3 as const, text: 'Questionnaire' },
            {
              kind: 'table' as const,
              label: 'Questionnaire',
              head: ['Question', 'Answer'],
              widths: [1, 1],
              rows: answers,
            },
          ]
        : []),
      { kind: 'heading', level: 3, text: `Highlights (${theirs.length})` },
      ...(theirs.length > 0
        ? theirs.flatMap((placed) => toHighlightBlocks(gathered, placed))
        : [{ kind: 'text' as const, text: 'None.', tone: 'note' as const }]),
    ]
  })
  return buildDocument(gathered, {
    unconfirmed,
    changed: [...chosen.map(getChangeTime), ...seated.map(({ juror }) => juror.updatedAt)],
    blocks: [...blocks, await buildSignature(gathered), ...(await buildExhibits(gathered))],
  })
}

const pageSize = 500
type Told = { chain: ChainRecord; placed: Placed }

export async function causeMemo(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const byId = new Map(chosen.map((each) => [each.highlight.id, each]))
  const entries: Told[] = []
  for (const { seen } of gathered.sittings) {
    await syncHighlights(gathered.db, seen.session)
    let cursor: string | undefined
    do {
      const page = await listChains(gathered.db, seen, { limit: pageSize, cursor })
      for (const chain of page.chains) {
        const placed = byId.get(chain.concern.id)
        if (placed) entries.push({ chain, placed })
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
  }
  const blocks = entries.flatMap((each, at) => toChainBlocks(gathered, each, at + 1))
  const none: Block = { kind: 'text', text: 'No concerns match the selected highlights.', tone: 'note' }
  return buildDocument(gathered, {
    unconfirmed,
    changed: chosen.map(getChangeTime),
    facts: [['Chains', String(entries.length)]],
    blocks: [
      ...(blocks.length > 0 ? blocks : [none]),
      await buildSignature(gathered),
      ...(await buildExhibits(gathered)),
    ],
  })
}

function toChainBlocks(gathered: Gathered, { chain, placed }: Told, number: number): Block[] {
  const { redact } = gathered
  const { concern, probes, outcome, ruling } = chain
  const who = concern.juror ? `Juror ${redact.text(concern.juror.number)}` : 'A juror'
  const quote = (said: Said, by: string, question: string | null, note: string | null): Block => ({
    kind: 'quote',
    question,
    text: redact.text(said.text),
    by,
    cite: toCite(gathered, {
      videoId: chain.videoId,
      sessionId: placed.seen.session.id,
      seconds: said.start,
      page: said.page,
      line: said.line,
    }),
    note,
  })
  return [
    { kind: 'heading', level: 2, text: `${number}. ${who}: ${toWords(concern.sub || concern.type).toLowerCase()}` },
    { kind: 'heading', level: 3, text: 'Concern' },
    ...toHighlightBlocks(gathered, placed),
    ...(probes.length > 0 ? [{ kind: 'heading' as const, level: 3 as const, text: 'Follow-up questions' }] : []),
    ...probes.map(({ question, askerRole, answer, hedge, latencyMs }) =>
      quote(
        answer,
        `${who}, asked by ${toWords(askerRole).toLowerCase()}`,
        question && redact.text(question.text),
        [hedge && `Answer: ${hedge}.`, latencyMs !== null && `Answered after ${(latencyMs / 1000).toFixed(1)} s.`]
          .filter(Boolean)
          .join(' ') || null,
      ),
    ),
    { kind: 'heading', level: 3, text: 'Outcome' },
    { kind: 'text', text: `${toWords(outcome)}.`, tone: 'strong' },
    ...(ruling
      ? [quote(ruling, 'The court', null, null)]
      : [{ kind: 'text' as const, text: 'No ruling found before the next juror spoke.', tone: 'note' as const }]),
    { kind: 'text', text: toParagraph(gathered, chain, who) },
  ]
}

const outcomeSentences: Record<ChainRecord['outcome'], string> = {
  unresolved: 'The concern was not resolved.',
  equivocal: 'The juror answered equivocally.',
  rehabilitated: 'The juror was rehabilitated.',
  reaffirmed: 'The juror reaffirmed the concern.',
  excused: 'The court excused the juror.',
  not_excused: 'The court did not excuse the juror.',
  schedule_fixed: 'The scheduling conflict was resolved.',
}

function toParagraph({ redact }: Gathered, { concern, probes, outcome, ruling }: ChainRecord, who: string): string {
  const cite = (text: string, { page, line, start }: Pick<ChainRecord['concern'], 'page' | 'line' | 'start'>) => {
    const quote = redact.text(text)
    if (page !== null) return `“${quote}” (${page}${line === null ? '' : `:${line}`}).`
    return start === null
      ? endQuote(quote)
      : `“${quote}” (recording at ${Math.floor(start / 60)} min ${Math.floor(start % 60)} s).`
  }
  const last = probes.at(-1)
  return [
    `${who} stated: ${cite(concern.quote, concern)}`,
    last &&
      `${last.question ? `When asked, ${endQuote(redact.text(last.question.text), ',')}` : 'When asked further,'} the juror answered, ${cite(last.answer.text, last.answer)}`,
    outcomeSentences[outcome],
    ruling && `The court: ${cite(ruling.text, ruling)}`,
  ]
    .filter(Boolean)
    .join(' ')
}

const kept: readonly JurorStatus[] = ['in_venire', 'seated', 'questioned', 'qualified', 'selected', 'alternate']

/** Compares jurors only by what they said (highlight type and category) and by nothing else about them. */
export async function comparative(gathered: Gathered): Promise<Doc> {
  const { redact, jurors } = gathered
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const strikes = await listStrikes(gathered)
  const isKept = (number: string) =>
    jurors.some((each) => sameNumber(each.jurorNumber, number) && kept.includes(each.status))
  const of = (number: string) => chosen.filter(({ highlight }) => sameNumber(highlight.juror?.number ?? null, number))
  const matter = ({ highlight }: Placed) => `${highlight.type}/${highlight.sub}`
  const blocks = strikes.flatMap((strike): Block[] => {
    const theirs = of(strike.jurorNumber)
    const groups = [...Map.groupBy(theirs, matter)].map(([key, said]) => ({
      said,
      alike: chosen.filter(
        (each) =>
          matter(each) === key &&
          each.highlight.juror !== null &&
          !sameNumber(each.highlight.juror.number, strike.jurorNumber) &&
          isKept(each.highlight.juror.number),
      ),
    }))
    return [
      { kind: 'heading', level: 2, text: `Juror ${redact.text(strike.jurorNumber)}: ${strike.label}` },
      ...(groups.length === 0
        ? [{ kind: 'text' as const, text: 'No highlights selected for this juror.', tone: 'note' as const }]
        : groups.flatMap(({ said, alike }): Block[] => [
            { kind: 'heading', level: 3, text: toWords(said[0]!.highlight.sub || said[0]!.highlight.type) },
            { kind: 'text', text: 'Struck juror', tone: 'strong' },
            ...said.flatMap((each) => toHighlightBlocks(gathered, each)),
            {
              kind: 'text',
              text: alike.length > 0 ? 'Jurors not struck' : 'No comparable statement by a juror who was not struck.',
              tone: alike.length > 0 ? 'strong' : 'note',
            },
            ...alike.flatMap((each) => toHighlightBlocks(gathered, each)),
          ])),
    ]
  })
  const none: Block = { kind: 'text', text: 'No strikes were exercised.', tone: 'note' }
  return buildDocument(gathered, {
    unconfirmed,
    changed: [
      ...strikes.map(({ updatedAt }) => updatedAt),
      ...chosen.map(getChangeTime),
      ...jurors.map((each) => each.updatedAt),
    ],
    blocks: blocks.length > 0 ? blocks : [none],
  })
}

export async function seatingChart(gathered: Gathered): Promise<Doc> {
  const { redact, sittings } = gathered
  const { session } = sittings[0]!.seen
  const seated = await listJurorsInScope(gathered)
  const bySeat = new Map(seated.flatMap(({ juror, seat }) => (seat === null ? [] : [[seat, juror] as const])))
  const rows = seatNumbers(session.seatingLayout).map((row) =>
    row.map((number): Seat | null => {
      if (number === null) return null
      const juror = bySeat.get(number)
      if (!juror) return { number, label: '', note: 'empty' }
      const name = redact.name(juror)
      return {
        number,
        label: `${redact.text(juror.jurorNumber)}${name ? ` ${name}` : ''}`,
        note: toWords(juror.status),
      }
    }),
  )
  return buildDocument(gathered, {
    changed: [session.updatedAt, ...seated.map(({ juror }) => juror.updatedAt)],
    facts: [['Date', session.date ? toDay(session.date) : 'not set']],
    blocks: [
      { kind: 'heading', level: 2, text: `Seating: ${redact.text(session.name)}` },
      { kind: 'seats', rows },
    ],
  })
}
