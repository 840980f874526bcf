import { expect, test } from 'vitest'
import type { Comparator, Likeness } from '#contract/strikes/compare.ts'
import { describeLikeness, listCompared } from './Comparators.tsx'

const jurors = [
  { id: 'a', number: '9', status: 'seated' },
  { id: 'b', number: '24', status: 'struck_cause' },
] as const
const like = (theirs: string): Likeness => ({
  ...{ kind: 'finding', about: 'bias indicator party lean', theirs, ours: 'I would lean', highlightId: null },
})
const said = { highlightId: 'h', type: 'bias_indicator', sub: '', stance: null, quote: 'I am not sure.' }
const alike: Comparator[] = [
  { jurorId: 'a', number: '9', isStruck: false, nearness: 1, alike: [like('one'), like('two'), like('three')] },
  { jurorId: 'c', number: '30', isStruck: false, nearness: 1, alike: [like('not asked for')] },
]

test("lists the author's comparators with their closest quotes and who is still on the panel", () => {
  const [first, second, ...more] = listCompared(
    [
      { jurorId: 'a', stance: 'explained', explanation: 'Took it back.' },
      { jurorId: 'b', stance: 'accepted', explanation: '' },
      { jurorId: 'gone', stance: 'accepted', explanation: '' },
    ],
    jurors,
    alike,
    [{ jurorId: 'b', number: '24', isStruck: true, said: [said], answers: [] }],
  )
  expect(first).toMatchObject({ number: '9', stays: true, stance: 'explained', explanation: 'Took it back.' })
  expect(first?.alike.map(({ theirs }) => theirs)).toEqual(['one', 'two'])
  expect(second).toMatchObject({ number: '24', stays: false, alike: [], said })
  expect(first?.said).toBeNull()
  expect(more).toEqual([])
})

test.each([
  [{ kind: 'answer', about: 'Do you trust officers?' } as const, 'Similar answer: Do you trust officers?'],
  [{ kind: 'topic', about: 'Right to silence' } as const, 'Both mention Right to silence'],
  [{ kind: 'finding', about: 'similar words' } as const, 'Similar wording'],
  [{ kind: 'finding', about: 'bias indicator party lean' } as const, 'Both: bias indicator party lean'],
])('%o reads “%s”', (likeness, words) => {
  expect(describeLikeness(likeness)).toBe(words)
})
