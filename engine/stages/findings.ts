/** Stage: what a trial team would want to see, as suggestions. */
import type { Stage } from '#engine/stage.ts'
import { findFindings, labelUtterance, tagFindings } from '#engine/findings/find.ts'
import type { Turn } from '#contract/videos/transcript.ts'
import { withVoices } from '#engine/voice/overlaps.ts'

/** Raised with every change of rules or weights, so that a finding tells which engine suggested it. */
const findingsVersion = 5

/** One that nothing fires on runs every rule to its end; one in several sentences is cut and judged in parts. */
const warmUps = ['I live near here with two dogs.', 'I read about it. But I would listen to both sides of it, I think.']

/** Why nothing was looked for, so that an empty list is not taken for jurors who said nothing. */
function whySkipped(turns: readonly Turn[], isDraft: boolean): string | null {
  if (turns.length === 0) return 'There is no transcript to find anything in.'
  if (isDraft) return 'Findings are off for a draft transcript, because many of its words are wrong.'
  if (turns.every((turn) => turn.role !== 'juror'))
    return 'Nobody who speaks is known to be a juror yet. Say in the review of its session whose voices these are: only jurors’ own words are searched.'
  return null
}

export const findingsStage: Stage<'findings'> = {
  name: 'findings',
  weight: 0.01,
  version: findingsVersion,
  reads: ['align', 'speakers', 'exchanges'],
  dependsOn: ({ recognition, themes = [] }) => JSON.stringify([recognition.findingsOnDraft, themes]),
  // Rules are compiled and weights read at their first use: in a short recording that would be most of this stage.
  warm: () => {
    for (const text of warmUps)
      labelUtterance({ text, role: 'juror', context: 'Could you be fair?', contextRole: 'judge', concernBefore: null })
    return Promise.resolve()
  },
  run(context) {
    context.signal.throwIfAborted()
    const transcript = context.artifact('align')
    const turns = withVoices(transcript.turns, context.artifact('speakers'))
    const isDraft = transcript.source === 'draft' && !context.options.recognition.findingsOnDraft
    const skipped = whySkipped(turns, isDraft)
    const found = skipped === null ? findFindings(turns, context.artifact('exchanges')) : { findings: [], chains: [] }
    const findings = tagFindings(found.findings, context.options.themes ?? [])
    return Promise.resolve({ engineVersion: `findings-${findingsVersion}`, ...found, findings, skipped })
  },
}
