import { expect, test } from 'vitest'
import type { ComparedJuror, SaidByJuror } from '#contract/strikes/compare.ts'
import { type CompareInput, findComparators } from './comparators.ts'

const said = (quote: string, sub = 'burden_of_proof', stance = 'expressed'): SaidByJuror => ({
  highlightId: `h ${quote.slice(0, 8)}`,
  type: 'bias_indicator',
  sub,
  stance,
  quote,
})
const juror = (number: string, more: Partial<ComparedJuror> = {}): ComparedJuror => ({
  jurorId: `j${number}`,
  number,
  isStruck: false,
  said: [],
  answers: [],
  ...more,
})
const find = (own: ComparedJuror, others: ComparedJuror[], more: Partial<CompareInput> = {}) =>
  findComparators({ juror: own, reliesOn: [], others, issues: [], ...more })
const numbers = (found: ReturnType<typeof find>) => found.map(({ number }) => number)

const lean = said('I would want more than just the word of one witness.')

test('finds the same kind of statement with the same stance, and quotes both', () => {
  const found = find(juror('7', { said: [lean] }), [
    juror('22', { said: [said('One witness alone is never enough for me.')] }),
    juror('23', { said: [said('My cousin drives a bus.', 'relationship')] }),
    juror('24', {
      said: [said('One person’s word? I could follow the instruction.', 'burden_of_proof', 'rehabilitated')],
    }),
  ])
  expect(numbers(found)).toEqual(['22'])
  expect(found[0]?.alike).toEqual([
    {
      kind: 'finding',
      about: 'bias indicator burden of proof',
      theirs: 'One witness alone is never enough for me.',
      ours: lean.quote,
      highlightId: 'h One witn',
    },
  ])
})

test('lists unstruck jurors first, then by similarity', () => {
  const same = said(lean.quote)
  const far = said('Proof has to be perfect.')
  const found = find(juror('7', { said: [lean] }), [
    juror('8', { said: [same], isStruck: true }),
    juror('9', { said: [far] }),
    juror('10', { said: [same] }),
    juror('7', { said: [same] }),
  ])
  expect(numbers(found)).toEqual(['10', '9', '8'])
  expect(found[0]?.nearness).toBe(1)
})

test('compares only what the strike relies on', () => {
  const other = said('I hate insurance companies.', 'party_lean')
  const own = juror('7', { said: [lean, other] })
  const others = [
    juror('8', { said: [said('Insurance companies are thieves.', 'party_lean')] }),
    juror('9', { said: [lean] }),
  ]
  expect(numbers(find(own, others)).sort()).toEqual(['8', '9'])
  expect(numbers(find(own, others, { reliesOn: [lean] }))).toEqual(['9'])
})

test('compares answers to the same question, but never about a trait', () => {
  const answers = (a: string) => [
    { q: 'Have you served on a jury?', a },
    { q: 'What is your race?', a: 'Declined' },
    { q: 'Your religion:', a: 'None' },
  ]
  const own = juror('7', { answers: answers('Yes, a hung jury in 2019') })
  const found = find(own, [
    juror('8', { answers: answers('yes — a hung jury, in 2019') }),
    juror('9', { answers: answers('No') }),
    juror('10', { answers: [{ q: 'Do you own a dog?', a: 'Yes, a hung jury in 2019' }] }),
  ])
  expect(numbers(found)).toEqual(['8'])
  expect(found[0]?.alike.map(({ kind, about }) => [kind, about])).toEqual([['answer', 'Have you served on a jury?']])
})

test('finds jurors who mention the same case theme', () => {
  const issues = [{ name: 'Insurance', watchWords: ['insurance', 'premium'] }]
  const own = juror('7', { said: [said('My premium doubled after the crash.', '')] })
  const found = find(
    own,
    [
      juror('8', { said: [said('Insurance is a racket.', '')] }),
      juror('9', { said: [said('Reinsurances bore everybody.', '')] }),
    ],
    { issues },
  )
  expect(found.map(({ number, alike }) => [number, alike[0]?.kind, alike[0]?.about])).toEqual([
    ['8', 'topic', 'Insurance'],
  ])
})

test('ignores an answer that a third of the panel gave', () => {
  const knows = (a: string) => ({ answers: [{ q: 'Do you know anybody in law enforcement?', a }] })
  const panel = Array.from({ length: 12 }, (_, at) => juror(String(at + 1), knows(at < 9 ? 'No' : 'My cousin')))
  expect(numbers(find(panel[0]!, panel.slice(1)))).toEqual([])
  expect(numbers(find(panel[9]!, panel.toSpliced(9, 1)))).toEqual(['11', '12'])
})
