import { listJurorTalk } from '#server/features/analysis/juror-talk.queries.ts'
import { documentOf } from '../content/cover.ts'
import type { Block, Doc } from '../content/doc.ts'
import { type Gathered, highlightsOf, sameNumber } from '../content/gather.ts'
import { blocksOfHighlight, changedOf } from '../content/highlight.blocks.ts'
import { jurorFacts } from '../content/juror.blocks.ts'
import { jurorsInScope } from '../content/jurors.ts'
import { signatureOf } from '../content/signature.ts'

export async function jurorReport(gathered: Gathered): Promise<Doc> {
  const { db, subject, redact } = gathered
  const { chosen, unconfirmed } = await highlightsOf(gathered)
  const seated = await jurorsInScope(gathered)
  const talk = new Map((await listJurorTalk(db, subject.inCase!.id)).map((each) => [each.jurorId, each]))
  const blocks = seated.flatMap((each): Block[] => {
    const { juror } = each
    const theirs = chosen.filter(({ highlight }) => sameNumber(highlight.juror?.number ?? null, juror.jurorNumber))
    const spoke = talk.get(juror.id)
    const answers = juror.questionnaire.map(({ q, a }) => [redact.text(q), redact.text(a)])
    return [
      { kind: 'heading', level: 2, text: `Juror ${redact.text(juror.jurorNumber)}` },
      jurorFacts(gathered, each),
      ...(spoke?.questionCount === null || spoke === undefined
        ? []
        : [
            {
              kind: 'text' as const,
              text: `Asked ${spoke.questionCount} ${spoke.questionCount === 1 ? 'question' : 'questions'}, spoke for ${Math.round(spoke.speakingSeconds ?? 0)} seconds.`,
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
        ? theirs.flatMap((placed) => blocksOfHighlight(gathered, placed))
        : [{ kind: 'text' as const, text: 'None.', tone: 'note' as const }]),
    ]
  })
  return documentOf(gathered, {
    unconfirmed,
    changed: [...chosen.map(changedOf), ...seated.map(({ juror }) => juror.updatedAt)],
    blocks: [...blocks, await signatureOf(gathered)],
  })
}
