import { defaultZone } from '#server/features/cases/cases.queries.ts'
import { isRuledOn, type Strike } from '#contract/strikes/strikes.ts'
import { listExcusals } from '#server/features/strikes/strikes.ts'
import type { HardshipFacts } from '#contract/findings/findings.ts'
import { toDay, toWords } from '../content/clean.ts'
import { buildDocument, buildSignature } from '../content/cover.ts'
import type { Block, Cell, Doc } from '../content/doc.ts'
import { toCite, type Gathered, chooseHighlights } from '../content/gather.ts'
import { buildExhibits } from '../content/transcript.ts'
import {
  getCalled,
  getGround,
  type Moment,
  getRationale,
  getRuled,
  getCourtSide,
  getSideName,
  listStrikes,
  saidInCourt,
  getChangeTime,
  toHighlightCite,
} from '../content/blocks.ts'

export async function strikeLog(gathered: Gathered): Promise<Doc> {
  const strikes = await listStrikes(gathered)
  return buildDocument(gathered, {
    changed: strikes.map(({ updatedAt }) => updatedAt),
    facts: [
      ['Sessions', listSessionNames(gathered)],
      [
        'Times',
        gathered.timeZone === defaultZone ? 'UTC' : `Court local time (${gathered.timeZone.replaceAll('_', ' ')})`,
      ],
      ['Strikes', String(strikes.length)],
    ],
    blocks: [
      ...toStrikeChapters(gathered, strikes),
      await buildSignature(gathered),
      ...(await buildExhibits(gathered)),
    ],
  })
}

const listSessionNames = ({ sittings, redact }: Pick<Gathered, 'sittings' | 'redact'>): string =>
  sittings
    .map(({ seen: { session } }) =>
      [redact.text(session.name), session.date && toDay(session.date)].filter(Boolean).join(', '),
    )
    .join('; ')

export function toStrikeChapters(gathered: Gathered, strikes: readonly Strike[]): Block[] {
  const { redact, order } = gathered
  const rows = strikes.map((it, at): Cell[] => {
    const { clock, cite } = getCalled(gathered, it)
    const cited = order.options.includePrivileged ? it.evidence : []
    const place = cited.find(({ cite: pageLine }) => pageLine !== null)?.cite ?? ''
    return [
      String(at + 1),
      clock,
      [redact.text(it.jurorNumber), it.seat === null ? '' : `seat ${it.seat}`].filter(Boolean).join('\n'),
      getCourtSide(gathered, it.madeBy),
      [it.kind === 'cause' ? 'For cause' : `Peremptory ${it.number ?? ''}`.trim(), getGround(gathered, it)]
        .filter(Boolean)
        .join('\n'),
      getDisposition(it),
      cite ? { text: [cite.label, place].filter(Boolean).join('\n'), url: cite.url } : place,
    ]
  })
  return [
    { kind: 'heading', level: 2, text: 'Strikes in order' },
    strikes.length === 0
      ? { kind: 'text', text: 'No strikes were exercised.', tone: 'note' }
      : {
          kind: 'table',
          label: 'Strikes',
          head: ['No.', 'Date and time', 'Juror', 'Made by', 'Challenge and ground', 'Ruling', 'Timecode'],
          widths: [0.65, 2.1, 1, 1.55, 3.6, 1.9, 1.45],
          rows,
        },
    ...strikes.flatMap((it) => toStrikeBlocks(gathered, it)),
  ]
}

function getDisposition(it: Strike): string {
  if (!saidInCourt.includes(it.state)) return `${toWords(it.state)}, not made in court`
  if (!isRuledOn(it)) return 'Exercised'
  if (it.ruling === 'pending') return it.kind === 'cause' ? 'No ruling yet' : 'Objection pending'
  return it.kind === 'peremptory' && it.ruling === 'granted' ? 'Exercised; strike stands' : toWords(it.ruling)
}

