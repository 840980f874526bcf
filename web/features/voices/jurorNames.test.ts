import { expect, test } from 'vitest'
import type { JurorStretch } from '#contract/speakers/proposals.ts'
import { listNames } from './jurorNames.ts'

const toStretch = (given: Partial<JurorStretch> = {}): JurorStretch => ({
  kind: 'stretch',
  label: 'JUROR',
  fromTurn: 0,
  toTurn: 4,
  jurorNumber: '41',
  seat: null,
  confidence: 0.85,
  turns: 3,
  said: null,
  lines: [],
  ...given,
})
const panel = [{ id: 'a', jurorNumber: '041' }]
const list = (given: Partial<JurorStretch>, jurors = panel) =>
  listNames([toStretch(given)], jurors, [{ seat: 9, jurorId: 'a' }]).map(({ jurorNumber, isKnown, isCertain }) => [
    jurorNumber,
    isKnown,
    isCertain,
  ])

test.each<[string, Partial<JurorStretch>, typeof panel, unknown]>([
  ['a juror of the panel', {}, panel, [['041', true, true]]],
  ['a juror spoken of as a seat', { jurorNumber: null, seat: 9 }, panel, [['041', true, true]]],
  ['an unclear number', { confidence: 0.45 }, panel, [['041', true, false]]],
  ['a number that isn’t on the panel', { jurorNumber: '14' }, panel, [['14', false, false]]],
  ['a number in a case without a panel', {}, [], [['41', false, true]]],
  ['an empty seat', { jurorNumber: null, seat: 2 }, panel, []],
])('%s', (_what, given, jurors, expected) => {
  expect(list(given, jurors)).toEqual(expected)
})
