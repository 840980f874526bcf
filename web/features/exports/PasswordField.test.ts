import { expect, test } from 'vitest'
import { passwordStrength } from '#contract/exports/passwords.ts'
import { newPassword } from './PasswordField.tsx'

test('generates distinct passwords that the meter accepts', () => {
  const made = Array.from({ length: 50 }, newPassword)
  expect(new Set(made).size).toBe(50)
  for (const each of made) {
    expect(each).toMatch(/^[a-kmnp-z2-9]{5}(-[a-kmnp-z2-9]{5}){3}$/)
    expect(passwordStrength(each).isEnough).toBe(true)
  }
})
