import { expect, test } from 'vitest'
import { highlightTitle } from './words.ts'

test('a title names the kind and what it is about; a pause and a note are about nothing else', () => {
  expect(highlightTitle({ type: 'bias_indicator', sub: 'law_enforcement_pro' })).toBe(
    'Bias indicator: trust in law enforcement',
  )
  expect(highlightTitle({ type: 'long_pause', sub: 'latency' })).toBe('Long pause')
  expect(highlightTitle({ type: 'manual', sub: '' })).toBe('Note')
})
