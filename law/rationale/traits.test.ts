// cspell:disable
import { expect, test } from 'vitest'
import { findItem, listExamples } from './marked.fixture.ts'

const examples = listExamples({
  trait_race: [
    'She is [African American].',
    'He is [Caucasian].',
    'It is the [color of her skin].',
    'He is a [man of color].',
    'She is [biracial].',
    'Too many [minorities].',
    'He is a [Latino] from Fresno.',
    'She runs drag races.',
    'He holds a minority stake in the firm.',
    'She drives a black SUV.',
    'Ms. White objected.',
  ],
  trait_origin: [
    'He is [Vietnamese].',
    'She is [foreign-born].',
    'He was [born in El Salvador].',
    'She has an [accent].',
    'He is [undocumented].',
    'She is proud of her [heritage].',
    'She speaks Korean at work.',
    'He owns a Mexican restaurant.',
    'She has a German shepherd.',
    'He gave to the Heritage Foundation.',
  ],
  trait_sex: [
    'There [are too many women].',
    'She [is a woman].',
    'No [male jurors], I said.',
    'Her [pregnancy] is a concern.',
    'She is too [maternal].',
    '[Women tend] to sympathize.',
    'He knows a woman who was killed by a drunk driver.',
    'She is the mother of the victim.',
    'His mother is a nurse.',
    'She sued over gender discrimination.',
  ],
  sex_in_passing: [
    '[The lady in] seat 4 said no.',
    '[That young guy with] a beard said so.',
    'She saw the guy who robbed the store.',
  ],
  trait_gender_identity: [
    'He is [transgender].',
    'She uses other [pronouns].',
    'They are [nonbinary].',
    'He is transparent about it.',
  ],
  trait_orientation: [
    'She is a [lesbian].',
    'His [sexual orientation] matters.',
    'They are a [same-sex] couple.',
    'Mr. Gay is the clerk.',
  ],
  trait_religion: [
    'He is [Mormon].',
    'She is one of [Jehovah’s Witnesses].',
    'He wore a [turban].',
    'She is [devout].',
    'It is [his religion].',
    'She works at a Lutheran college.',
  ],
  religious_belief: [
    'His [church] teaches mercy.',
    'The [Bible] forbids judging.',
    'She would [pray] over the verdict.',
    'He plays in the church softball league.',
    'She said oh my God.',
  ],
  trait_age: [
    'She is [too young].',
    'He is a [senior citizen].',
    'She is [in her early twenties].',
    'He is a [75-year-old] man.',
    'She is a [millennial].',
    'Her 19-year-old son was hurt.',
    'He coaches a youth league.',
    'She cares for elderly parents.',
  ],
  trait_disability: [
    'He uses a [wheelchair].',
    'She is [hard of hearing].',
    'He is [autistic].',
    'She has a blind spot.',
    'He filed a disability claim.',
    'Her brother is autistic.',
    'She teaches deaf children.',
  ],
  trait_marital: [
    'She [is divorced].',
    'He has [never been married].',
    'Her [marital status] is a concern.',
    'Her son is divorced.',
    'She is married to a deputy.',
    'This is a single issue.',
  ],
  trait_medical: [
    'She [has epilepsy].',
    'He is [HIV-positive].',
    '[Her diagnosis] worries us.',
    'He has a [genetic] disorder.',
    'Her husband has cancer.',
  ],
})

test.for(examples.filter(({ words }) => words !== null))('$rule: $example', ({ rule, text, words }) => {
  expect(findItem(rule, text)?.words).toBe(words)
})

test.for(examples.filter(({ words }) => words === null))('$rule leaves alone: $example', ({ rule, text }) => {
  expect(findItem(rule, text)).toBeUndefined()
})

const find = (rule: string, text: string) => findItem(rule, text, { forumId: 'tx_criminal' })

test.for([
  ['Her race played no part.', 'trait_race', 'Leave out “race.”'],
  ['The reason has nothing to do with her religion.', 'trait_religion', 'Leave out “her religion.”'],
  ['Without regard to gender, he refused to answer.', 'trait_sex', 'Leave out “gender.”'],
  ['He wrote "I am a devout Baptist" on the form.', 'trait_religion', 'The quote names a trait (“devout”).'],
  ['She wrote about Muslim neighbors.', 'trait_religion', '“Muslim” seems to be something the juror talked about'],
  ['He made jokes about Asians.', 'trait_race', '“Asians” seems to be something the juror talked about'],
  ['She would be unfair to immigrants.', 'trait_origin', '“immigrants” seems to be something the juror talked about'],
] as const)('“%s” is a caution with advice', ([text, rule, advice]) => {
  const item = find(rule, text)
  expect(item?.level).toBe('caution')
  expect(item?.sentence).toContain(advice)
})

test.for([
  ['She is Muslim.', 'trait_religion'],
  ['Juror 8 is also an immigrant.', 'trait_origin'],
  ['He distrusts banks; he is Asian.', 'trait_race'],
  ['Not credible. She is pregnant.', 'trait_sex'],
  ['He is a Black officer.', 'trait_race'],
] as const)('“%s” is about the juror', ([text, rule]) => {
  expect(find(rule, text)?.level).toBe('protected_trait')
})

test('the advice on a trait names it, and says that the author’s own words would prove it', () => {
  const item = find('trait_race', 'He is Hispanic.')
  expect(item?.sentence).toBe(
    '“Hispanic” names race. A challenge may not be based on it. State a reason that doesn’t depend on it, or don’t make the challenge.',
  )
  expect(item?.why).toBe(
    'A challenge based on race is unlawful no matter who makes it, and the author’s own words would prove it.',
  )
})

test('of two mentions of a trait, the one about the juror counts', () => {
  const item = find('trait_race', 'He would not trust a Black witness. He is white.')
  expect(item).toMatchObject({ words: 'white', level: 'protected_trait' })
})

test.for([
  ['trait_age', 'She is too old to sit for a month.'],
  ['trait_disability', 'He is deaf.'],
  ['trait_marital', 'She is divorced.'],
  ['trait_medical', 'He has cancer.'],
  ['religious_belief', 'His church forbids judging others.'],
] as const)('a challenge for cause may rest on %s', ([rule, text]) => {
  expect(findItem(rule, text)).toBeDefined()
  expect(findItem(rule, text, { kind: 'cause' })).toBeUndefined()
})

test.for([
  ['trait_race', 'He is Asian.'],
  ['trait_origin', 'She is an immigrant.'],
  ['trait_sex', 'She is a woman.'],
  ['trait_religion', 'He is Hindu.'],
  ['trait_orientation', 'She is gay.'],
] as const)('a challenge for cause may not rest on %s', ([rule, text]) => {
  expect(findItem(rule, text, { kind: 'cause' })?.level).toBe('protected_trait')
})

test('a faith outranks a belief, and both never appear together', () => {
  const text = 'She is Catholic, and her church opposes it.'
  expect(findItem('trait_religion', text)?.level).toBe('protected_trait')
  expect(findItem('religious_belief', text)).toBeUndefined()
})
