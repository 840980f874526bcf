import { expect, test } from 'vitest'
import type { RationaleInput, RationaleLevel } from '#contract/strikes/rationale.ts'
import { checkRationale } from './check.ts'

const check = (text: string, forumId: string | null, more: Partial<RationaleInput> = {}) =>
  checkRationale({ text, kind: 'peremptory', forumId, quotes: 1, ...more })

/** One reason, and how each court's law treats it. Courts that aren't listed allow it. */
type Row = [reason: string, rule: string, words: string, laws: Record<string, [source: string, verified: boolean]>]

const ca = (item: number, verified = false) => ({
  ca_criminal: [`Cal. Code Civ. Proc. 231.7(e)(${item})`, verified] as [string, boolean],
})
const wa = (item: string, verified = false) => ({
  wa_criminal: [`Wash. Gen. R. 37(h)(${item})`, verified] as [string, boolean],
})

const presumed: readonly Row[] = [
  ['He distrusts the police.', 'distrust_police', 'distrusts the police', { ...ca(1, true), ...wa('ii') }],
  [
    'She was stopped by officers last year.',
    'own_contact_police',
    'stopped by officers',
    {
      ...ca(1, true),
      ...wa('i', true),
    },
  ],
  ['She was racially profiled at a store.', 'profiling', 'profiled', { ...ca(2, true), ...wa('ii') }],
  ['His brother was arrested in May.', 'close_to_arrested', 'brother was arrested', { ...ca(3, true), ...wa('iii') }],
  ['I do not like his neighborhood.', 'neighborhood', 'neighborhood', ca(4)],
  [
    'The streets she lives on are dangerous.',
    'high_crime_neighborhood',
    'streets she lives on are dangerous',
    wa('iv'),
  ],
  ['She had a child out of wedlock.', 'child_outside_marriage', 'child out of wedlock', { ...ca(5), ...wa('v') }],
  ['He receives food stamps.', 'state_benefits', 'food stamps', { ...ca(6), ...wa('vi') }],
  ['I do not like how he dresses.', 'dress', 'dresses', ca(9)],
  ['He is unemployed.', 'no_work', 'unemployed', ca(11)],
]

test.for(presumed)('%s is presumed invalid only where the law lists it', ([reason, rule, words, laws]) => {
  for (const forumId of ['ca_criminal', 'wa_criminal', 'tx_criminal', 'us_fed_criminal']) {
    const law = laws[forumId]
    const found = check(reason, forumId).items.find((each) => each.rule === rule)
    const seen = found && [found.level, found.source, found.verified, found.words.includes(words)]
    expect([forumId, seen]).toEqual([forumId, law && ['presumptively_invalid', ...law, true]])
  }
})

const batson = 'Batson v. Kentucky, 476 U.S. 79 (1986)'
const extended = 'Batson v. Kentucky as some courts extend it; check the forum'
const hernandez = 'Hernandez v. New York, 500 U.S. 352 (1991)'
const jeb = 'J.E.B. v. Alabama ex rel. T.B., 511 U.S. 127 (1994)'
const unsettled = 'State law; check before relying on it'
const california = 'Cal. Code Civ. Proc. 231.7(a)'
const older = 'Cal. Code Civ. Proc. 231.5, as summarized in the digest of a later bill'

type TraitRow = [reason: string, rule: string, level: RationaleLevel, everywhere: string, inCalifornia: string]
const traits: readonly TraitRow[] = [
  ['He is Hispanic.', 'trait_race', 'protected_trait', batson, california],
  ['She is an immigrant.', 'trait_origin', 'protected_trait', hernandez, california],
  ['She is pregnant.', 'trait_sex', 'protected_trait', jeb, california],
  ['He is transgender.', 'trait_gender_identity', 'protected_trait', extended, california],
  ['She is a lesbian.', 'trait_orientation', 'protected_trait', extended, california],
  ['He is Muslim.', 'trait_religion', 'protected_trait', extended, california],
  ['She is too old.', 'trait_age', 'caution', unsettled, older],
  ['He is disabled.', 'trait_disability', 'caution', unsettled, older],
  ['She is divorced.', 'trait_marital', 'caution', unsettled, older],
]

test.for(traits)(
  '%s is a trait everywhere, and California protects it',
  ([reason, rule, level, source, ofCalifornia]) => {
    const find = (forumId: string) => check(reason, forumId).items.find((each) => each.rule === rule)
    expect(find('tx_criminal')).toMatchObject({ level, source })
    expect(find('us_fed_civil')).toMatchObject({ level, source })
    expect(find('ca_criminal')).toMatchObject({ level: 'protected_trait', source: ofCalifornia, verified: true })
  },
)

test.for([
  ['race', 'He is Hispanic.', 'trait_race'],
  ['ethnicity', 'She is an immigrant.', 'trait_origin'],
] as const)('Wash. Gen. R. 37(e) covers %s', ([, reason, rule]) => {
  expect(check(reason, 'wa_civil').items.find((each) => each.rule === rule)).toMatchObject({
    level: 'protected_trait',
    source: 'Wash. Gen. R. 37(e)',
  })
})

const conduct = 'She was staring out of the window.'
test.for([
  ['ca_criminal', 'presumptively_invalid', 'Cal. Code Civ. Proc. 231.7(g)'],
  ['wa_civil', 'presumptively_invalid', 'Wash. Gen. R. 37(i)'],
  ['tx_criminal', 'caution', 'Snyder v. Louisiana, 552 U.S. 472 (2008)'],
  [null, 'caution', 'Snyder v. Louisiana, 552 U.S. 472 (2008)'],
] as const)('in %s, conduct nobody confirmed is %s under %s', ([forumId, level, source]) => {
  expect(check(conduct, forumId).items).toMatchObject([{ rule: 'conduct', level, source }])
})

