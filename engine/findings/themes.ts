/** Tags findings with the themes of the case. */
import type { Finding } from '#contract/findings/findings.ts'
import { readThemes } from '#engine/findings/language/themes.ts'
import type { CaseTheme } from '#engine/stage.ts'

/** By the juror's own words; where a bare "Yes" has its meaning from the question, by the question's words too. */
export function tagFindings(findings: readonly Finding[], themes: readonly CaseTheme[]): Finding[] {
  if (themes.length === 0) return [...findings]
  const themesIn = readThemes(themes)
  return findings.map((finding) => {
    const text = finding.trigger === null ? `${finding.question} ${finding.quote}` : finding.quote
    const found = themesIn(text).map(({ name }) => name)
    return found.length === 0 ? finding : { ...finding, themes: found }
  })
}
