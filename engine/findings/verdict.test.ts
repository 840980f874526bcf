import { expect, test } from 'vitest'
import { explain, type Verdict } from './verdict.ts'

const verdict: Verdict = { label: 'bias', sub: 'party_lean', stance: null, trigger: null, confidence: 1, rules: [] }

test('a short question is quoted whole, of a long one its end, from a word on', () => {
  const says = 'The juror leans toward or against a side: “No.” to'
  expect(explain(verdict, 'No.', 'Couldn’t you be fair?')).toBe(`${says} “Couldn’t you be fair?”`)
  expect(explain(verdict, 'No.', 'Why?')).toBe(`${says} “Why?”`)
  const long = explain(verdict, 'No.', `${'Thank you all for coming here today. '.repeat(3)}Can you be fair?`)
  expect(long).toMatch(/“… (?:all|for|coming|here|today\.|you|Thank) .*today\. Can you be fair\?”$/)
  expect(explain(verdict, 'No.', '')).toBe('The juror leans toward or against a side: “No.”.')
})
