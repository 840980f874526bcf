import { expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { wordMarks } from './marks.ts'

const found = (given: Partial<Highlight>): Highlight => {
  const highlight: Partial<Highlight> = {
    videoId: 'a',
    type: 'hardship',
    sub: 'financial',
    status: 'suggested',
    why: 'The juror says that serving would cost income.',
    turn: 4,
    trigger: { from: 3, to: 9 },
    textChanged: false,
    ...given,
  }
  return highlight as Highlight
}

test('marks words where they were found, even if a correction moves them', () => {
  const all = [found({}), found({ textChanged: true }), found({ videoId: 'b' }), found({ status: 'dismissed' })]
  expect(wordMarks(all, 'a')).toMatchObject([{ turn: 4, from: 3, to: 9 }])
})