function toStrikeBlocks(gathered: Gathered, it: Strike): Block[] {
  const { redact, order } = gathered
  const at = ({ clock, cite }: Moment): Cell =>
    cite ? { text: [clock, cite.label].filter(Boolean).join(', '), url: cite.url } : clock
  const { objection } = it
  const facts: [string, Cell][] = [
    ['Made by', getSideName(gathered, it.madeBy)],
    ['State', saidInCourt.includes(it.state) ? '' : toWords(it.state)],
    ['Ground', getGround(gathered, it)],
    ['Called', at(getCalled(gathered, it))],
    ['Opposing position', it.opposingPosition === 'unknown' ? '' : toWords(it.opposingPosition)],
    ['Rationale', getRationale(gathered, it)],
    ['Ruling', isRuledOn(it) ? getDisposition(it) : ''],
    ['Ruled', at(getRuled(gathered, it))],
    ['Judge’s words', redact.text(it.judgeWords)],
    ['Remedy', it.remedy ? `${toWords(it.remedy)}${it.remedyRestored ? '; challenge restored' : ''}` : ''],
    ...(objection
      ? ([
          [
            'Objection',
            `${toWords(objection.basis)}, by ${getSideName(gathered, objection.by).replace(/^./, (first) => first.toLowerCase())}`,
          ],
          ['Prima facie', toWords(objection.primaFacie)],
          ['Reasons stated', redact.text(objection.reasonsStated)],
          ['Reply', redact.text(objection.reply)],
          ['Finding', redact.text(objection.finding)],
        ] as [string, Cell][])
      : []),
  ]
  const evidence = order.options.includePrivileged ? it.evidence : []
  return [
    { kind: 'heading', level: 2, text: `${it.label}: juror ${redact.text(it.jurorNumber)}` },
    { kind: 'facts', rows: facts.filter(([, value]) => value !== '') },
    ...(evidence.length > 0 ? [{ kind: 'heading' as const, level: 3 as const, text: 'Evidence (work product)' }] : []),
    ...evidence.map((each): Block => ({
      kind: 'quote',
      question: each.question === '' ? null : redact.text(each.question),
      text: redact.text(each.quote || each.note),
      by: redact.text(each.speaker ?? (each.source === 'note' ? 'Note' : 'Record')),
      cite:
        each.videoId === null
          ? { label: '', url: null, pageLine: each.cite }
          : toCite(gathered, {
              videoId: each.videoId,
              sessionId: it.sessionId,
              seconds: each.start,
              page: null,
              line: null,
            }),
      note: each.textChanged ? 'The transcript was corrected after this was cited. Verify the quotation.' : null,
    })),
  ]
}

const sidebar = '☐ agreed\n☐ opposed'
const known = (fact: boolean | null | undefined): string =>
  fact === null || fact === undefined ? 'not stated' : fact ? 'yes' : 'no'
const toFacts = (facts: HardshipFacts | null): string =>
  [
    `Paid: ${known(facts?.paid)}`,
    `Coverage available: ${known(facts?.replaceable)}`,
    `Schedule change would help: ${known(facts?.scheduleFix)}`,
    `On file: ${known(facts?.documented)}`,
  ].join('\n')

export async function excusalList(gathered: Gathered): Promise<Doc> {
  const { db, actor, redact, sittings } = gathered
  const { chosen, unconfirmed } = await chooseHighlights(gathered)
  const hardship = chosen.filter(({ highlight }) => highlight.type === 'hardship')
  const requests = (await Promise.all(sittings.map(({ seen }) => listExcusals(db, actor, seen)))).flat()
  const asked = requests.filter(({ state }) => state === 'open' || state === 'ruled')
  const requested = asked.map((each): Cell[] => [
    redact.text(each.jurorNumber),
    redact.text(each.reason),
    toFacts(each.facts),
    '',
    each.ruling === 'pending' ? sidebar : toWords(each.ruling),
  ])
  const hardshipRows = hardship.map((placed): Cell[] => {
    const { highlight } = placed
    const cite = toHighlightCite(gathered, placed)
    return [
      redact.text(highlight.juror?.number ?? ''),
      `${redact.text(highlight.quote)}${highlight.status === 'suggested' ? ' (suggested, not confirmed)' : ''}`,
      toFacts(highlight.hardshipFacts),
      { text: [cite.label, cite.pageLine].filter(Boolean).join(' / '), url: cite.url },
      sidebar,
    ]
  })
  return buildDocument(gathered, {
    unconfirmed,
    changed: [...hardship.map(getChangeTime), ...asked.map(({ updatedAt }) => updatedAt)],
    blocks: [
      { kind: 'heading', level: 2, text: 'Hardship excusals' },
      {
        kind: 'table',
        label: 'Hardship',
        head: ['Juror', 'Statement', 'Hardship facts', 'Timecode', 'Sidebar'],
        widths: [1, 5, 2.4, 1.4, 1.4],
        rows: [...requested, ...hardshipRows],
      },
    ],
  })
}
