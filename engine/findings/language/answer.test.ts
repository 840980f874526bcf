import { expect, test } from 'vitest'
import { readAnswer, foldText } from './utterance.ts'
import { readQuestion } from './question.ts'

test.each([
  ['Yes.', 'yes', 'firm'],
  ['Absolutely, your Honor.', 'yes', 'firm'],
  ['I believe so.', 'yes', 'soft'],
  ['I would try.', 'yes', 'weak'],
  ['I guess.', 'yes', 'weak'],
  ['Probably.', 'yes', 'weak'],
  ['No, sir.', 'no', 'firm'],
  ['I can’t.', 'no', 'refusal'],
  ['I don’t think I could.', 'no', 'refusal'],
  ['No doubt.', 'yes', 'firm'],
  ['Of people like him, yes.', 'yes', 'firm'],
  ['Honestly, probably not.', 'no', 'weak'],
  ['Not after what I see on TV.', 'no', 'firm'],
  ['Plenty.', 'yes', 'firm'],
] as const)('%s is %s, %s', (text, polarity, hedge) => {
  expect(readAnswer(foldText(text), 'can you be fair?')).toMatchObject({ polarity, hedge, empty: false })
})

test.each([
  '(No response)',
  'Thank you, your Honor.',
  'Number 14.',
  'Could you repeat the question?',
  'Can I be fair?',
  '(Collectively) Yes.',
  '',
])("%s doesn't answer anything", (text) => {
  expect(readAnswer(foldText(text), 'can you be fair?').empty).toBe(true)
})

test.each([
  ['Can you set that aside and be impartial?', 'undertaking'],
  ['Would that prevent you from being a fair juror?', 'impairment'],
  ['Is there anything that would keep you from being fair?', 'impairment'],
  ['Would you hold it against him?', 'lean'],
  ['Would you give an officer more weight?', 'lean'],
  ['So that would be a financial hardship?', 'hardship'],
  ['Would you be paid while you serve?', 'paid'],
  ['What would happen if you were hit by a truck?', 'replaceable'],
  ['Could that appointment be moved?', 'schedule'],
  ['Have you ever served on a jury?', 'disclosure'],
  ['What does your spouse do for a living?', 'background'],
  ['What is your number?', 'housekeeping'],
  ['And what is the problem?', 'open'],
  ['And the issue?', 'open'],
  ['Go ahead.', 'open'],
  ['What did you want to tell me?', 'open'],
  ['Can you do that?', 'undertaking'],
  ['Could you vote to convict on that?', 'undertaking'],
  ['Is there any reason why you could not be fair?', 'impairment'],
  ['Would that make a difference to you?', 'impairment'],
  ['What goes through your mind when you see him?', 'opinion'],
  ['Okay.', 'nod'],
  ['Where did you work then?', 'background'],
  ['In what year?', 'fact'],
  ['How do you feel about lawsuits?', 'opinion'],
] as const)('“%s” asks about %s', (text, topic) => {
  expect(readQuestion(text).topic).toBe(topic)
})

test.each([
  ['Is there any reason why you could not be fair?', 'asked'],
  ['Are you saying that you cannot be impartial?', 'asked'],
  ['Does anybody feel they couldn’t be impartial?', 'asked'],
  ['Is there anyone who can’t be fair to both sides?', 'asked'],
  ['Anybody here who thinks they cannot follow that?', 'asked'],
  ['Could you be fair to someone who can’t speak English?', null],
  ['So you could not be fair to him?', 'stated'],
  ['Could you be fair to him?', null],
  ['Is there any reason you could not be here in June?', null],
] as const)('“%s” asks about an inability: %s', (text, inability) => {
  expect(readQuestion(text).inability).toBe(inability)
})

test('recognizes a negative question, and time to read', () => {
  expect(readQuestion('You wouldn’t lean either way, would you?').negative).toBe(true)
  expect(readQuestion('Would you lean either way?').negative).toBe(false)
  expect(readQuestion('Take your time and read all of the names.').readingPause).toBe(true)
})

test.each([
  ['The law presumes him innocent. Is that a rule you can live with?', 'undertaking'],
  ['He need not testify. Any quarrel with that?', 'impairment'],
  ['The burden is on the State. Would you want the defense to prove something too?', 'lean'],
  ['What is said through the interpreter is the evidence. Which one do you go by?', 'opinion'],
  ['The interpretation is the evidence, and you are not to use your own.', 'opinion'],
  ['You wrote that you distrust insurers. Is that still how you feel?', 'lean'],
  ['Do you think a company always puts its money first?', 'lean'],
  ['How strongly do you feel about guns?', 'lean'],
  ['Do you think it was in March that you moved?', 'fact'],
  ['Do you believe the bus gets you here by nine?', 'fact'],
] as const)('a question that refers back or asks for a belief: “%s” asks about %s', (text, topic) => {
  expect(readQuestion(text).topic).toBe(topic)
})

test.each([
  ['Is there too much suing?', 'There is.', 'yes'],
  ['Do most people lie?', 'They do.', 'yes'],
  ['Do you agree or disagree?', 'Disagree.', 'no'],
  ['How strongly do you feel, one to ten?', 'Nine.', 'yes'],
  ['Any objection to that?', 'None.', 'no'],
  ['Who would hold that against him?', 'Not me.', 'no'],
] as const)('an echoed verb is an answer: %s %s', (question, text, polarity) => {
  expect(readAnswer(foldText(text), foldText(question)).polarity).toBe(polarity)
})
