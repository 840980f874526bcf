import { expect, test } from 'vitest'
import type { Party } from './data.ts'
import { getSideNames } from './sides.ts'

const party = (name: string, side: Party['side'], role: Party['role'] = 'other'): Party => ({
  ...{ name, side, role },
  representedBy: '',
})
const state = party('The State', 'plaintiff', 'prosecution')

test('names each side by role and party', () => {
  const parties = [state, party('A. Example', 'defense', 'defendant')]
  expect(getSideNames({ ourSide: 'defense', parties })).toEqual({
    us: 'Our side (defense: A. Example)',
    opposing: 'Opposing side (prosecution: The State)',
    court: 'The court',
  })
  expect(getSideNames({ ourSide: 'prosecution', parties }).us).toBe('Our side (prosecution: The State)')
})

test('treats a neutral team as the plaintiff; a civil case has no prosecution', () => {
  const parties = [party('Doe', 'plaintiff', 'plaintiff'), party('Acme', 'defense'), party('Amicus', 'other')]
  expect(getSideNames({ ourSide: 'neutral', parties })).toMatchObject({
    us: 'Our side (plaintiff: Doe)',
    opposing: 'Opposing side (defense: Acme)',
  })
})

test('counts several parties and leaves out unknown ones', () => {
  const parties = [party('First', 'defense'), party('Second', 'defense'), party('Third', 'defense')]
  expect(getSideNames({ ourSide: 'defense', parties })).toMatchObject({
    us: 'Our side (defense: First and 2 others)',
    opposing: 'Opposing side (plaintiff)',
  })
  expect(getSideNames({ ourSide: 'defense', parties: [] }).us).toBe('Our side (defense)')
  expect(getSideNames({ ourSide: null, parties: [state] })).toMatchObject({ us: 'Our side', opposing: 'Opposing side' })
})

test('truncates names too long for a badge', () => {
  const { us } = getSideNames({ ourSide: 'plaintiff', parties: [party('X'.repeat(160), 'plaintiff')] })
  expect(us).toBe(`Our side (plaintiff: ${'X'.repeat(47)}…)`)
})
