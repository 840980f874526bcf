import type { RationaleInput, RationaleRegime } from '#contract/strikes/rationale.ts'

/** Section 231.7 applies to civil trials on or after this date. See former Cal. Code Civ. Proc. 231.7(n). */
const californiaCivilFrom = '2026-01-01'

const californiaForums: readonly string[] = ['ca_criminal', 'ca_civil', 'ca_expedited']
const washingtonForums: readonly string[] = ['wa_criminal', 'wa_civil']
const isNamed = (state: string, names: RegExp) => names.test(state.trim())

/** In every state, federal courts apply only Batson and J.E.B. */
export function listRegimes(
  input: Pick<RationaleInput, 'forumId' | 'state' | 'caseType' | 'date' | 'kind'>,
): RationaleRegime[] {
  const { forumId, state = '', caseType = null, date = null, kind } = input
  const regimes: RationaleRegime[] = ['batson', 'jeb']
  // Section 231.7 (People v. Aranda (2023) 95 Cal.App.5th 311) and GR 37 (by its terms) cover peremptory challenges only.
  if (kind === 'cause' || forumId?.startsWith('us_fed')) return regimes
  const isListed = forumId !== null && forumId !== 'custom'
  const isCalifornia = isListed ? californiaForums.includes(forumId) : isNamed(state, /^(?:california|ca|calif\.?)$/i)
  const isWashington = isListed ? washingtonForums.includes(forumId) : isNamed(state, /^(?:washington|wa|wash\.?)$/i)
  const isCivil =
    forumId === 'ca_civil' || forumId === 'ca_expedited' || caseType?.startsWith('civil') || caseType === 'family'
  if (isCalifornia && !(isCivil && date !== null && date < californiaCivilFrom)) regimes.push('ca_231_7')
  if (isWashington) regimes.push('wa_gr37')
  return regimes
}
