import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { clauseAround, findWords, near, quotedRanges, words } from './rule.ts'

const find = (text: string, looksFor: readonly RegExp[], harmless: readonly RegExp[] = []) =>
  findWords(text, { looksFor, harmless }).map((found) => found.words)

test('finds whole words in any case, and nothing within another word', () => {
  expect(find('Race, race, and RACE.', [words('race')])).toEqual(['Race', 'race', 'RACE'])
  expect(find('He traces braces.', [words('race')])).toEqual([])
})

test('joins matches that overlap, and keeps apart those that only follow each other', () => {
  const rules = [words('a young woman', 'young'), words('woman juror')]
  expect(find('She is a young woman juror. A young man left.', rules)).toEqual(['a young woman juror', 'young'])
  expect(find('gut instinct', [words('gut'), words('instinct')])).toEqual(['gut', 'instinct'])
})

test('leaves out harmless phrases without moving the rest', () => {
  const text = 'Gut surgery first, then a gut feeling.'
  const found = findWords(text, { looksFor: [words('gut(?: feeling)?')], harmless: [/\bgut surgery\b/gi] })
  expect(found).toEqual([{ words: 'gut feeling', from: 26, to: 37 }])
})

test('finds two words near each other in either order, within one clause and a distance', () => {
  const rule = near('afraid', 'police', 20)
  expect(find('He is afraid of the police.', rule)).toEqual(['afraid of the police'])
  expect(find('The police made her afraid.', rule)).toEqual(['police made her afraid'])
  for (const text of [
    'He is afraid. The police came.',
    'He is afraid; police came.',
    'Afraid\npolice',
    'He is afraid of his neighbor and of the police.',
  ])
    expect([text, find(text, rule)]).toEqual([text, []])
})

test('a quote is what stands between straight or curly quotation marks', () => {
  const list = (text: string) => quotedRanges(text).map(({ from, to }) => text.slice(from, to))
  expect(list('She said "no" and “never again”.')).toEqual(['"no"', '“never again”'])
  expect(list('It’s the juror’s answer, "unfinished')).toEqual([])
})

test('a clause ends at a period, semicolon, question mark, exclamation mark, or line', () => {
  const around = (text: string, word: string) => {
    const from = text.indexOf(word)
    return clauseAround(text, { from, to: from + word.length })
  }
  expect(around('No. He is deaf; so what', 'deaf')).toEqual({ before: ' He is ', after: '' })
  expect(around('Fair? Not to a Black man!', 'Black')).toEqual({ before: ' Not to a ', after: ' man' })
  expect(around('One line\nof two', 'of')).toEqual({ before: '', after: ' two' })
  expect(around('He is deaf, and tired', 'deaf')).toEqual({ before: 'He is ', after: ', and tired' })
})

const sentence = fc
  .array(fc.constantFrom('race', 'Race,', 'racing', 'gut', 'gut feeling', 'he', '“race”', '.', ';', '\n'), {
    maxLength: 30,
  })
  .map((parts) => parts.join(' '))

test('every match is a range of the text, in order, and none overlap', () => {
  fc.assert(
    fc.property(sentence, (text) => {
      const looksFor = [words('race', 'gut'), words('gut feeling'), ...near('race', 'gut')]
      const found = findWords(text, { looksFor, harmless: [] })
      for (const [at, each] of found.entries()) {
        expect(text.slice(each.from, each.to)).toBe(each.words)
        expect(each.from).toBeGreaterThanOrEqual(found[at - 1]?.to ?? 0)
      }
    }),
  )
})
