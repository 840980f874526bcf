import { expect, test } from 'vitest'
import { forums } from './forums.data.ts'
import { findCourtZone } from './zones.ts'

const inForum = (forumId: string | null, state = '') => ({ forumId, state })

test('every state forum has a time zone, and the firm’s wins if the state has it', () => {
  const known = new Set(Intl.supportedValuesOf('timeZone'))
  for (const { id } of forums.filter((each) => /^(?!us)[a-z]{2}_/.test(each.id)))
    expect([id, known.has(findCourtZone(inForum(id), null) ?? '')]).toEqual([id, true])
  expect(findCourtZone(inForum('tx_criminal'), 'America/Denver')).toBe('America/Denver')
  expect(findCourtZone(inForum('ca_criminal', 'TX'), 'America/New_York')).toBe('America/Los_Angeles')
  expect([findCourtZone(inForum('us_fed_criminal'), 'America/Chicago'), findCourtZone(inForum(null), null)]).toEqual([
    null,
    null,
  ])
})

test('a federal court takes its zone from the case’s state, by name or postal code', () => {
  const known = new Set(Intl.supportedValuesOf('timeZone'))
  const find = (state: string) => findCourtZone(inForum('us_fed_criminal', state), null)
  expect([find('Texas'), find(' tx '), find('West Virginia'), find('HI')]).toEqual([
    'America/Chicago',
    'America/Chicago',
    'America/New_York',
    'Pacific/Honolulu',
  ])
  for (const state of ['AK', 'ID', 'IN', 'KS', 'KY', 'ND', 'NE', 'NV', 'OR', 'SD', 'TN']) expect(find(state)).toBeNull()
  const single = 'AL AR AZ CA CO CT DC DE GA HI IA IL LA MA MD ME MN MO MS MT NC NH NJ NM NY OH OK PA RI SC UT VA VT WA'
  for (const state of `${single} WI WV WY`.split(' '))
    expect([state, known.has(find(state) ?? '')]).toEqual([state, true])
})
