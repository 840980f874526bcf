import { expect, test } from 'vitest'
import { formatChange, countWords, figure, formatPercentage } from './figures.tsx'

test('distinguishes measured, not measured yet, and absent', () => {
  expect(figure(99.5, '99.9%', formatPercentage)).toEqual({ text: '99.5%', isSample: false })
  expect(figure(0, '99.9%', formatPercentage)).toEqual({ text: '0%', isSample: false })
  expect(figure(null, '99.9%', formatPercentage)).toEqual({ text: 'Not measured yet', isSample: false })
  expect(figure(undefined, '99.9%', formatPercentage)).toEqual({ text: '99.9%', isSample: true })
})

test('a change has its sign', () => {
  expect([12.5, -3, 0].map((each) => formatChange(each))).toEqual(['+12.5%', '−3%', '±0%'])
})

test('shortens a long list', () => {
  expect([24_800, 9999, 10_000].map(countWords)).toEqual(['24.8K', '9999', '10K'])
})
