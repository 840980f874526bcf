/** Which themes of a case are spoken of: by their names and watch words, whatever their endings. */
import type { CaseTheme } from '#engine/stage.ts'
import { stemOf } from './concepts.ts'
import { foldText, wordsOf } from './sentences.ts'

/** Words of a folded text by their stems; "fracking's" and "fracking" are one. */
const stemsOf = (folded: string): string[] => wordsOf(folded).map((word) => stemOf(word.replace(/'s?$/, '')))

/**
 * Answers a function from a raw text to the themes in it with their mentions, in the order of the themes. A mention is a
 * run of words with the stems of a watch word or of the theme's own name; one stretch counts once for a theme.
 */
export function readThemes(themes: readonly CaseTheme[]): (text: string) => { name: string; mentions: number }[] {
  const watched = themes.map(({ name, watchWords }) => ({
    name,
    runs: [name, ...watchWords].map((words) => stemsOf(foldText(words))).filter((run) => run.length > 0),
  }))
  return (text) => {
    if (watched.length === 0) return []
    const said = stemsOf(foldText(text))
    return watched.flatMap(({ name, runs }) => {
      let mentions = 0
      for (let at = 0; at < said.length; at += 1) {
        const run = runs.find((stems) => stems.every((stem, ahead) => said[at + ahead] === stem))
        if (!run) continue
        mentions += 1
        at += run.length - 1
      }
      return mentions > 0 ? [{ name, mentions }] : []
    })
  }
}
