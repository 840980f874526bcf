import { expect, test } from 'vitest'
import { checkRationale, listRegimes } from './check.ts'
import { type RationaleInput, rationaleRulesVersion } from '#contract/strikes/rationale.ts'

const check = (text: string, more: Partial<RationaleInput> = {}) =>
  checkRationale({ text, kind: 'peremptory', forumId: 'tx_criminal', quotes: 1, ...more })
const said = (text: string, more: Partial<RationaleInput> = {}) =>
  check(text, more).items.map(({ rule, level }) => `${rule} ${level}`)
const distrust = 'She does not trust the police.'

test('knows which law applies in which court', () => {
  const at = (forumId: string | null, more: Partial<RationaleInput> = {}) =>
    listRegimes({ kind: 'peremptory', forumId, ...more }).slice(2)
  expect(at('ca_criminal')).toEqual(['ca_231_7'])
  expect(at('wa_criminal')).toEqual(['wa_gr37'])
  expect(at('wa_civil')).toEqual(['wa_gr37'])
  expect(at('tx_criminal')).toEqual([])
  expect(at('custom', { state: 'California' })).toEqual(['ca_231_7'])
  expect(at(null, { state: 'WA' })).toEqual(['wa_gr37'])
  expect(at('us_fed_criminal', { state: 'California' })).toEqual([])
  expect(at('ca_civil', { date: '2025-12-31' })).toEqual([])
  expect(at('ca_civil', { date: '2026-01-01' })).toEqual(['ca_231_7'])
  expect(at('ca_civil')).toEqual(['ca_231_7'])
  expect(listRegimes({ kind: 'cause', forumId: 'ca_criminal' })).toEqual(['batson', 'jeb'])
})

test('allows a reason in one court and presumes it invalid in another, with the source', () => {
  expect(said(distrust)).toEqual([])
  const [item] = check(distrust, { forumId: 'ca_criminal' }).items
  expect(item).toMatchObject({
    rule: 'distrust_police',
    level: 'presumptively_invalid',
    words: 'does not trust the police',
    range: { from: 4, to: 29 },
    source: 'Cal. Code Civ. Proc. 231.7(e)(1)',
    verified: true,
  })
  expect(item?.sentence).toContain('“does not trust the police”')
  expect(check(distrust, { forumId: 'wa_criminal' }).items[0]).toMatchObject({
    source: 'Wash. Gen. R. 37(h)(ii)',
    verified: false,
  })
})

test("flags a trait in the author's own words as most serious everywhere, citing the court's law", () => {
  expect(check('He is Black.')).toMatchObject({
    level: 'protected_trait',
    version: rationaleRulesVersion,
    items: [{ source: 'Batson v. Kentucky, 476 U.S. 79 (1986)' }],
  })
  expect(check('He is Black.', { forumId: 'wa_criminal' }).items[0]?.source).toBe('Wash. Gen. R. 37(e)')
  expect(check('She is a woman.', { forumId: 'ca_criminal' }).items[0]?.source).toBe('Cal. Code Civ. Proc. 231.7(a)')
})

test("lowers a trait to a caution if it's quoted, denied, or someone else's", () => {
  expect(said('He could not be fair to a Black defendant.')).toEqual(['trait_race caution'])
  expect(said('Said "they treat Black people worse" and would not convict.')).toEqual(['trait_race caution'])
  expect(said('Not because of race: he would not deliberate.')).toEqual(['trait_race caution'])
  expect(said('He could not be fair to a Black defendant. He is white.')).toEqual(['trait_race protected_trait'])
})

test("a juror's surname doesn't hide a trait next to it", () => {
  for (const text of ['The juror is white.', 'Juror White is Black.', 'Juror 12, white and angry.', 'A white juror.'])
    expect([text, said(text).filter((each) => each.startsWith('trait_race'))]).toEqual([
      text,
      ['trait_race protected_trait'],
    ])
})

test('ignores words with another meaning', () => {
  for (const text of [
    'White-collar work and a black box recorder made him an expert.',
    'Mr. Black is her supervisor and would hear of her vote.',
    'Juror White said that she could not be fair.',
    'What Juror Young said fits juror Brown, who stays.',
    'She is an Italian teacher who knows the witness.',
    'The race against the clock in the documentary convinced him of guilt.',
    'Worked at a Baptist hospital that the plaintiff sued.',
  ]) {
    expect([text, said(text)]).toEqual([text, []])
  }
})

