import { expect, test } from 'vitest'
import { formatAnswers, parseAnswers } from './RecordCard.tsx'

test('reads marked and unmarked answers, and writes what it reads', () => {
  const answers = [
    { q: 'Have you served before?', a: 'No.' },
    { q: 'Do you know the parties?', a: 'Yes.\nThe defendant.' },
  ]
  expect(
    parseAnswers('Q: Have you served\nbefore?\nA: No.\nQ. Do you know the parties?\nA. Yes.\nThe defendant.'),
  ).toEqual(answers)
  expect(parseAnswers('Have you served before?\nNo.\n\nDo you know the parties?\nYes.\nThe defendant.')).toEqual(
    answers,
  )
  expect(parseAnswers(formatAnswers(answers))).toEqual(answers)
  expect(parseAnswers(' \n\n')).toEqual([])
})
