// cspell:disable
import { expect, test } from 'vitest'
import { findItem, listExamples } from './marked.fixture.ts'

const police = listExamples({
  distrust_police: [
    'He [doesn’t trust the police].',
    'She has [little faith in the criminal justice system].',
    'He is [skeptical of officers].',
    'She would be [less likely to believe a deputy].',
    'He [is afraid of cops].',
    'He had a [bad experience with a deputy].',
    'She was [harassed by the sheriff’s department].',
    'His answer was that [detectives planted] a gun.',
    'He thinks [the courts are rigged].',
    'She has no bad feelings about the police.',
    'He isn’t wary of law enforcement.',
    'He distrusts the security officers at his bank.',
    'She works at the jail and hates it.',
    'He would be unfair to the prosecution.',
  ],
  own_contact_police: [
    '[He was arrested] in college.',
    '[She spent a night in jail].',
    '[He has been pulled over] ten times.',
    '[She got a DUI].',
    '[He is on probation].',
    'She mentioned [encounters with the police].',
    'Her brother was arrested in May.',
    'He believes anyone who was arrested must be guilty.',
    'He thinks a person charged is usually guilty.',
    'Said that if anyone was charged, he is guilty.',
    'She had no prior contacts and no arrests.',
    'The driver who hit her was never charged.',
  ],
  profiling: [
    'He spoke of [racial profiling].',
    'She supports [Black Lives Matter].',
    'He wants to [defund the police].',
    'She wrote about [mass incarceration].',
    'He said the courts are fine.',
    'She thinks the [drug war targets] the poor.',
    'He says [sentencing is harsher] for some.',
    'She does DNA profiling in a lab.',
    'He teaches employment discrimination law.',
    'She missed her sales targets.',
  ],
  close_to_arrested: [
    'Her [nephew was convicted] of theft.',
    'His [friend served time].',
    'Her [mother-in-law was pulled over] last week.',
    'His [son has a criminal record].',
    'Her cousin is a guard at the prison.',
    'Her brother was robbed, and the robber was convicted.',
    'He has no family members who were arrested.',
  ],
})

const life = listExamples({
  neighborhood: [
    'I don’t like her [zip code].',
    'He [lives on the wrong side] of town.',
    'She grew up in [public housing].',
    'He is from the [inner city].',
    'It is the [block where he lives].',
    'She is on the block association.',
    'His school projects won a prize.',
  ],
  child_outside_marriage: [
    'She is a [single mother].',
    'He has [children with different women].',
    'He called himself a [baby daddy].',
    'Her daughter is unmarried.',
  ],
  state_benefits: [
    'She is on [welfare].',
    'He has [Medi-Cal].',
    'They live in [Section 8] housing.',
    'She is [collecting unemployment].',
    'He receives a [housing voucher].',
    'She is an animal welfare officer.',
    'His company benefits are good.',
  ],
  not_native_english: [
    '[English is her second language].',
    'He has [limited English].',
    'She may need a pause.',
    'She [needs an interpreter].',
    'His [English is heavily accented].',
    'He [struggled with English].',
    'She is an English professor.',
    'He teaches English abroad.',
  ],
  other_language: [
    'She is [bilingual].',
    'He [speaks Korean].',
    'She is [fluent in Spanish].',
    'He would correct the [Spanish interpreter].',
    'A [Mandarin-speaking] client came.',
    'She speaks softly.',
  ],
  dress: [
    'He came in a [hoodie].',
    'I noticed her [tattoos].',
    'His [dreadlocks] stood out.',
    'She [was wearing] sandals.',
    'It is [his appearance].',
    'He [looks like a] gang member.',
    'He sells clothing.',
    'She has a court appearance in June.',
    'The suspect was dressed in black, she said.',
    'It looks like a fair case to her.',
  ],
  occupation_of_group: [
    'She is a [social worker].',
    'He is a [janitor].',
    'She is a [home health aide].',
    'He belongs to the [NAACP].',
    'She runs a [homeless shelter].',
    'He [works with at-risk youth].',
    'She is an accountant.',
  ],
  no_work: [
    'He is [between jobs].',
    'She was [laid off].',
    'He [does not work].',
    'She [works part-time].',
    'He [lost his job].',
    'Her work is measured by the unemployment rate.',
    'He laid off workers.',
    'She does not work on Sundays.',
  ],
  friendly_with_juror: [
    'She was [chatting with other jurors].',
    'He [sat next to another juror].',
    'She had [lunch with another juror].',
    'He said he could sit as a juror.',
    'She laughed at the juror’s joke.',
  ],
})

const examples = [...police, ...life]

test.for(examples.filter(({ words }) => words !== null))('$rule: $example', ({ rule, text, words }) => {
  expect(findItem(rule, text)?.words).toBe(words)
})

test.for(examples.filter(({ words }) => words === null))('$rule leaves alone: $example', ({ rule, text }) => {
  expect(findItem(rule, text)).toBeUndefined()
})

/** What the law of each state says about the same reason. Everywhere else, the reason is allowed or only a caution. */
const courts = ['ca_criminal', 'wa_criminal', 'us_fed_criminal'] as const
type Levels = readonly [california: string | null, washington: string | null, federal: string | null]
const [invalid, caution] = ['presumptively_invalid', 'caution']

test.for([
  ['He is skeptical of officers.', 'distrust_police', [invalid, invalid, null]],
  ['She spent a night in jail.', 'own_contact_police', [invalid, invalid, null]],
  ['He lives on the wrong side of town.', 'neighborhood', [invalid, null, null]],
  ['She lives on dangerous streets.', 'high_crime_neighborhood', [null, invalid, null]],
  ['She has limited English.', 'not_native_english', [invalid, invalid, caution]],
  ['She is bilingual.', 'other_language', [invalid, caution, caution]],
  ['He is a janitor.', 'occupation_of_group', [caution, null, null]],
  ['She sat next to another juror.', 'friendly_with_juror', [caution, null, null]],
  ['He is between jobs.', 'no_work', [invalid, null, null]],
] as const satisfies readonly (readonly [string, string, Levels])[])('%s (%s)', ([text, rule, levels]) => {
  expect(courts.map((forumId) => findItem(rule, text, { forumId })?.level ?? null)).toEqual(levels)
})

test('a presumption names the group of the law it comes from, and tells what the court may do', () => {
  const item = findItem('state_benefits', 'She gets food stamps.', { forumId: 'wa_civil' })
  expect(item?.sentence).toBe(
    '“food stamps”: receiving state benefits is presumed invalid as a reason here. Rely on something else, or be ready to show that it concerns this case and not a group.',
  )
  expect(item?.why).toContain('without finding any intent to discriminate')
})
