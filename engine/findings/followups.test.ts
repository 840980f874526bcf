import { expect, test } from 'vitest'
import { findFindings } from './find.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'

const findLast = (...lines: string[]) => {
  const turns = toTurns(lines.map((line, at) => `${at % 2 === 0 ? 'JUDGE' : 'JUROR 4'}: ${line}`).join('\n'))
  const { findings } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  return findings.filter(({ turn, type }) => turn === lines.length - 1 && type !== 'long_pause')
}
const kinds = (...lines: string[]) => findLast(...lines).map(({ type, sub }) => `${type}/${sub}`)

test.each([
  ['Tell me about your hardship form.', 'I drive a cab nights. No fares, no pay.', 'financial'],
  ['Why can’t you serve?', 'I’m the only nurse trained on that machine.', 'employment_duty'],
  ['Does anybody need to be excused?', 'My aunt lives with me and she wanders.', 'caregiving'],
  ['Is there something about your health we should know?', 'I’ve got dialysis three mornings a week.', 'medical_self'],
  ['What is the difficulty?', 'My husband starts chemo on Monday.', 'medical_family'],
  ['You have a trip?', 'We fly to Athens on the eleventh.', 'travel_prepaid'],
  ['Any conflicts with those dates?', 'I’m the best man that weekend.', 'personal_event'],
  ['What keeps you from being here that week?', 'I’ve got midterms.', 'education'],
  ['How is your English?', 'My English is not so good.', 'language_comprehension'],
  ['Do those dates cause anyone a conflict?', 'We keep the Sabbath.', 'religious_observance'],
  ['Would you be paid while you serve?', 'The first week. After that, nothing.', 'financial'],
])('a hardship counts alone if the court asks for one: %s %s', (asked, said, sub) => {
  expect(kinds(asked, said)).toEqual([`hardship/${sub}`])
})

test.each([
  ['Does that week cause anybody a conflict?', 'I work from home, so it doesn’t matter to me.'],
  ['Any medical issue?', 'I had a hip done years ago. It’s good now.'],
  ['Is there any reason you could not serve?', 'We had a cruise but we moved it to the fall.'],
  ['Can you be with us for two weeks?', 'Yes, I’m retired.'],
  ['What do you do?', 'I’m a nurse at a dialysis clinic.'],
  ['Would you be paid while you serve?', 'Yes, all of it.'],
])("what is solved, over, or not asked for isn't a hardship: %s %s", (asked, said) => {
  expect(kinds(asked, said).filter((each) => each.startsWith('hardship'))).toEqual([])
})

const trip = ['What is the problem?', 'We have a cruise booked.'] as const
test.each([
  ['And you come back when?', 'The thirtieth.', true],
  ['Could it be moved?', 'No, they won’t refund it.', true],
  ['How far are you from home then?', 'Two days by boat.', true],
  ['Who is your employer?', 'The gas company.', false],
  ['Could it be moved?', 'Yes, I can move it.', false],
  ['All right.', 'There’s one more thing I want to raise.', false],
  ['How is she doing?', 'She’s a tough lady, thank you for asking.', false],
])('after a hardship: %s %s', (asked, said, counts) => {
  expect(kinds(...trip, asked, said).some((each) => each.startsWith('hardship'))).toBe(counts)
})

const admits = ['How do you feel about the police?', 'I don’t trust the police at all.'] as const
test.each([
  ['Even if the evidence backs them up?', 'Even then.', true],
  ['Even under oath?', 'Oath or no oath.', true],
  ['Would that stay with you during the trial?', 'The whole time.', true],
  ['So you would start out doubting them?', 'I’m afraid so.', true],
  ['And could you put that away?', 'My brother comes up every time.', true],
  ['Could you put that away?', 'Yes, I’d listen to the evidence.', false],
  ['Do you see how they are people like others?', 'I see what you mean.', false],
  ['Would you like some water?', 'My seat is over there.', false],
])('after a bias: %s %s', (asked, said, counts) => {
  expect(kinds(...admits, asked, said).some((each) => each.startsWith('bias'))).toBe(counts)
})

test('an elliptic answer never makes a concern critical', () => {
  const turns = toTurns(
    `JUDGE: ${admits[0]}\nJUROR 4: ${admits[1]}\nJUDGE: Even under oath?\nJUROR 4: Oath or no oath.`,
  )
  const { findings } = findFindings(turns, findExchanges(turns, { cueTimes: false }))
  expect(findings.map(({ severity }) => severity)).not.toContain('critical')
  expect(findings[1]?.why).toBe('Asked “Even under oath?” the juror says: “Oath or no oath.”')
})

test.each([
  ['Who starts out ahead with you, the store or the customer?', 'The store.', ['bias_indicator/party_lean']],
  ['Who starts out ahead with you, the store or the customer?', 'Neither the store nor the customer.', []],
  ['Who agrees that officers never lie?', 'I do.', ['bias_indicator/law_enforcement_pro']],
  ['Who agrees that officers never lie?', 'It is what it is.', []],
  ['Would the plaintiff start out behind with you?', 'I’m afraid so.', ['bias_indicator/party_lean']],
  ['Could you be fair to the railroad?', 'That ship has sailed.', ['bias_indicator/explicit_inability']],
])('a side, a belief, and an idiom: %s %s', (asked, said, expected) => {
  expect(kinds(asked, said)).toEqual(expected)
})
