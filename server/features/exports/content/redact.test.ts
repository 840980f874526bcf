import { expect, test } from 'vitest'
import { redactorOf } from './redact.ts'

const juror = { jurorNumber: '12', displayName: 'Delphine Marchetti', employer: '' }

test('takes out a whole name before the last part of it, or the first name would stay', () => {
  const redactor = redactorOf([juror], { names: true, employers: false })
  expect(redactor.text('Thank you, Delphine Marchetti. MS. MARCHETTI?')).toBe('Thank you, [Juror 12]. MS. [Juror 12]?')
  expect(redactor.text('The marchetti of a recipe stays.')).toBe('The marchetti of a recipe stays.')
})
