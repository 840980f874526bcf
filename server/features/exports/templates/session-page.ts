import { documentOf } from '../content/cover.ts'
import type { Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf } from '../content/gather.ts'
import { changedOf } from '../content/highlight.blocks.ts'
import { jurorTable } from '../content/juror.blocks.ts'
import { jurorsInScope } from '../content/jurors.ts'
import { transcriptOf } from '../content/transcript.ts'
import { videoFacts } from '../content/videos.ts'
import { highlightChapters } from './session-summary.ts'
import { spokenBlocks } from './transcript.ts'

/** Everything of a session on one page: jurors, highlights, transcript. */
export async function sessionPage(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const films = await transcriptOf(gathered)
  const seated = await jurorsInScope(gathered)
  return documentOf(gathered, {
    unconfirmed,
    changed: [
      ...chosen.map(changedOf),
      ...seated.map(({ juror }) => juror.updatedAt),
      ...films.map(({ changedAt }) => changedAt),
    ],
    facts: videoFacts(films),
    blocks: [
      { kind: 'heading', level: 2, text: 'Jurors' },
      jurorTable(gathered, seated),
      ...highlightChapters(gathered, chosen),
      ...films.flatMap((film) => spokenBlocks(gathered, film)),
    ],
  })
}
