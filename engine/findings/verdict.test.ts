import { expect, test } from 'vitest'
import { explain, type Verdict } from './verdict.ts'

const verdict: Verdict = { label: 'bias', sub: 'party_lean', stance: null, trigger: null, confidence: 1, rules: [] }

test('quotes a short question whole, and the end of a long one from a word boundary', () => {
  const says = 'The juror leans toward or against one side: “No,” when asked'
  expect(explain(verdict, 'No.', 'Couldn’t you be fair?')).toBe(`${says} “Couldn’t you be fair?”`)
  expect(explain(verdict, 'No.', 'Why?')).toBe(`${says} “Why?”`)
  const long = explain(verdict, 'No.', `${'Thank you all for coming here today. '.repeat(3)}Can you be fair?`)
  expect(long).toMatch(/“… (?:all|for|coming|here|today\.|you|Thank) .*today\. Can you be fair\?”$/)
  expect(explain(verdict, 'No.', '')).toBe('The juror leans toward or against one side: “No.”')
})
