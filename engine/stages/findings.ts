import type { Stage } from '#engine/stage.ts'
import { findFindings, labelUtterance, tagFindings } from '#engine/findings/find.ts'
import { getAnswerModel } from '#engine/findings/learned/model.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { withVoices } from '#engine/voice/overlaps.ts'

/** Increment this when any rule or weight changes. It's stored with each finding. */
const findingsVersion = 9

const warmUps = ['I live near here with two dogs.', 'I read about it. But I would listen to both sides of it, I think.']

/** Explains why there are no findings. Otherwise, users might think jurors said nothing relevant. */
function getSkipReason(turns: readonly Turn[], isDraft: boolean): string | null {
  if (turns.length === 0) return 'There is no transcript to search. Attach one, or process the video again.'
  if (isDraft) return 'Findings are off for draft transcripts because drafts contain too many errors.'
  if (turns.every((turn) => turn.role !== 'juror'))
    return 'No speaker is identified as a juror yet. Assign the voices in the session review. Only jurors’ own words are searched.'
  return null
}

export const findingsStage: Stage<'findings'> = {
  name: 'findings',
  weight: 0.01,
  version: findingsVersion,
  reads: ['align', 'speakers', 'exchanges'],
  dependsOn: ({ recognition, themes = [] }) => JSON.stringify([recognition.findingsOnDraft, themes]),
  // Compiles rules and loads weights. For short recordings, this would take most of the stage's time.
  warm: () => {
    getAnswerModel()
    for (const text of warmUps)
      labelUtterance({ text, role: 'juror', context: 'Could you be fair?', contextRole: 'judge', concernBefore: null })
    return Promise.resolve()
  },
  run(context) {
    context.signal.throwIfAborted()
    const transcript = context.artifact('align')
    const turns = withVoices(transcript.turns, context.artifact('speakers'))
    const isDraft = transcript.source === 'draft' && !context.options.recognition.findingsOnDraft
    const skipped = getSkipReason(turns, isDraft)
    const { findings, chains, possible } =
      skipped === null ? findFindings(turns, context.artifact('exchanges')) : { findings: [], chains: [], possible: [] }
    const themes = context.options.themes ?? []
    return Promise.resolve({
      engineVersion: `findings-${findingsVersion}`,
      findings: tagFindings(findings, themes),
      chains,
      possible: tagFindings(possible, themes),
      skipped,
    })
  },
}
