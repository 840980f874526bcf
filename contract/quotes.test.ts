import { expect, test } from 'vitest'
import { endList, endQuote } from './quotes.ts'

test.each([
  ['I can’t be fair', '“I can’t be fair.”'],
  ['I can’t be fair.', '“I can’t be fair.”'],
  ['I can’t be fair,', '“I can’t be fair.”'],
  ['Can I be fair?', '“Can I be fair?”'],
  ['Never!', '“Never!”'],
  ['I would try …', '“I would try …”'],
  ['I would—', '“I would—”'],
  ['(Nodding.)', '“(Nodding.)”'],
  ['A. (Juror 7?)', '“A. (Juror 7?).”'],
  ['He said "no."', '“He said "no."”'],
  ['I told him "no,"', '“I told him "no."”'],
  ['I told him "no"', '“I told him "no."”'],
  ['I told him ‘no’', '“I told him ‘no.’”'],
  ['We live at the Joneses’', '“We live at the Joneses’.”'],
])('%s ends a sentence', (words, ends) => {
  expect(endQuote(words)).toBe(ends)
})

test.each([
  ['Tell us.', '“Tell us,”'],
  ['Tell us', '“Tell us,”'],
  ['Even under oath?', '“Even under oath?”'],
  ['I would try...', '“I would try...”'],
  ['I would . . .', '“I would . . .”'],
  ['He said, "I got robbed."', '“He said, "I got robbed,"”'],
  ['(Nods head.)', '“(Nods head.)”'],
])('%s is followed by a comma', (words, quoted) => {
  expect(endQuote(words, ',')).toBe(quoted)
})

test('lists quotes and counts the rest', () => {
  expect(endList(['A'])).toBe('“A.”')
  expect(endList(['A', 'B?', 'C'])).toBe('“A,” “B?” “C.”')
  expect(endList(['A', 'B', 'C', 'D'], 2)).toBe('“A,” “B,” and 2 more.')
})
