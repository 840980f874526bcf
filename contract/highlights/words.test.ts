import { expect, test } from 'vitest'
import { highlightTitle } from './words.ts'

test('titles name the type and subject; pauses and notes have no subject', () => {
  expect(highlightTitle({ type: 'bias_indicator', sub: 'law_enforcement_pro' })).toBe(
    'Bias indicator: trust in law enforcement',
  )
  expect(highlightTitle({ type: 'long_pause', sub: 'latency' })).toBe('Long pause')
  expect(highlightTitle({ type: 'manual', sub: '' })).toBe('Note')
})
