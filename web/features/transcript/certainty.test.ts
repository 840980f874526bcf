import { expect, test } from 'vitest'
import { getCertainty } from './certainty.ts'

test('shades what the recogniser was unsure of, more the less sure it was', () => {
  expect(getCertainty({ confidence: 0.75 })).toBeNull()
  expect(getCertainty({ confidence: 0.749 })).toEqual({ level: 'unsure', label: 'Recognised with 74 % certainty.' })
  expect(getCertainty({ confidence: 0.5 })?.level).toBe('unsure')
  expect(getCertainty({ confidence: 0 })).toEqual({ level: 'doubtful', label: 'Recognised with 0 % certainty.' })
})

test('says nothing where nobody measured it', () => {
  expect(getCertainty({ confidence: null })).toBeNull()
})
