import { expect, test } from 'vitest'
import { redactorOf } from './redact.ts'

const juror = { jurorNumber: '12', displayName: 'Delphine Marchetti', employer: '' }

test('takes out a double name, however its hyphen was written', () => {
  const anna = { jurorNumber: '7', displayName: 'Anna-Marie Lund-Castellanos', employer: 'Smith-Kline (US) + Sons' }
  const redactor = redactorOf([anna], { names: true, employers: true })
  expect(redactor.text('Anna-Marie Lund-Castellanos, anna marie lund castellanos.')).toBe('[Juror 7], [Juror 7].')
  expect(redactor.text('MS. LUND-CASTELLANOS of smith kline (US) + Sons')).toBe('MS. [Juror 7] of [employer]')
  const unknown = redactorOf([{ ...anna, displayName: '--- Zo-', employer: '---' }], { names: true, employers: true })
  expect(unknown.text('Zo- and --- stay; Zo is said.')).toBe('[Juror 7]- and --- stay; [Juror 7] is said.')
})

test('takes out a whole name before the last part of it, or the first name would stay', () => {
  const redactor = redactorOf([juror], { names: true, employers: false })
  expect(redactor.text('Thank you, Delphine Marchetti. MS. MARCHETTI?')).toBe('Thank you, [Juror 12]. MS. [Juror 12]?')
  expect(redactor.text('The marchetti of a recipe stays.')).toBe('The marchetti of a recipe stays.')
})
