import { expect, test } from 'vitest'
import { AnnotationInput } from '#contract/findings/annotations.ts'
import { blankValues, type FormValues, readPayload } from './values.ts'

const values = { ...blankValues(0), title: 'x', category: 'note', severity: 'low' }

function read(given: Partial<FormValues>, nowSeconds = 7) {
  const answer = readPayload({ ...values, ...given }, { nowSeconds })
  return 'faults' in answer ? answer.faults : answer.payload
}

test('a blank or invalid start defaults to the player position', () => {
  expect(read({ startTime: '' }, 12.3456)).toMatchObject({ startTime: 12.346 })
  expect(read({ startTime: 'soon' })).toMatchObject({ startTime: 7 })
  expect(read({ startTime: '-3' })).toMatchObject({ startTime: 7 })
  expect(read({ startTime: ' 3.5 ' })).toMatchObject({ startTime: 3.5 })
})

test("reads a time as the player shows it, and never starts past the video's end", () => {
  expect(read({ startTime: '1:02:03.5', endTime: '1:02:10' })).toMatchObject({ startTime: 3723.5, endTime: 3730 })
  expect(blankValues(59.98).startTime).toBe('59.9')
})

test('rejects an invalid end, or one before the start, at its field', () => {
  const sentence = 'Enter the end time in seconds or minutes and seconds, such as 90 or 1:30.'
  for (const endTime of ['soon', '1:2:3:4', '-5', '12 s', 'Infinity'])
    expect(read({ endTime })).toEqual({ endTime: sentence })
  expect(read({ startTime: '9', endTime: '8' })).toEqual({ endTime: 'End time must be after start time.' })
  expect(read({ endTime: ' ' })).toMatchObject({ endTime: null })
})

test('requires category and severity', () => {
  expect(read({ category: '', severity: '' })).toEqual({
    category: 'Select a category.',
    severity: 'Select a severity.',
  })
})

test('splits tags at commas, trims them, and drops empty ones', () => {
  expect(read({ tags: ' police, , family ,' })).toMatchObject({ tags: ['police', 'family'] })
})

test('builds a payload that the contract accepts', () => {
  expect(
    AnnotationInput.parse(read({ startTime: '1', endTime: '4', category: 'bias', severity: 'high' })),
  ).toMatchObject({
    endTime: 4,
    category: 'bias',
    severity: 'high',
  })
})
