import type { JurorStatus } from '#contract/jurors/jurors.ts'
import { wordsOf } from '../content/clean.ts'
import { documentOf } from '../content/cover.ts'
import type { Block, Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf, type Placed, sameNumber } from '../content/gather.ts'
import { blocksOfHighlight, changedOf } from '../content/highlight.blocks.ts'
import { strikesOf } from '../content/strikes.ts'

/** Jurors who may still sit, or do. */
const kept: readonly JurorStatus[] = ['in_venire', 'seated', 'questioned', 'qualified', 'selected', 'alternate']

/**
 * What each struck juror said beside what jurors who were kept said on the same matter (type and category of the
 * highlight). It compares words and nothing else of a person.
 */
export async function comparative(gathered: Gathered): Promise<Doc> {
  const { redact, jurors } = gathered
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const strikes = await strikesOf(gathered)
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
        ? [{ kind: 'text' as const, text: 'No highlight of this juror was chosen.', tone: 'note' as const }]
        : groups.flatMap(({ said, alike }): Block[] => [
            { kind: 'heading', level: 3, text: wordsOf(said[0]!.highlight.sub || said[0]!.highlight.type) },
            { kind: 'text', text: 'The struck juror', tone: 'strong' },
            ...said.flatMap((each) => blocksOfHighlight(gathered, each)),
            {
              kind: 'text',
              text: alike.length > 0 ? 'Jurors who were kept' : 'No juror who was kept said anything of the kind.',
              tone: alike.length > 0 ? 'strong' : 'note',
            },
            ...alike.flatMap((each) => blocksOfHighlight(gathered, each)),
          ])),
    ]
  })
  const none: Block = { kind: 'text', text: 'No strike was exercised.', tone: 'note' }
  return documentOf(gathered, {
    unconfirmed,
    changed: [
      ...strikes.map(({ updatedAt }) => updatedAt),
      ...chosen.map(changedOf),
      ...jurors.map((each) => each.updatedAt),
    ],
    blocks: blocks.length > 0 ? blocks : [none],
  })
}
