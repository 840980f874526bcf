import { expect, test } from 'vitest'
import { noFilter, filterStrikes } from './CaseStrikes.tsx'

const strikes = [
  { id: 1, state: 'draft', madeBy: 'us', kind: 'cause', sessionId: 'a' },
  { id: 2, state: 'exercised', madeBy: 'us', kind: 'peremptory', sessionId: 'a' },
  { id: 3, state: 'exercised', madeBy: 'opposing', kind: 'peremptory', sessionId: 'b' },
] as const
const found = (filter: object) => filterStrikes(strikes, { ...noFilter, ...filter }).map(({ id }) => id)

test('each filter narrows the list, they combine, and an empty one shows everything', () => {
  expect(found({})).toEqual([1, 2, 3])
  expect(found({ state: 'exercised' })).toEqual([2, 3])
  expect(found({ madeBy: 'us', kind: 'peremptory' })).toEqual([2])
  expect(found({ sessionId: 'b', state: 'draft' })).toEqual([])
})
