/** Stage: what a trial team would want to see, as suggestions. */
import type { Stage } from '#engine/stage.ts'
import { findFindings } from '#engine/findings/find.ts'
import { labelUtterance } from '#engine/findings/label.ts'
import { tagFindings } from '#engine/findings/themes.ts'
import { withVoices } from '#engine/voice/turn.voices.ts'

/** Raised with every change of rules or weights, so that a finding tells which engine suggested it. */
const findingsVersion = 4

/** One that nothing fires on runs every rule to its end; one in several sentences is cut and judged in parts. */
const warmUps = ['I live near here with two dogs.', 'I read about it. But I would listen to both sides of it, I think.']

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
    const skipped =
      transcript.turns.length === 0
        ? 'There is no transcript to find anything in.'
        : transcript.source === 'draft' && !context.options.recognition.findingsOnDraft
          ? 'Findings are off for a draft transcript, because many of its words are wrong.'
          : null
    const found =
      skipped === null
        ? findFindings(withVoices(transcript.turns, context.artifact('speakers')), context.artifact('exchanges'))
        : { findings: [], chains: [] }
    const findings = tagFindings(found.findings, context.options.themes ?? [])
    return Promise.resolve({ engineVersion: `findings-${findingsVersion}`, ...found, findings, skipped })
  },
}
