import { expect, test } from 'vitest'
import { findExchanges } from '#engine/language/exchanges.ts'
import { turnsOf } from '#engine/language/turns.fixture.ts'
import { findFindings } from './find.ts'

function chainsOf(text: string) {
  const turns = turnsOf(text)
  return findFindings(turns, findExchanges(turns, { cueTimes: false })).chains
}
const concern = 'PROSECUTOR: Any feelings?\nJUROR 4: I would lean toward the landlord.\n'

test.each([
  ['', 'unresolved'],
  ['JUDGE: Can you set that aside?\nJUROR 4: Yes.', 'rehabilitated'],
  ['JUDGE: Can you set that aside?\nJUROR 4: I guess so.', 'equivocal'],
  ['JUDGE: Can you set that aside?\nJUROR 4: No, I can’t.', 'reaffirmed'],
  [
    'JUDGE: Can you set that aside?\nJUROR 4: I would try.\nJUDGE: Yes or no, can you set it aside?\nJUROR 4: Yes.',
    'rehabilitated',
  ],
])('%j ends the chain %s', (probe, outcome) => {
  expect(chainsOf(concern + probe)[0]?.outcome).toBe(outcome)
})

test('probes keep hedge and order, and the ruling is found', () => {
  const [chain] = chainsOf(
    `${concern}JUDGE: Can you set that aside?\nJUROR 4: I would try.\nDEFENSE: We move for cause.\nJUDGE: Denied. He said that he would try.`,
  )
  expect(chain?.probes.map((each) => each.hedge)).toEqual(['weak'])
  expect(chain?.ruling).toMatchObject({ turn: 5 })
})

test('another juror’s answer does not rehabilitate this one', () => {
  expect(chainsOf(`${concern}JUDGE: Can you set such feelings aside?\nJUROR 8: Yes.`)[0]?.outcome).toBe('unresolved')
})
