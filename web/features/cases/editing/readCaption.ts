import type { CaseData, Party } from '#contract/cases/data.ts'

const versus = /\s+vs?\.?\s+/i
const others = /,?\s+et\s+al\.?$/i
const government = /^(?:the\s+)?(?:state|people|commonwealth|united states|government)\b/i

export function readCaption({ title, caseType, ourSide }: Pick<CaseData, 'title' | 'caseType' | 'ourSide'>): Party[] {
  const names = title.split(versus).map((name) => name.trim().replace(others, ''))
  const [first, second] = names
  if (names.length !== 2 || !first || !second) return []
  const isCriminal = caseType?.startsWith('criminal') || ourSide === 'prosecution' || government.test(first)
  return [
    { name: first, role: isCriminal ? 'prosecution' : 'plaintiff', side: 'plaintiff', representedBy: '' },
    { name: second, role: 'defendant', side: 'defense', representedBy: '' },
  ]
}
