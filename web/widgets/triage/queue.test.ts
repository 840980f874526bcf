import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { extendTrail, findNext, findQuestion, showDecision, splitQuote, startTrail, stepBack } from './queue.ts'

const item = (id: string, status: 'suggested' | 'confirmed' | 'dismissed' = 'suggested') => ({ id, status })

test('the next finding is the next one not reviewed, and skipped ones come around again', () => {
  const items = [item('a'), item('b', 'confirmed'), item('c'), item('d', 'dismissed')]
  expect(findNext(items, null)?.id).toBe('a')
  expect(findNext(items, 'a')?.id).toBe('c')
  expect(findNext(items, 'c')?.id).toBe('a')
  expect(findNext([item('a', 'confirmed')], 'a')).toBeNull()
  expect(findNext([item('a')], 'a')).toBeNull()
})

test('back leads to what was open before, and a new step replaces what was ahead', () => {
  const walked = ['a', 'b', 'c'].reduce((trail, id) => extendTrail(trail, id), startTrail)
  const back = stepBack(stepBack(walked))
  expect(back.ids[back.at]).toBe('a')
  expect(stepBack(back).at).toBe(0)
  expect(extendTrail(back, 'a', 'd').ids).toEqual(['a', 'd'])
})

test('a decision shows until the list includes it', () => {
  const listed = (version: number) => ({ ...item('a'), version })
  const shown = (version: number, savedAs: number | null) =>
    showDecision(listed(version), { status: 'confirmed', savedAs }).status
  expect(showDecision(listed(1), undefined).status).toBe('suggested')
  expect(shown(1, null)).toBe('confirmed')
  expect(shown(2, null)).toBe('confirmed')
  expect(shown(1, 2)).toBe('confirmed')
  expect(shown(2, 2)).toBe('suggested')
  expect(shown(3, 2)).toBe('suggested')
})

const turn = (index: number, text: string) => ({ index, text }) as Turn

test('the question starts with its first turn, even if another turn sits between it and the answer', () => {
  const turns = [
    turn(3, 'Could you be fair?'),
    turn(4, '(Pause)'),
    turn(5, 'Could you be fair?'),
    turn(6, 'Sir?'),
    turn(7, 'No.'),
  ]
  expect(findQuestion(turns, { question: 'Could you be fair? Sir?', turn: 7 })?.index).toBe(5)
  expect(
    findQuestion([turn(3, 'Thank you. Could you be fair?')], { question: 'Could you be fair?', turn: 4 })?.index,
  ).toBe(3)
  expect(findQuestion(turns, { question: 'What do you do?', turn: 7 })).toBeNull()
  expect(findQuestion(turns, { question: '', turn: 7 })).toBeNull()
})

test('the words that triggered a finding are found inside its quote', () => {
  const text = 'Yes. I would hold it against him.'
  const quote = 'I would hold it against him.'
  const highlight = { quote, trigger: { from: 13, to: 20 }, textChanged: false }
  expect(splitQuote(highlight, text)).toEqual(['I would ', 'hold it', ' against him.'])
  expect(splitQuote({ ...highlight, textChanged: true }, text)).toBeNull()
  expect(splitQuote(highlight, 'Other words.')).toBeNull()
  expect(splitQuote({ ...highlight, trigger: { from: 0, to: 4 } }, text)).toBeNull()
})
