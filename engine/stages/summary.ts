import { unidentified } from '#contract/videos/transcript.ts'
import type { Stage } from '#engine/stage.ts'
import { foldText, splitWords } from '#engine/findings/language/utterance.ts'
import { readWording } from '#engine/findings/language/sentiment.ts'
import { findTopics, readThemes } from '#engine/findings/language/topics.ts'
import { withVoices } from '#engine/voice/overlaps.ts'

const mostPhrases = 12

/** Loads the large word model. Only this stage needs it. */
const loadPhrases = () => import('#engine/findings/language/phrases.ts')

export const summaryStage: Stage<'summary'> = {
  name: 'summary',
  weight: 0.01,
  version: 2,
  reads: ['align', 'exchanges', 'speakers'],
  dependsOn: ({ themes = [] }) => JSON.stringify(themes),
  // The library builds its tables when it processes the first document.
  warm: async () => (await loadPhrases()).findKeyPhrases(['Good morning.'], 1),
  async run(context) {
    context.signal.throwIfAborted()
    const { findKeyPhrases } = await loadPhrases()
    const { turns: read, language } = context.artifact('align')
    const turns = withVoices(read, context.artifact('speakers'))
    const spoken = turns.filter((turn) => turn.role !== 'note')
    const joinText = (indexes: readonly number[]) => indexes.map((at) => turns[at]?.text ?? '').join(' ')
    const pairs = context
      .artifact('exchanges')
      .filter((each) => each.answerTurns.every((at) => turns[at]?.role === 'juror'))
      .map((each) => ({ question: joinText(each.questionTurns), answer: joinText(each.answerTurns) }))
    let wordCount = 0
    let measured = 0
    let sum = 0
    for (const turn of spoken) {
      wordCount += splitWords(foldText(turn.text)).length
      for (const word of turn.words) {
        if (word.confidence === null) continue
        measured += 1
        sum += word.confidence
      }
    }
    const words = spoken.map((turn) => turn.text).join('\n')
    const themes = readThemes(context.options.themes ?? [])(words).sort((a, b) => b.mentions - a.mentions)
    const caseThemes = themes.map(({ name }) => name)
    const otherTopics = findTopics(foldText(words), wordCount).filter((topic) => !caseThemes.includes(topic))
    return {
      language,
      sentiment: readWording(pairs),
      keyPhrases: findKeyPhrases(
        spoken.map((turn) => turn.text),
        mostPhrases,
      ),
      topics: [...caseThemes, ...otherTopics],
      ...(themes.length > 0 && { themes }),
      speakerCount: context.artifact('speakers').speakers.filter(({ label }) => label !== unidentified).length,
      confidence: measured === 0 ? null : sum / measured,
      wordCount,
    }
  },
}
