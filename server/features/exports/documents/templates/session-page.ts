import { documentOf } from '../content/cover.ts'
import type { Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf } from '../content/gather.ts'
import { changedOf } from '../content/highlight.blocks.ts'
import { jurorTable } from '../content/juror.blocks.ts'
import { jurorsInScope } from '../content/jurors.ts'
import { strikesOf } from '../content/strikes.ts'
import { transcriptOf } from '../content/transcript.ts'
import { videoFacts } from '../content/videos.ts'
import { highlightChapters } from './session-summary.ts'
import { strikeChapters } from './strike-log.ts'
import { spokenBlocks } from './transcript.ts'

/** Everything of a session on one page: jurors, highlights, strikes, transcript. */
export async function sessionPage(gathered: Gathered): Promise<Doc> {
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const films = await transcriptOf(gathered)
  const strikes = await strikesOf(gathered)
  const seated = await jurorsInScope(gathered)
  return documentOf(gathered, {
    unconfirmed,
    changed: [
      ...chosen.map(changedOf),
      ...strikes.map(({ updatedAt }) => updatedAt),
      ...seated.map(({ juror }) => juror.updatedAt),
      ...films.map(({ changedAt }) => changedAt),
    ],
    facts: videoFacts(films),
    blocks: [
      { kind: 'heading', level: 2, text: 'Jurors' },
      jurorTable(gathered, seated),
      ...highlightChapters(gathered, chosen),
      ...strikeChapters(gathered, strikes),
      ...films.flatMap((film) => spokenBlocks(gathered, film)),
    ],
  })
}