test.for([
  // Cal. Code Civ. Proc. 231.7(n), as first enacted: civil trials from January 1, 2026.
  ['ca_civil', { date: '2025-12-31' }, []],
  ['ca_civil', { date: '2026-01-01' }, ['distrust_police']],
  ['ca_expedited', { date: '2025-12-31' }, []],
  ['ca_criminal', { date: '2022-01-01' }, ['distrust_police']],
  ['us_fed_criminal', { state: 'California' }, []],
  ['tx_criminal', { state: 'CA' }, []],
  ['custom', { state: ' calif. ' }, ['distrust_police']],
  [null, { state: 'Washington' }, ['distrust_police']],
  [null, { state: 'Washington, D.C.' }, []],
  ['custom', { state: 'CA', caseType: 'civil_employment', date: '2025-06-01' }, []],
  ['custom', { state: 'CA', caseType: 'family', date: '2025-06-01' }, []],
  ['custom', { state: 'CA', caseType: 'criminal_felony', date: '2025-06-01' }, ['distrust_police']],
] as const)('the law of %s with %o', ([forumId, more, rules]) => {
  const found = check('He distrusts the police.', forumId, more)
  expect(found.items.map(({ rule }) => rule)).toEqual(rules)
})

test.for([
  ['a denial before', 'Regardless of race, he would not deliberate.', 'trait_race'],
  ['a denial after', 'His religion played no part in this.', 'trait_religion'],
  ['a quote', 'She answered “I am Catholic and cannot judge”.', 'trait_religion'],
  ['another person', 'He works for a Jewish employer who is a party.', 'trait_religion'],
  ['a topic', 'She wrote about racial profiling issues.', 'trait_race'],
  ['an attitude', 'He has negative feelings about immigrants.', 'trait_origin'],
] as const)('a trait in %s is only a caution', ([, text, rule]) => {
  expect(check(text, 'tx_criminal').items.find((each) => each.rule === rule)?.level).toBe('caution')
})

test.for([
  ['the juror, after a denial of something else', 'No reason except that he is Black.', 'trait_race'],
  ['the juror, despite an attitude', 'I dislike that she is Catholic.', 'trait_religion'],
  ['the juror in a list', 'She is also Jewish and angry.', 'trait_religion'],
] as const)('a trait of %s stays protected', ([, text, rule]) => {
  expect(check(text, 'tx_criminal').items.find((each) => each.rule === rule)?.level).toBe('protected_trait')
})

test.for([
  'black masks',
  'a black t-shirt',
  'a black-and-white photo',
  'white-collar work',
  'a white van',
  'white papers',
])('%s names no trait', (thing) => {
  expect(check(`He talked about ${thing}.`, 'ca_criminal').items.map(({ rule }) => rule)).not.toContain('trait_race')
})

const meanings: readonly (readonly [rule: string, harmless: string, meant: string])[] = [
  ['neighborhood', 'He leads the neighborhood watch.', 'It is the neighborhood he comes from.'],
  ['neighborhood', 'She ran three construction projects.', 'She grew up in the projects.'],
  ['neighborhood', 'His school district sued the county.', 'He lives in a rough part of town.'],
  ['child_outside_marriage', 'Her son is not married.', 'She is an unwed mother.'],
  ['state_benefits', 'He works in child welfare.', 'He is on welfare.'],
  ['state_benefits', 'She handles welfare fraud.', 'She gets unemployment.'],
  ['state_benefits', 'He sells insurance benefits.', 'He gets disability benefits.'],
  ['not_native_english', 'He is an English teacher.', 'English is her second language.'],
  ['not_native_english', 'She teaches ESL.', 'She had trouble with English.'],
  ['dress', 'He owns a jewelry store.', 'I do not like his jewelry.'],
  ['dress', 'This looks like an open case to him.', 'He came in wearing sandals.'],
  ['dress', 'The robber was wearing a mask, she said.', 'She was wearing a hoodie.'],
  ['no_work', 'She works at the unemployment office.', 'He has been unemployed since May.'],
  ['no_work', 'He laid off employees in March.', 'He was laid off.'],
  ['distrust_police', 'He does not distrust the police.', 'He does not trust the police.'],
  ['distrust_police', 'She had no bad experience with officers.', 'She had a bad experience with officers.'],
  ['distrust_police', 'It is hard to believe that a cop would lie, he said.', 'It is hard to trust a cop, he said.'],
  ['distrust_police', 'He is suspicious of the loan officer.', 'He is suspicious of the officer.'],
  ['own_contact_police', 'She was never arrested.', 'She was once arrested.'],
  ['own_contact_police', 'Our client was arrested first.', 'He was arrested first.'],
  ['own_contact_police', 'He was in prison ministry for years.', 'He was in the county jail for a night.'],
  ['profiling', 'She does customer profiling.', 'He was profiled at a stop.'],
  ['profiling', 'He filed an age discrimination lawsuit.', 'He thinks the police discriminate.'],
  ['close_to_arrested', 'His son works at the prison.', 'His son is in prison.'],
  ['close_to_arrested', 'No friends or family were ever in jail.', 'A friend was in jail.'],
  ['trait_origin', 'He speaks Spanish and works at a German bank.', 'He is German.'],
  ['trait_origin', 'She painted an accent wall.', 'She has an accent.'],
  ['trait_religion', 'He studied at a Catholic university.', 'He is Catholic.'],
  ['trait_sex', 'She studied gender equality.', 'It is about gender.'],
]

test.for(meanings)('%s: %s isn’t what it means, and %s is', ([rule, harmless, meant]) => {
  const find = (text: string) => check(text, 'ca_criminal').items.some((each) => each.rule === rule)
  expect([find(harmless), find(meant)]).toEqual([false, true])
})
