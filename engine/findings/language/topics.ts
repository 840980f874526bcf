import type { CaseTheme } from '#engine/stage.ts'
import { toStem } from './concepts.ts'
import { foldText, splitWords } from './utterance.ts'
import { pattern, readWordFile } from './grammar.ts'

const compiled = readWordFile('topics').entries.map(({ name, sources }) => [name, sources.map(pattern)] as const)

const mentionsAThousandWords = 1
const fewestMentions = 3
const mostTopics = 8

export function findTopics(folded: string, wordCount: number): string[] {
  return compiled
    .map(([topic, patterns]) => ({
      topic,
      mentions: patterns.reduce((sum, each) => sum + (folded.match(each)?.length ?? 0), 0),
    }))
    .filter(
      ({ mentions }) =>
        mentions >=
          Math.max(Math.min(fewestMentions, Math.ceil(wordCount / 100)), (wordCount / 1000) * mentionsAThousandWords) &&
        mentions > 0,
    )
    .sort((a, b) => b.mentions - a.mentions)
    .slice(0, mostTopics)
    .map(({ topic }) => topic)
}

const toStems = (folded: string): string[] => splitWords(folded).map((word) => toStem(word.replace(/'s?$/, '')))

/** Matches the stems of watch words and theme names. Overlapping matches count once per theme. */
export function readThemes(themes: readonly CaseTheme[]): (text: string) => { name: string; mentions: number }[] {
  const watched = themes.map(({ name, watchWords }) => ({
    name,
    runs: [name, ...watchWords].map((words) => toStems(foldText(words))).filter((run) => run.length > 0),
  }))
  return (text) => {
    if (watched.length === 0) return []
    const spokenStems = toStems(foldText(text))
    return watched.flatMap(({ name, runs }) => {
      let mentions = 0
      for (let at = 0; at < spokenStems.length; at += 1) {
        const run = runs.find((stems) => stems.every((stem, ahead) => spokenStems[at + ahead] === stem))
        if (!run) continue
        mentions += 1
        at += run.length - 1
      }
      return mentions > 0 ? [{ name, mentions }] : []
    })
  }
}
