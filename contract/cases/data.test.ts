import { expect, test } from 'vitest'
import { caseStatuses, caseWarnings } from './data.ts'

const today = '2026-03-14'

test('warns about a past voir dire date only before selection starts', () => {
  const warned = caseStatuses.filter(
    (status) => caseWarnings({ status, voirDireDate: '2026-03-13', trialDate: null }, today).length > 0,
  )
  expect(warned).toEqual(['draft', 'active'])
  expect(caseWarnings({ status: 'active', voirDireDate: '2026-03-14', trialDate: null }, today)).toEqual([])
})

test('warns about a past trial date during selection too', () => {
  const dates = { voirDireDate: '2026-03-12', trialDate: '2026-03-13' }
  expect(caseWarnings({ status: 'in_selection', ...dates }, today)).toEqual(['The trial date has passed.'])
})
