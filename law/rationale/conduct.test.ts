import { expect, test } from 'vitest'
import { findItem, listExamples } from './marked.fixture.ts'

const examples = listExamples({
  conduct: [
    'She was [inattentive] all morning.',
    'He was [not paying attention] to the charge.',
    'He [stopped paying attention] after lunch.',
    'She was [asleep] in the second row.',
    'He [dozed off] twice.',
    'He kept [nodding off].',
    'She [yawned] at every question.',
    'He was [on his phone] during the instructions.',
    'She seemed to [daydream].',
    'He was [disengaged] from the start.',
    'He [stared] at the jurors beside him.',
    'She avoided [eye contact].',
    'He kept [looking at the clock].',
    'She [rolled her eyes] at our expert.',
    'He gave an [eye-roll].',
    'She [smirked].',
    'He [frowned] when we objected.',
    'She [grimaced].',
    'His [facial expressions] worried us.',
    'He [slouched] in his seat.',
    'Her [body language] was closed.',
    'He sat with his [arms folded].',
    'She [crossed her arms].',
    'He [fidgeted].',
    'She [sighed].',
    'He [mumbled].',
    'Her [tone of voice] changed.',
    'He gave [curt answers].',
    'She was [sarcastic].',
    'He [shook his head].',
    'She [teared up].',
    'He has a [bad attitude].',
    'She was [aloof].',
    'He was [standoffish].',
    'We had [no rapport] with him.',
    'He was [nervous].',
    'She [looked angry].',
    'He [seemed very bored].',
    'She [came across as hostile].',
    'He [was visibly irritated].',
    'He is [not very bright].',
    'She was [slow to understand].',
    'He [didn’t understand the question].',
    'She gave [confusing answers].',
    'He was [incoherent].',
    'She [rambled].',
    'He had [trouble following] the court.',
    // About a witness, the law, or a matter of substance
    'He would judge a witness by demeanor.',
    'He said the officer seemed nervous.',
    'Her sister fell asleep at the wheel.',
    'He takes sleeping pills.',
    'She could not follow the law on self-defense.',
    'He would not follow the judge’s instruction.',
    'He said he was nervous about retaliation.',
    'His attitude toward insurance companies is hostile.',
  ],
  no_reason: [
    'Just a [gut feeling].',
    'We got a [bad vibe] from him.',
    'It is only a [hunch].',
    '[Intuition].',
    'I [just don’t like him].',
    'We [did not care for her].',
    'I [didn’t like his face].',
    'It [doesn’t feel right].',
    'She is [not a good fit].',
    'There is [something about him].',
    'We have [no particular reason].',
    'He [rubbed us the wrong] way.',
    'He is the [wrong juror for us].',
    'There are [better jurors coming].',
    'She had gut surgery last year.',
    'He would go with his gut on damages.',
  ],
  stereotype: [
    '[People like him] side with plaintiffs.',
    '[Those folks] stick together.',
    '[Her community] would be angry with her.',
    'It is his [cultural background].',
    'With that [last name], no.',
    'She [sounds foreign].',
    'He is [typical of] them.',
    'The [demographics] are wrong.',
    'He [identifies with the defendant].',
    'She is of the [same background as] the victim.',
    'He is active in his community.',
    'She likes the company culture.',
  ],
})

test.for(examples.filter(({ words }) => words !== null))('$rule: $example', ({ rule, text, words }) => {
  expect(findItem(rule, text)?.words).toBe(words)
})

test.for(examples.filter(({ words }) => words === null))('$rule leaves alone: $example', ({ rule, text }) => {
  expect(findItem(rule, text)).toBeUndefined()
})

const observed = { observer: 'First chair', secondObserver: '', isConfirmed: false, hasTimecode: false }

test.for([
  ['nobody else', {}, 'only one person observed'],
  ['only a time', { hasTimecode: true }, 'only one person observed'],
  ['a second observer whose name is blank', { secondObserver: '  ', hasTimecode: true }, 'only one person observed'],
  ['a second observer and no time', { secondObserver: 'Ann' }, 'without a recorded time'],
  ['the court and no time', { isConfirmed: true }, 'without a recorded time'],
] as const)('in Texas, conduct noted with %s needs more', ([, seen, sentence]) => {
  const item = findItem('conduct', 'She yawned.', { forumId: 'tx_criminal', demeanor: { ...observed, ...seen } })
  expect(item).toMatchObject({ level: 'caution', verified: false })
  expect(item?.sentence).toContain(sentence)
})

test.for([
  ['a second observer', { secondObserver: 'Ann', hasTimecode: true }],
  ['the court', { isConfirmed: true, hasTimecode: true }],
] as const)('in Texas, conduct that %s saw at a recorded time needs nothing more', ([, seen]) => {
  const demeanor = { ...observed, ...seen }
  expect(findItem('conduct', 'She yawned.', { forumId: 'tx_criminal', demeanor })).toBeUndefined()
})

test.for(['ca_criminal', 'ca_civil', 'wa_criminal', 'wa_civil'])(
  'in %s, even confirmed conduct must matter to the case',
  (forumId) => {
    const demeanor = { ...observed, isConfirmed: true, hasTimecode: true }
    const item = findItem('conduct', 'She yawned.', { forumId, demeanor })
    expect(item?.level).toBe('caution')
    expect(item?.sentence).toBe('“yawned” was confirmed on the record. Also explain why it matters in this case.')
  },
)

test('demeanor given as the basis counts as conduct that no words name', () => {
  const item = findItem('conduct', 'Her answer on damages.', { basis: ['demeanor_observed'] })
  expect(item).toMatchObject({ words: '', range: null, level: 'presumptively_invalid' })
  expect(item?.sentence).toContain('Demeanor is an invalid reason')
})

test('a cause challenge may rest on conduct that shows a juror can’t serve', () => {
  expect(findItem('conduct', 'She was asleep.', { kind: 'cause' })).toBeUndefined()
  expect(findItem('no_reason', 'A hunch.', { kind: 'cause' })?.level).toBe('caution')
  expect(findItem('stereotype', 'People like him.', { kind: 'cause' })).toBeUndefined()
})

test('the first conduct in the text is the one it names', () => {
  const item = findItem('conduct', 'He yawned, and later she saw him glaring.')
  expect(item?.words).toBe('yawned')
  expect(item?.range).toEqual({ from: 3, to: 9 })
})
