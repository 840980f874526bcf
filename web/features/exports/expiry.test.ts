import { expect, test } from 'vitest'
import { defaultExportPolicy } from '#contract/exports/policy.ts'
import { expiryChoices, firstExpiry, toHours } from './expiry.ts'

const labels = (policy: Partial<typeof defaultExportPolicy>, never = true) =>
  expiryChoices({ ...defaultExportPolicy, ...policy }, { never }).map(({ label }) => label)

test('offers no time that the firm refuses', () => {
  expect(labels({})).toEqual(['1 hour', '1 day', '3 days', '7 days', '30 days'])
  expect(labels({ maxExpiryDays: 5 })).toEqual(['1 hour', '1 day', '3 days', '5 days'])
  expect(labels({ maxExpiryDays: 365, allowNever: true }).slice(-2)).toEqual(['365 days', 'Never'])
  expect(labels({ allowNever: true }, false)).not.toContain('Never')
})

test('starts with seven days or the most that is allowed', () => {
  expect(firstExpiry(defaultExportPolicy)).toBe('168')
  expect(firstExpiry({ ...defaultExportPolicy, maxExpiryDays: 2 })).toBe('48')
  expect(toHours('48')).toBe(48)
  expect(toHours('')).toBeNull()
})
