import { expect, test } from 'vitest'
import { civil } from './build.ts'
import { forums } from './forums.data.ts'
import { findForum, findForumRule, suggestRule } from './forums.ts'

type Procedure = [sizes: readonly number[], usual: number, mostAlternates: number]

/** Jury sizes other than the usual one, and the maximum number of alternates the court may seat. */
const procedures: readonly (readonly [forum: string, ...Procedure])[] = [
  ['us_fed_criminal', [12], 12, 6],
  ['us_fed_civil', [6, 7, 8, 9, 10, 11, 12], 8, 12],
  ['ca_criminal', [12], 12, 12],
  ['ca_civil', [12], 12, 12],
  ['ca_expedited', [8], 8, 1],
  ['tx_criminal', [12, 6], 12, 4],
  ['tx_civil', [12, 6], 12, 12],
  ['ny_criminal', [12], 12, 12],
  ['ny_civil', [6], 6, 12],
  ['fl_criminal', [6, 12], 6, 12],
  ['fl_civil', [6], 6, 12],
  ['il_criminal', [12], 12, 12],
  ['il_civil', [12, 6], 12, 2],
  ['ga_criminal', [12], 12, 12],
  ['ga_civil', [12, 6], 12, 2],
  ['wa_criminal', [12], 12, 12],
  ['wa_civil', [6, 12], 6, 6],
  ['pa_criminal', [12], 12, 12],
  ['pa_civil', [12, 8], 12, 12],
  ['nj_criminal', [12], 12, 12],
  ['nj_civil', [6, 12], 6, 12],
  ['oh_criminal', [12, 8], 12, 6],
  ['oh_civil', [8], 8, 12],
  ['mi_district_criminal', [6], 6, 12],
  ['az_all', [12], 12, 12],
  ['custom', [], 12, 12],
]

test.for(procedures)('%s seats %o jurors', ([id, sizes, usual, mostAlternates]) => {
  const { jury, alternates } = findForum(id)!
  expect([jury.sizes, jury.usual, alternates.most]).toEqual([sizes, usual, mostAlternates])
})

test('the table holds every forum', () => {
  expect(procedures.map(([id]) => id)).toEqual(forums.map(({ id }) => id))
})

test('a forum with a choice of sizes says when each applies or asks to confirm it', () => {
  const silent = forums.filter(({ jury }) => jury.sizes.length > 1 && jury.note === '')
  expect(silent.map(({ id }) => id)).toEqual([])
})

test('usually seats no more alternates than the court may', () => {
  for (const { id, alternates } of forums) expect([id, alternates.usual <= alternates.most]).toEqual([id, true])
})

test('only Florida is known to allow back-strikes, and that is unverified', () => {
  const known = forums.filter(({ backStrikes }) => backStrikes !== null)
  expect(known.map(({ id, backStrikes }) => [id, backStrikes])).toEqual([
    ['fl_criminal', { allowed: true, verified: false }],
  ])
})

test('presets a selection method only in the two forums whose law names it', () => {
  const preset = forums.flatMap(({ id, method }) => (method ? [[id, method.value]] : []))
  expect(preset).toEqual([
    ['ca_civil', 'strike_and_replace'],
    ['ga_civil', 'struck_panel'],
  ])
})

test.for([
  ['us_fed_criminal', 'criminal_capital', 'death'],
  ['us_fed_civil', 'civil_ip', 'party'],
  ['ca_criminal', 'criminal_felony', 'other'],
  ['ca_criminal', 'criminal_misdemeanor', 'minor'],
  ['ca_civil', 'civil_employment', 'two_parties'],
  ['tx_criminal', 'criminal_capital', 'death'],
  ['ny_criminal', 'criminal_misdemeanor', 'other'],
  ['fl_criminal', 'criminal_felony', 'over_year'],
  ['ga_criminal', 'criminal_capital', 'death'],
  ['pa_criminal', 'criminal_felony', 'felony'],
  ['nj_criminal', 'criminal_misdemeanor', 'other'],
] as const)('in %s, a %s case starts with the rule %s', ([forumId, caseType, ruleId]) => {
  expect(suggestRule(findForum(forumId)!, caseType)?.id).toBe(ruleId)
})

test.for([
  ['ny_criminal', 'criminal_felony', 'the class of the felony decides'],
  ['nj_criminal', 'criminal_felony', 'the rule lists the offenses'],
  ['tx_criminal', null, 'the offense isn’t known'],
] as const)('in %s, a %s case starts with no rule, because %s', ([forumId, caseType]) => {
  expect(suggestRule(findForum(forumId)!, caseType)).toBeNull()
})

test('finds no forum and no rule by an unknown or missing ID', () => {
  expect([findForum(null), findForum('atlantis')]).toEqual([null, null])
  expect(findForumRule(findForum('ca_criminal')!, null)).toBeNull()
  expect(findForumRule(findForum('ca_criminal')!, 'death')).toBeNull()
})

test('criminal forums list only criminal cases, and civil forums only civil cases', () => {
  const civilTypes: readonly string[] = civil
  for (const { id, rules } of forums.filter((each) => each.id !== 'az_all'))
    for (const { suits } of rules)
      for (const suit of suits)
        expect([id, suit, civilTypes.includes(suit)]).toEqual([id, suit, !id.endsWith('criminal')])
})
