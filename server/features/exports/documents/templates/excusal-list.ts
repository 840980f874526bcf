import { listExcusals } from '#server/features/strikes/strikes.ts'
import { wordsOf } from '../content/clean.ts'
import type { HardshipFacts } from '#contract/findings/findings.ts'
import { documentOf } from '../content/cover.ts'
import type { Cell, Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf } from '../content/gather.ts'
import { changedOf, citeOfHighlight } from '../content/highlight.blocks.ts'

/** To be ticked by hand. */
const sidebar = '☐ agreed\n☐ opposed'
const known = (fact: boolean | null | undefined): string =>
  fact === null || fact === undefined ? 'not said' : fact ? 'yes' : 'no'
const factsOf = (facts: HardshipFacts | null): string =>
  [
    `Paid: ${known(facts?.paid)}`,
    `Replaceable: ${known(facts?.replaceable)}`,
    `Schedule fix: ${known(facts?.scheduleFix)}`,
    `Proof: ${known(facts?.documented)}`,
  ].join('\n')

/** Hardship with its four facts, one row a juror's statement, with room for what the sidebar agrees. */
export async function excusalList(gathered: Gathered): Promise<Doc> {
  const { db, actor, redact, sittings } = gathered
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const hardship = chosen.filter(({ highlight }) => highlight.type === 'hardship')
  const requests = (await Promise.all(sittings.map(({ seen }) => listExcusals(db, actor, seen)))).flat()
  const asked = requests.filter(({ state }) => state === 'open' || state === 'ruled')
  const requested = asked.map((each): Cell[] => [
    redact.text(each.jurorNumber),
    redact.text(each.reason),
    factsOf(each.facts),
    '',
    each.ruling === 'pending' ? sidebar : wordsOf(each.ruling),
  ])
  const heard = hardship.map((placed): Cell[] => {
    const { highlight } = placed
    const cite = citeOfHighlight(gathered, placed)
    return [
      redact.text(highlight.juror?.number ?? ''),
      `${redact.text(highlight.quote)}${highlight.status === 'suggested' ? ' (suggested, not confirmed)' : ''}`,
      factsOf(highlight.hardshipFacts),
      { text: [cite.label, cite.pageLine].filter(Boolean).join(' / '), url: cite.url },
      sidebar,
    ]
  })
  return documentOf(gathered, {
    unconfirmed,
    changed: [...hardship.map(changedOf), ...asked.map(({ updatedAt }) => updatedAt)],
    blocks: [
      { kind: 'heading', level: 2, text: 'Requests to be excused' },
      {
        kind: 'table',
        label: 'Hardship',
        head: ['Juror', 'Said', 'The four facts', 'Time', 'Sidebar'],
        widths: [1, 5, 2.4, 1.4, 1.4],
        rows: [...requested, ...heard],
      },
    ],
  })
}
