import { expect, test } from 'vitest'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'
import { findFindings } from './find.ts'

function chainsOf(text: string) {
  const turns = toTurns(text)
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
])('%j ends the chain as %s', (probe, outcome) => {
  expect(chainsOf(concern + probe)[0]?.outcome).toBe(outcome)
})

test('questions keep hedges and order, and the ruling is found', () => {
  const [chain] = chainsOf(
    `${concern}JUDGE: Can you set that aside?\nJUROR 4: I would try.\nDEFENSE: We move for cause.\nJUDGE: Denied. He said that he would try.`,
  )
  expect(chain?.probes.map((each) => each.hedge)).toEqual(['weak'])
  expect(chain?.ruling).toMatchObject({ turn: 5 })
})

test("another juror's answer doesn't rehabilitate this one", () => {
  expect(chainsOf(`${concern}JUDGE: Can you set such feelings aside?\nJUROR 8: Yes.`)[0]?.outcome).toBe('unresolved')
})

const hardship =
  'JUDGE: Would three weeks be a hardship?\nJUROR 4: I have surgery on the ninth and I cannot work after it.\n'

test.each([
  ['', 'unresolved'],
  ['JUDGE: You are excused. Thank you.', 'excused'],
  ['JUDGE: You are excused.\nJUROR 4: Thank you.\nJUDGE: Juror 5?', 'excused'],
  ['JUDGE: Can it be moved?\nJUROR 4: No.\nDEFENSE: No objection.\nJUDGE: Granted.', 'excused'],
  ['JUDGE: I am not going to excuse you for that.', 'not_excused'],
  ['JUDGE: Is anyone else able to help you?\nJUROR 4: No.\nJUDGE: The request is denied.', 'not_excused'],
  ['JUDGE: Would it help to be excused?\nJUROR 4: Yes.', 'unresolved'],
  ['JUDGE: Could the appointment be moved?\nJUROR 4: Yes, I can reschedule it.', 'schedule_fixed'],
  ['JUDGE: Could the appointment be moved?\nJUROR 4: No, it cannot be moved.', 'unresolved'],
  ['JUDGE: Could the appointment be moved?\nJUROR 4: Yes.\nJUDGE: I will excuse you anyway.', 'excused'],
  ['PROSECUTOR: I would say that she is excused.', 'unresolved'],
  ['JUDGE: Okay. You can go ahead. Will it take long?\nJUROR 4: Two weeks.', 'unresolved'],
  ['JUDGE: You may go back to your seat.', 'unresolved'],
  ['JUDGE: You can go home.\nJUROR 4: Thank you.', 'excused'],
  ['JUDGE: You may go now.\nJUROR 4: Thank you.', 'excused'],
  ['JUDGE: Everybody is excused for the day.', 'unresolved'],
  ['(Recess)\nJUDGE: Jurors, you are excused until nine tomorrow.', 'unresolved'],
  ['JUDGE: Juror No. 15 is excused for hardship.', 'unresolved'],
  ['JUDGE: Juror No. 4 is excused. Juror 15 is excused, too.', 'excused'],
  ['JUDGE: Juror 15 is excused.\nJUDGE: And juror four is excused.', 'excused'],
])('a hardship followed by %j ends as %s', (rest, outcome) => {
  expect(chainsOf(hardship + rest)[0]?.outcome).toBe(outcome)
})
