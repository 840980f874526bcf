import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Forum } from './forum.ts'
import { forums } from './forums.data.ts'
import { findForum, type ForumBudget, getBudget } from './forums.ts'

const numbers: readonly (readonly [law: string, forum: string, rule: string, plaintiff: number, defense: number])[] = [
  ['Fed. R. Crim. P. 24(b)(1)', 'us_fed_criminal', 'death', 20, 20],
  ['Fed. R. Crim. P. 24(b)(2)', 'us_fed_criminal', 'felony', 6, 10],
  ['Fed. R. Crim. P. 24(b)(3)', 'us_fed_criminal', 'misdemeanor', 3, 3],
  ['28 U.S.C. 1870', 'us_fed_civil', 'party', 3, 3],
  ['Cal. Code Civ. Proc. 231(a)', 'ca_criminal', 'death_or_life', 20, 20],
  ['Cal. Code Civ. Proc. 231(a)', 'ca_criminal', 'other', 10, 10],
  ['Cal. Code Civ. Proc. 231(c), two parties', 'ca_civil', 'two_parties', 6, 6],
  ['Cal. Code Civ. Proc. 231(c), each side', 'ca_civil', 'more_parties', 8, 8],
  ['Cal. Code Civ. Proc. 630.23(c)', 'ca_expedited', 'side', 4, 4],
  ['Tex. Code Crim. Proc. 35.15(a)', 'tx_criminal', 'death', 15, 15],
  ['Tex. Code Crim. Proc. 35.15(b)', 'tx_criminal', 'felony', 10, 10],
  ['Tex. Code Crim. Proc. 35.15(c)', 'tx_criminal', 'misdemeanor_district', 5, 5],
  ['Tex. Code Crim. Proc. 35.15(c)', 'tx_criminal', 'misdemeanor_county', 3, 3],
  ['N.Y. Crim. Proc. Law 270.25(2)(a)', 'ny_criminal', 'class_a', 20, 20],
  ['N.Y. Crim. Proc. Law 270.25(2)(b)', 'ny_criminal', 'class_b_c', 15, 15],
  ['N.Y. Crim. Proc. Law 270.25(2)(c)', 'ny_criminal', 'other', 10, 10],
  ['N.Y. CPLR 4109', 'ny_civil', 'side', 3, 3],
  ['Fla. Stat. 913.08(1)(a)', 'fl_criminal', 'death_or_life', 10, 10],
  ['Fla. Stat. 913.08(1)(b)', 'fl_criminal', 'over_year', 6, 6],
  ['Fla. Stat. 913.08(1)(c)', 'fl_criminal', 'other', 3, 3],
  ['Ill. S. Ct. Rule 434(d)', 'il_criminal', 'felony', 7, 7],
  ['Ill. S. Ct. Rule 434(d)', 'il_criminal', 'other', 5, 5],
  ['O.C.G.A. 15-12-165', 'ga_criminal', 'felony', 9, 9],
  ['O.C.G.A. 15-12-165, death sought', 'ga_criminal', 'death', 15, 15],
  ['O.C.G.A. 15-12-122', 'ga_civil', 'twelve', 6, 6],
  ['O.C.G.A. 15-12-122, state court', 'ga_civil', 'six', 3, 3],
  ['RCW 4.44.130', 'wa_civil', 'party', 3, 3],
  ['Pa. R. Crim. P. 634(A)(1)', 'pa_criminal', 'misdemeanor', 5, 5],
  ['Pa. R. Crim. P. 634(A)(2)', 'pa_criminal', 'felony', 7, 7],
  ['Pa. R. Crim. P. 634(A)(3)', 'pa_criminal', 'capital', 20, 20],
  ['Ohio Rev. Code 2945.21(A)(1)', 'oh_criminal', 'felony', 4, 4],
  ['Ohio Rev. Code 2945.21(A)(1)', 'oh_criminal', 'misdemeanor', 3, 3],
  ['Ohio Civ. R. 47(C)', 'oh_civil', 'party', 3, 3],
  ['Mich. Ct. R. 6.620(B)(1)', 'mi_district_criminal', 'defendant', 3, 3],
  ['Ariz. R-21-0020', 'az_all', 'any', 0, 0],
]

const alone = { plaintiffs: 1, defendants: 1, alternates: 0, joint: false }

test.for(numbers)('%s: %s %s', ([, forumId, ruleId, plaintiff, defense]) => {
  const found = getBudget(findForum(forumId)!, { ...alone, ruleId })!
  expect([found.plaintiff.regular, found.defense.regular, found.verified]).toEqual([plaintiff, defense, true])
})

test('the table holds every verified rule', () => {
  const verified = forums.flatMap((forum) =>
    forum.rules.filter((rule) => forum.verified && rule.verified).map((rule) => `${forum.id} ${rule.id}`),
  )
  expect(numbers.map(([, forumId, ruleId]) => `${forumId} ${ruleId}`).toSorted()).toEqual(verified.toSorted())
})

const anyQuestion = fc.constantFrom(...forums.filter(({ rules }) => rules.length > 0)).chain((forum) =>
  fc.record({
    forum: fc.constant(forum),
    ruleId: fc.constantFrom(...forum.rules.map(({ id }) => id)),
    plaintiffs: fc.integer({ min: 1, max: 6 }),
    defendants: fc.integer({ min: 1, max: 6 }),
    alternates: fc.integer({ min: 0, max: 12 }),
    joint: fc.boolean(),
  }),
)
type Question = Parameters<typeof getBudget>[1] & { forum: Forum }
const ask = ({ forum, ...question }: Question): ForumBudget => getBudget(forum, question)!
const count = ({ plaintiff, defense }: ForumBudget): number[] => [
  ...[plaintiff.regular, plaintiff.alternates],
  ...[defense.regular, defense.alternates],
]

test('another alternate never takes a challenge away, and never changes the regular ones', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const [now, more] = [ask(question), ask({ ...question, alternates: question.alternates + 1 })]
      expect([more.plaintiff.regular, more.defense.regular]).toEqual([now.plaintiff.regular, now.defense.regular])
      expect(more.plaintiff.alternates).toBeGreaterThanOrEqual(now.plaintiff.alternates)
      expect(more.defense.alternates).toBeGreaterThanOrEqual(now.defense.alternates)
    }),
  )
})

test('another joint defendant never takes a challenge for alternates away', () => {
  fc.assert(
    fc.property(anyQuestion, (given) => {
      const question = { ...given, joint: true }
      const [now, more] = [ask(question), ask({ ...question, defendants: question.defendants + 1 })]
      expect(more.defense.alternates).toBeGreaterThanOrEqual(now.defense.alternates)
      expect(more.plaintiff.alternates).toBeGreaterThanOrEqual(now.plaintiff.alternates)
    }),
  )
})

test('defendants tried together hold no more than the defense has, and one alone holds none apart', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { perDefendant, ...sides } = ask(question)
      expect((perDefendant ?? 0) * question.defendants).toBeLessThanOrEqual(sides.defense.regular)
      const single = ask({ ...question, plaintiffs: 1, defendants: 1 })
      expect(single.perDefendant).toBeNull()
      expect(count(single)).toEqual(count(ask({ ...question, plaintiffs: 1, defendants: 1, joint: !question.joint })))
    }),
  )
})

test('numbers that need no checking alone may need it with alternates, never the other way', () => {
  fc.assert(
    fc.property(anyQuestion, (question) => {
      const { verified } = ask(question)
      const without = ask({ ...question, alternates: 0 }).verified
      expect(verified && !without).toBe(false)
    }),
  )
})
