import { expect, test } from 'vitest'
import { findKeyPhrases } from './phrases.ts'
import { splitClauses, foldText, splitSentences } from './utterance.ts'
import { readWording } from './sentiment.ts'
import { findTopics } from './topics.ts'

test('folding and cutting keep character positions', () => {
  const text = 'I’d say “no”, Dr. Hale—but No. 12 might. İs it fair?'
  const folded = foldText(text)
  expect(folded).toHaveLength(text.length)
  const sentences = splitSentences(folded)
  expect(sentences.map((each) => text.slice(each.from, each.to))).toEqual([
    'I’d say “no”, Dr. Hale—but No. 12 might.',
    'İs it fair?',
  ])
  for (const sentence of sentences)
    for (const clause of splitClauses(sentence)) expect(folded.slice(clause.from, clause.to)).toBe(clause.text)
})

test.each([
  ['', 'I don’t think I could be fair.', 'negative'],
  ['', 'I would be happy to serve and I can be fair.', 'positive'],
  ['', 'I have no problem with that at all.', 'positive'],
  ['Would that be a hardship for you?', 'Yes.', 'negative'],
  ['Would that prevent you from being fair?', 'No.', 'positive'],
  ['Can you be fair?', 'No.', 'negative'],
  ['', 'I love my job. I hate the commute.', 'mixed'],
  ['What is your county?', 'Orange.', 'neutral'],
] as const)('the wording of “%s” “%s” is %s', (question, answer, wording) => {
  expect(readWording([{ question, answer }])).toBe(wording)
})

test('no answers mean no sentiment', () => {
  expect(readWording([])).toBeNull()
})

test('topics come from frequently mentioned words', () => {
  const text = foldText(
    'The officer testified. Would you believe a police officer? My cousin is an officer. I read the news.',
  )
  expect(findTopics(text, 20)[0]).toBe('Law enforcement')
  expect(findTopics('', 0)).toEqual([])
})

test('key phrases are recurring runs of adjectives and nouns', () => {
  const phrases = findKeyPhrases(
    ['He gave a false police report. The false police report was read.', 'A false police report again.'],
    5,
  )
  expect(phrases[0]).toContain('police report')
})
