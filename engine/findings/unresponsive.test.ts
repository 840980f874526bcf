import { expect, test } from 'vitest'
import { findFindings } from './find.ts'
import { judgeUtterance } from './judge.ts'
import { findExchanges } from './language/exchanges.ts'
import { toTurns } from './language/turns.fixture.ts'
import { getSeverity } from './verdict.ts'

const findIn = (question: string, answer: string) => {
  const turns = toTurns(`JUDGE: ${question}\nJUROR 4: ${answer}`)
  return findFindings(turns, findExchanges(turns, { cueTimes: false }))
}
const judge = (context: string, text: string) =>
  judgeUtterance({ text, role: 'juror', context, contextRole: 'judge', concernBefore: null })

const questions = [
  'Can you be fair and impartial?',
  'Can you follow the law as I give it to you?',
  'Will you follow my instructions on the law?',
  'Would that affect your ability to be fair?',
  'How do you feel about the police?',
  'Can you set that aside?',
  'Do you have any opinion about the defendant?',
  'Could you presume him innocent?',
  'Would you hold it against him if he does not testify?',
  'How do you feel about people who file lawsuits?',
  'Would you favor one side?',
  'Is there any reason you could not be a fair juror?',
  'Could you award money for pain and suffering?',
  'What do you think about the government?',
]
const unresponsive = [
  'My number is forty-one.',
  'We had lunch late today so I am tired.',
  'The judge before you was very nice.',
  'It was my cousin, not me.',
  'I was in the second row before.',
  'They do a hard job.',
  'I couldn’t find the room this morning.',
  'I can’t hear you with that fan on.',
  'The clerk told us to wait outside.',
  'I moved here from Ohio in March.',
  'I saw a police car outside.',
  'There are a lot of people in the hallway.',
  'It has been a long morning.',
  'I have been sitting here since eight.',
  'You already asked the lady next to me.',
  'I never did this before.',
  'I always sit by the window.',
  'I’d have to look at my card.',
  'The other lawyer asked me that yesterday.',
  'My brother got a parking ticket once.',
  'I watched the video about jury service.',
  'The officer at the door was friendly.',
  'He has a nice tie.',
  'That one is my coat.',
]

test.each(unresponsive)('no question turns this into a bias: “%s”', (answer) => {
  for (const question of questions) {
    const { findings, possible } = findIn(question, answer)
    expect([question, findings.filter(({ type }) => type !== 'key_statement')]).toEqual([question, []])
    for (const each of possible) {
      expect(each.severity).toBe('low')
      expect(each.why).toMatch(/^(?:Didn’t answer the question|Resembles known statements)/)
    }
  }
})

test.each([
  'Does anybody feel they couldn’t be impartial in a case like this one?',
  'Does anyone feel that they can’t be fair?',
  'Is there anyone who couldn’t be fair to both sides?',
  'Anybody who thinks they cannot follow that instruction?',
  'Does anybody think they wouldn’t be able to set that aside?',
  'Is there any reason you couldn’t be fair and impartial?',
])('a panel that answers “No” has no bias: “%s”', (question) => {
  expect(findIn(question, 'No, Your Honor.').findings).toEqual([])
})

test('an answer that avoids the question is only possible, and the reason says no more', () => {
  const { findings, possible } = findIn('Would that affect your ability to be fair?', 'I was in the second row before.')
  expect(findings).toEqual([])
  expect(possible).toMatchObject([
    {
      type: 'bias_indicator',
      severity: 'low',
      rules: ['answer/avoids-question'],
      why: 'Didn’t answer the question: “I was in the second row before.”',
    },
  ])
})

test.each([
  ['Can you be fair to both sides?', 'That is asking a lot of me.'],
  ['Can you listen to the officer with an open mind?', 'I’d be listening for what he left out.'],
  ['Can you look at him as an individual?', 'Not after what I see on TV.'],
  ['Could you rely on the official translation?', 'My ear would be on the Spanish.'],
  ['Do you trust the process?', 'Nobody ever gets here by accident.'],
  ['Could you be fair to the bank?', 'I buried my boy because of somebody like that.'],
])('a stance in answer to a question about fairness counts, but is never critical: %s %s', (question, answer) => {
  const [first] = judge(question, answer)
  expect(first?.label).toBe('bias')
  expect(getSeverity(first!)).not.toBe('critical')
})

test.each([
  ['Can you be fair?', 'In all honesty, no.'],
  ['Do you come in with feelings against him?', 'To be perfectly honest, yes, because of what he did.'],
  ['If you were a juror here, could you rely on the interpreter?', 'No, I would not be able to rely on that.'],
  ['You say that you distrust him. Is that negative?', 'I think he’s a vile human being.'],
])('a plain admission still counts: %s %s', (question, answer) => {
  expect(judge(question, answer)[0]?.label).toBe('bias')
})
