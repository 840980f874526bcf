import { expect, test } from 'vitest'
import { AnnotationInput } from '#contract/annotations.ts'
import { blankValues, payloadOf } from './values.ts'

test('a blank or invalid start is where the player is', () => {
  const values = { ...blankValues(0), title: 'x' }
  expect(payloadOf({ ...values, startTime: '' }, 12.3456).startTime).toBe(12.346)
  expect(payloadOf({ ...values, startTime: 'soon' }, 7).startTime).toBe(7)
  expect(payloadOf({ ...values, startTime: ' 3.5 ' }, 7).startTime).toBe(3.5)
})

test('a time is read as the player shows it, and the start never lies behind the end of the video', () => {
  const values = { ...blankValues(0), title: 'x', startTime: '1:02:03.5', endTime: '1:02:10' }
  expect(payloadOf(values, 7)).toMatchObject({ startTime: 3723.5, endTime: 3730 })
  expect(blankValues(59.98).startTime).toBe('59.9')
})

test('tags are cut at commas, trimmed, and empty ones dropped', () => {
  expect(payloadOf({ ...blankValues(0), tags: ' police, , family ,' }, 0).tags).toEqual(['police', 'family'])
})

test('makes a payload that the contract accepts', () => {
  expect(AnnotationInput.parse(payloadOf({ ...blankValues(1), title: 'x', endTime: '4' }, 1))).toMatchObject({
    endTime: 4,
    category: 'note',
    severity: 'low',
  })
})
