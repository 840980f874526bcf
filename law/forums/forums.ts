/**
 * Default peremptory budgets for each forum. The court's order overrides them. Unverified numbers are shown with "check
 * with the court".
 */
import type { CaseType, PartySide } from '#contract/cases/data.ts'
import type { AlternateExtra, Forum, ForumRule } from './forum.ts'
import { forums } from './forums.data.ts'

export const findForum = (id: string | null): Forum | null => forums.find((each) => each.id === id) ?? null
export const findForumRule = (forum: Forum, id: string | null): ForumRule | null =>
  forum.rules.find((each) => each.id === id) ?? null

export function countsAlternatesApart(forumId: string | null): boolean {
  const extra = findForum(forumId)?.alternateExtra
  return extra?.kind === 'rule' && extra.separate
}

type BudgetQuestion = {
  ruleId: string
  plaintiffs: number
  defendants: number
  alternates: number
  /** True if defendants are tried together or if multiple parties on a side aren't treated as one. */
  joint: boolean
}

export type ForumBudget = Record<
  Extract<PartySide, 'plaintiff' | 'defense'>,
  { regular: number; alternates: number }
> & {
  /** Individual challenges per defendant, out of the defense's total. Null if all are joint. */
  perDefendant: number | null
  /** False if any number must be checked with the court. */
  verified: boolean
}

export function getBudget(forum: Forum, question: BudgetQuestion): ForumBudget | null {
  const rule = findForumRule(forum, question.ruleId)
  if (!rule) return null
  const { plaintiff, defense, perDefendant } = getRegular(rule, question)
  const extra = getExtra(forum.alternateExtra, question)
  const isCovered = question.plaintiffs + question.defendants <= (rule.mostParties ?? Infinity)
  return {
    plaintiff: { regular: plaintiff, alternates: extra.plaintiff },
    defense: { regular: defense, alternates: extra.defense },
    perDefendant,
    verified: forum.verified && rule.verified && isCovered && extra.verified,
  }
}

function getRegular(
  rule: ForumRule,
  { plaintiffs, defendants, joint }: BudgetQuestion,
): { plaintiff: number; defense: number; perDefendant: number | null } {
  if (rule.counts === 'party' && joint) {
    return { plaintiff: rule.plaintiff * plaintiffs, defense: rule.defense * defendants, perDefendant: null }
  }
  if (rule.counts === 'side' && joint && defendants > 1) {
    const { joint: several } = rule
    if (several.kind === 'extraEach') {
      const all = several.each * defendants
      const plaintiff = rule.plaintiff + (several.prosecutionExtra === 'byOrder' ? 0 : all)
      return { plaintiff, defense: rule.defense + all, perDefendant: several.each }
    }
    if (several.kind === 'each') {
      const { each, prosecutionEach = each } = several
      return { plaintiff: prosecutionEach * defendants, defense: each * defendants, perDefendant: each }
    }
    if (several.kind === 'divided') {
      const each = Math.max(several.atLeast, Math.ceil(rule.defense / defendants))
      return { plaintiff: each * defendants, defense: each * defendants, perDefendant: each }
    }
  }
  return { plaintiff: rule.plaintiff, defense: rule.defense, perDefendant: null }
}

type Extra = { plaintiff: number; defense: number; verified: boolean }

function getExtra(extra: AlternateExtra, question: BudgetQuestion): Extra {
  const { alternates, defendants } = question
  if (alternates === 0) return { plaintiff: 0, defense: 0, verified: true }
  if (extra.kind !== 'rule') return { plaintiff: 0, defense: 0, verified: extra.kind === 'none' }
  const counted = Math.min(alternates, extra.atMostAlternates)
  const each = Math.ceil(counted / extra.perAlternates) * extra.each
  const isWhole = extra.countsPartGroups || alternates % extra.perAlternates === 0
  const verified = extra.verified && isWhole && alternates <= extra.atMostAlternates
  if (!hasSeveralParties(question)) return { plaintiff: each, defense: each, verified }
  if (extra.joint === 'each') return { plaintiff: each * defendants, defense: each * defendants, verified }
  if (extra.joint === 'oneMoreEach') return { plaintiff: each, defense: each + defendants, verified }
  return { plaintiff: each, defense: each, verified: verified && extra.joint === 'shared' }
}

const hasSeveralParties = ({ plaintiffs, defendants, joint }: BudgetQuestion): boolean =>
  joint && (plaintiffs > 1 || defendants > 1)

export function suggestRule(forum: Forum, caseType: CaseType | null): ForumRule | null {
  const suiting = forum.rules.filter((each) => caseType !== null && each.suits.includes(caseType))
  return suiting.length === 1 ? suiting[0]! : forum.rules.length === 1 ? forum.rules[0]! : null
}
