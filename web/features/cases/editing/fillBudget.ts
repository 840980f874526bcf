import { type CaseData, getSides, type StrikeBudget } from '#contract/cases/data.ts'
import { getBudget, countsAlternatesApart, findForum, suggestRule } from '#law/forums/forums.ts'

const countDefendants = (data: Pick<CaseData, 'parties'>): number =>
  Math.max(1, data.parties.filter((each) => each.side === 'defense').length)

export const isJoint = (data: Pick<CaseData, 'parties'>): boolean => countDefendants(data) > 1

export function getDefaultBudget(
  data: CaseData,
  joint = isJoint(data),
): { budget: StrikeBudget; verified: boolean } | null {
  const forum = findForum(data.forumId)
  if (!forum || !data.forumRuleId) return null
  const found = getBudget(forum, {
    ruleId: data.forumRuleId,
    plaintiffs: Math.max(1, data.parties.filter((each) => each.side === 'plaintiff').length),
    // A joint trial has at least two defendants, even if the parties haven't been entered yet.
    defendants: Math.max(countDefendants(data), joint ? 2 : 1),
    alternates: data.alternates,
    joint,
  })
  if (!found) return null
  const { us, them } = getSides(data.ourSide)
  return {
    verified: found.verified,
    budget: {
      us: found[us].regular,
      them: found[them].regular,
      alternatesUs: found[us].alternates,
      alternatesThem: found[them].alternates,
      perDefendant: found.perDefendant,
      source: 'default',
      orderNote: '',
    },
  }
}

const counts = ['us', 'them', 'alternatesUs', 'alternatesThem'] as const

/** Returns true for a default budget that was saved before the forum's numbers were corrected. */
export function isOutdated({ strikeBudget }: Pick<CaseData, 'strikeBudget'>, budget: StrikeBudget): boolean {
  return strikeBudget?.source === 'default' && counts.some((each) => strikeBudget[each] !== budget[each])
}

export function chooseForum(data: CaseData, forumId: string | null): Partial<CaseData> {
  const forum = findForum(forumId)
  if (!forum) return { forumId: null, forumRuleId: null }
  const next = {
    forumId: forum.id,
    forumRuleId: suggestRule(forum, data.caseType)?.id ?? null,
    jurySize: forum.jury.usual,
    alternates: Math.min(data.alternates || forum.alternates.usual, forum.alternates.most),
    backStrikesAllowed: forum.backStrikes?.allowed ?? false,
    alternateStrikesSeparate: countsAlternatesApart(forum.id),
    selectionMethod: data.selectionMethod ?? forum.method?.value ?? null,
  }
  return withBudget(data, next)
}

export function withBudget(data: CaseData, patch: Partial<CaseData>, joint?: boolean): Partial<CaseData> {
  if (data.strikeBudget?.source === 'order') return patch
  const next = { ...data, ...patch }
  return { ...patch, strikeBudget: getDefaultBudget(next, joint ?? isJoint(next))?.budget ?? null }
}
