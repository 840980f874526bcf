import type { HardshipFacts } from '#contract/findings.ts'
import { documentOf } from '../content/cover.ts'
import type { Cell, Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf } from '../content/gather.ts'
import { changedOf, citeOfHighlight } from '../content/highlight.blocks.ts'

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
  const { redact } = gathered
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const hardship = chosen.filter(({ highlight }) => highlight.type === 'hardship')
  const rows = hardship.map((placed): Cell[] => {
    const { highlight } = placed
    const cite = citeOfHighlight(gathered, placed)
    return [
      redact.text(highlight.juror?.number ?? ''),
      `${redact.text(highlight.quote)}${highlight.status === 'suggested' ? ' (suggested, not confirmed)' : ''}`,
      factsOf(highlight.hardshipFacts),
      { text: [cite.label, cite.pageLine].filter(Boolean).join(' / '), url: cite.url },
      '☐ agreed\n☐ opposed',
    ]
  })
  return documentOf(gathered, {
    unconfirmed,
    changed: hardship.map(changedOf),
    blocks: [
      { kind: 'heading', level: 2, text: 'Requests to be excused' },
      {
        kind: 'table',
        label: 'Hardship',
        head: ['Juror', 'Said', 'The four facts', 'Time', 'Sidebar'],
        widths: [1, 5, 2.4, 1.4, 1.4],
        rows,
      },
    ],
  })
}
