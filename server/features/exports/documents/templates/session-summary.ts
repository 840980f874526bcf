import { documentOf } from '../content/cover.ts'
import type { Block, Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf, type Placed } from '../content/gather.ts'
import { blocksOfHighlight, changedOf } from '../content/highlight.blocks.ts'
import { jurorsInScope } from '../content/jurors.ts'
import { jurorTable } from '../content/juror.blocks.ts'
import { transcriptOf } from '../content/transcript.ts'
import { videoFacts } from '../content/videos.ts'
import { wordsOf } from '../content/clean.ts'
import { signatureOf } from '../content/signature.ts'

export async function sessionSummary(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const films = await transcriptOf(gathered)
  const seated = await jurorsInScope(gathered)
  const [sitting] = gathered.sittings
  return documentOf(gathered, {
    unconfirmed,
    changed: [
      ...chosen.map(changedOf),
      ...seated.map(({ juror }) => juror.updatedAt),
      ...films.map(({ changedAt }) => changedAt),
      sitting?.seen.session.updatedAt ?? null,
    ],
    facts: [['Date', sitting?.seen.session.date ?? 'not set'], ...videoFacts(films)],
    blocks: [
      { kind: 'heading', level: 2, text: 'Jurors' },
      jurorTable(gathered, seated),
      ...highlightChapters(gathered, chosen),
      await signatureOf(gathered),
    ],
  })
}

/** A chapter a type, in order of the clock. */
export function highlightChapters(gathered: Gathered, chosen: readonly Placed[]): Block[] {
  if (chosen.length === 0)
    return [
      { kind: 'heading', level: 2, text: 'Highlights' },
      { kind: 'text', text: 'No highlight matches what was chosen.', tone: 'note' },
    ]
  return [...Map.groupBy(chosen, ({ highlight }) => highlight.type)].flatMap(([type, placed]) => [
    { kind: 'heading' as const, level: 2 as const, text: `${wordsOf(type)} (${placed.length})` },
    ...placed.flatMap((each) => blocksOfHighlight(gathered, each)),
  ])
}
