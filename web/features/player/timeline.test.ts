import { expect, test } from 'vitest'
import { bucketMarks, type TimelineMark } from './timeline.ts'

const mark = (seconds: number, given: Partial<TimelineMark> = {}): TimelineMark => ({
  ...{ id: String(seconds), seconds, label: `at ${seconds}`, severity: 'low', suggested: true },
  ...given,
})

test('merges thousands of marks into the bars that fit, losing none', () => {
  const marks = Array.from({ length: 3437 }, (_, at) => mark(at * 6))
  const buckets = bucketMarks(marks, 3437 * 6)
  expect(buckets.length).toBe(200)
  expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(3437)
  expect(buckets.every(({ labels }) => labels.length <= 5)).toBe(true)
})

test('a bar shows its most serious severity and is a suggestion only if all its marks are', () => {
  const [bar, alone] = bucketMarks([mark(10.1, { severity: 'critical', suggested: false }), mark(10), mark(900)], 1000)
  expect(bar).toMatchObject({ severity: 'critical', suggested: false, count: 2, labels: ['at 10', 'at 10.1'] })
  expect(bar?.first.seconds).toBe(10)
  expect(alone).toMatchObject({ severity: 'low', suggested: true, count: 1 })
})

test('marks of a recording of unknown length form one bar', () => {
  expect(bucketMarks([mark(1), mark(2)], 0)).toHaveLength(1)
})
