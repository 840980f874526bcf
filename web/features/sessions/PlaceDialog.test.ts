import { expect, test } from 'vitest'
import { parseOffset } from './PlaceDialog.tsx'

test('parses seconds, minutes, and hours, and rejects anything else', () => {
  expect(['', '90', '1:30', '1:02:03.5'].map(parseOffset)).toEqual([0, 90, 90, 3723.5])
  expect(['-1', '1:2:3:4', 'soon', '1.5:00'].map(parseOffset)).toEqual([null, null, null, null])
})