test('conduct needs a second witness and a time, and confirmation in two states', () => {
  const glare = 'He glared at our client.'
  const seen = { observer: 'Second chair', secondObserver: '', isConfirmed: false, hasTimecode: true }
  expect(said(glare)).toEqual(['conduct caution'])
  expect(check(glare, { demeanor: seen }).items[0]?.sentence).toContain('is conduct that only one person observed')
  expect(
    check(glare, { demeanor: { ...seen, secondObserver: 'Paralegal', hasTimecode: false } }).items[0]?.sentence,
  ).toContain('without a recorded time')
  expect(said(glare, { demeanor: { ...seen, secondObserver: 'Paralegal' } })).toEqual([])
  const witnessed = { demeanor: { ...seen, secondObserver: 'Paralegal' } }
  expect(said(glare, { forumId: 'ca_criminal', ...witnessed })).toEqual(['conduct presumptively_invalid'])
  const confirmed = { demeanor: { ...seen, isConfirmed: true } }
  expect(said(glare, { forumId: 'wa_criminal', ...confirmed })).toEqual(['conduct caution'])
  expect(said('His answer on damages.', { basis: ['demeanor_observed'] })).toEqual(['conduct caution'])
})

test('asks for a quote unless the reason has one or rests on demeanor', () => {
  const reason = 'He would not consider probation.'
  expect(said(reason, { quotes: 0 })).toEqual(['no_quote caution'])
  expect(said('He said “I would never give probation.”', { quotes: 0 })).toEqual([])
  expect(said('He said “never”.', { quotes: 0 })).toEqual(['no_quote caution'])
  expect(said('He yawned.', { quotes: 0, basis: ['demeanor_observed'] })).toEqual(['conduct caution'])
  expect(said('', { quotes: 0 })).toEqual([])
})

test('names unstruck jurors who said something similar', () => {
  expect(check('He would not consider probation.', { unstruckAlike: ['22'] }).items).toMatchObject([
    {
      rule: 'fits_unstruck',
      sentence: 'Juror 22 said something similar and has not been struck. Explain the difference.',
    },
  ])
  const [item] = check('He would not consider probation.', {
    unstruckAlike: ['22', '31', '40'],
    forumId: 'ca_civil',
  }).items
  expect(item).toMatchObject({ level: 'caution', source: 'Cal. Code Civ. Proc. 231.7(e)(13)' })
  expect(item?.sentence).toContain('Jurors 22, 31, and 40 said')
})

test('lets a cause challenge rest on hardship and on reasons presumed invalid for a peremptory', () => {
  const cause = { kind: 'cause' as const, forumId: 'ca_criminal' }
  expect(said('He is deaf and could not hear the witnesses.', cause)).toEqual([])
  expect(said(distrust, cause)).toEqual([])
  expect(said('He is Black.', cause)).toEqual(['trait_race protected_trait'])
})

test('lists the most serious issues first, each rule once', () => {
  const text = 'Gut feeling. He is Black, a Black man whose brother was arrested, and his cousin was arrested too.'
  const { level, items } = check(text, { forumId: 'ca_criminal' })
  expect(level).toBe('protected_trait')
  expect(items.map(({ rule }) => rule)).toEqual(['trait_race', 'trait_sex', 'close_to_arrested', 'no_reason'])
  for (const { range, words } of items) expect(range && text.slice(range.from, range.to)).toBe(words)
})

test('checks the longest reason fast enough to run while typing', () => {
  const long = 'He is skeptical of the police and his brother was arrested in the neighborhood. '
    .repeat(70)
    .slice(0, 5000)
  const { items } = check(long, { forumId: 'ca_criminal' })
  // With catastrophic backtracking, the test would time out before this line.
  expect(items.length).toBeGreaterThan(2)
})

test('flags generalizations about women or men, but not about specific people', () => {
  for (const text of [
    'We do not want a woman on this jury, because women decide by sympathy.',
    'Women decide by sympathy.',
    'Men forgive this more easily.',
    'I would rather have another man.',
  ])
    expect([text, check(text).level]).toEqual([text, 'protected_trait'])
  for (const text of [
    'Said that two men attacked him last year.',
    'Saw men fighting outside the store and called nobody.',
    'Said the men in the store were never found.',
  ])
    expect([
      text,
      check(text)
        .items.map(({ rule }) => rule)
        .includes('trait_sex'),
    ]).toEqual([text, false])
})
