import { expect, test } from 'vitest'
import { type PreservationFacts, getPreservation, preservationSteps } from './preservation.ts'

const facts = (more: Partial<PreservationFacts> = {}): PreservationFacts => ({
  jurorNumber: '7',
  forumId: 'tx_civil',
  peremptoryUsedOnJuror: false,
  left: 3,
  moreRequestedAt: null,
  refusedAt: null,
  objectionableJuror: null,
  renewedAt: null,
  isSworn: false,
  ...more,
})
const at = '2026-03-02T15:00:00.000Z'
const statuses = (more: Partial<PreservationFacts> = {}) =>
  getPreservation(facts(more)).steps.map(({ id, status }) => `${id} ${status}`)

test('right after a denial, every step is open and the first is next', () => {
  expect(statuses()).toEqual([
    'use next',
    'exhaust later',
    'identify later',
    'request later',
    'refusal later',
    'renew later',
  ])
  expect(getPreservation(facts()).next).toBe('Use a peremptory on Juror 7.')
})

test('requires no exhausted challenges without a budget', () => {
  expect(statuses({ left: null, peremptoryUsedOnJuror: true })).toContain('exhaust next')
  expect(getPreservation(facts({ left: null })).next).toBe('Use a peremptory on Juror 7.')
})

test('marks steps shown by strikes and the record as done, in any order', () => {
  expect(statuses({ peremptoryUsedOnJuror: true, left: 1, renewedAt: at })).toEqual([
    'use done',
    'exhaust next',
    'identify later',
    'request later',
    'refusal later',
    'renew done',
  ])
  expect(getPreservation(facts({ peremptoryUsedOnJuror: true, left: 1 })).next).toBe(
    'Use every peremptory. You have 1 left.',
  )
})

test('restoring a challenge reopens the exhaustion step', () => {
  const used = { peremptoryUsedOnJuror: true, left: 0 }
  expect(statuses(used)[1]).toBe('exhaust done')
  expect(statuses({ ...used, left: 1 })[1]).toBe('exhaust next')
})

test('with no challenges left and the juror still seated, says what to ask for', () => {
  expect(getPreservation(facts({ left: 0 })).next).toBe(
    'No peremptories are left for Juror 7. Ask the court for one and say why.',
  )
})

test('is complete when every step is done', () => {
  const all = facts({
    peremptoryUsedOnJuror: true,
    left: 0,
    moreRequestedAt: at,
    refusedAt: at,
    objectionableJuror: '31',
    renewedAt: at,
  })
  expect(getPreservation(all)).toMatchObject({ isComplete: true, next: '' })
  expect(
    getPreservation(all)
      .steps.map(({ id }) => id)
      .sort(),
  ).toEqual([...preservationSteps].sort())
})

test('marks open steps as missed after the jury is sworn', () => {
  const { steps, next, isComplete } = getPreservation(facts({ isSworn: true, left: 0 }))
  expect(steps.filter(({ status }) => status === 'missed')).toHaveLength(5)
  expect([next, isComplete]).toEqual(['', false])
  expect(steps[0]?.sentence).toMatch(/^Not done before the jury was sworn: /)
})

test('cites its sources and says that courts differ', () => {
  const { steps, note } = getPreservation(facts({ forumId: 'ny_civil' }))
  expect(steps.every(({ source, why }) => source !== '' && why !== '')).toBe(true)
  expect(note).toContain('Check what this court requires')
  expect(getPreservation(facts()).note).toContain('In Texas')
})
