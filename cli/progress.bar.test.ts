import { expect, test } from 'vitest'
import { showProgress } from './progress.ts'

test.each([
  [59, '59 s left'],
  [3541, '1 h 0 min left'],
  [7190, '2 h 0 min left'],
  [3661, '1 h 2 min left'],
])('formats %i seconds as %s', (secondsLeft, words) => {
  let shown = ''
  const stream = { isTTY: true, write: (text: string) => (shown += text) } as unknown as NodeJS.WriteStream
  showProgress(stream).show({ stage: 'probe', overall: 0.5, secondsLeft, stages: [] } as never)
  expect(shown).toContain(`, ${words}`)
})
