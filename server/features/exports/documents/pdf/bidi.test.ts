import { expect, test } from 'vitest'
import { toVisualRuns } from './bidi.ts'

const shown = (line: string) =>
  toVisualRuns(line)
    .map(({ text, isRtl }) => (isRtl ? Array.from(text).toReversed().join('') : text))
    .join('')

test.each([
  ['Juror 12 only', 'Juror 12 only'],
  ['Juror אבג דהו, seated', 'Juror והד גבא, seated'],
  ['אבג (דהו) 12', '12 (והד) גבא'],
  ['אבג 3:15 דהו', 'והד 3:15 גבא'],
  ['אבג abc דהו', 'והד abc גבא'],
  ['abc 1, אב', 'abc 1, בא'],
  ['سلا 2026-03-02', '2026-03-02 الس'],
  ['אבג (A. Example),', 'גבא (A. Example),'],
  ['"אב" x', 'x "בא"'],
])('%j reads as %j from left to right', (line, visual) => {
  expect(shown(line)).toBe(visual)
})
