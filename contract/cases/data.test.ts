import { expect, test } from 'vitest'
import { caseStatuses, caseWarnings } from './data.ts'

const today = '2026-03-14'

test('warns about a past voir dire date only before selection starts', () => {
  const warned = caseStatuses.filter(
    (status) => caseWarnings({ status, voirDireDate: '2026-03-13', trialDate: null }, today, []).length > 0,
  )
  expect(warned).toEqual(['draft', 'active'])
  expect(caseWarnings({ status: 'active', voirDireDate: '2026-03-14', trialDate: null }, today, [])).toEqual([])
})

test('warns about a past voir dire date only if no session is planned for today or later', () => {
  const warn = (...sessionDates: (string | null)[]) =>
    caseWarnings({ status: 'active', voirDireDate: '2026-03-13', trialDate: null }, today, sessionDates)
  expect(warn('2026-03-13', '2026-03-16')).toEqual([])
  expect(warn('2026-03-14')).toEqual([])
  expect(warn('2026-03-13', null)).toEqual(['The voir dire date has passed.'])
})

test('doesn’t warn about voir dire while the sessions are unknown', () => {
  const past = { status: 'active', voirDireDate: '2026-03-13', trialDate: null } as const
  expect(caseWarnings(past, today, undefined)).toEqual([])
})

test('warns about a past trial date during selection too', () => {
  const dates = { voirDireDate: '2026-03-12', trialDate: '2026-03-13' }
  expect(caseWarnings({ status: 'in_selection', ...dates }, today, undefined)).toEqual(['The trial date has passed.'])
})
