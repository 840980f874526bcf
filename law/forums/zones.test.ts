import { expect, test } from 'vitest'
import { forums } from './forums.data.ts'
import { findCourtZone } from './zones.ts'

test('every state forum has a time zone, and the firm’s wins if the state has it', () => {
  const known = new Set(Intl.supportedValuesOf('timeZone'))
  for (const { id } of forums.filter((each) => /^(?!us)[a-z]{2}_/.test(each.id)))
    expect([id, known.has(findCourtZone(id, null) ?? '')]).toEqual([id, true])
  expect(findCourtZone('tx_criminal', 'America/Denver')).toBe('America/Denver')
  expect(findCourtZone('ca_criminal', 'America/New_York')).toBe('America/Los_Angeles')
  expect([findCourtZone('us_fed_criminal', 'America/Chicago'), findCourtZone(null, null)]).toEqual([null, null])
})
