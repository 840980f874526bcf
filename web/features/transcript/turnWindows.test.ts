import { expect, test } from 'vitest'
import type { Turn } from '#contract/videos/transcript.ts'
import { listStarts } from './turnWindows.ts'

const turn = (index: number, startMs: number | null): Turn => ({
  index,
  speaker: null,
  role: 'juror',
  jurorNumber: null,
  text: 'Yes.',
  words: [],
  startMs,
  endMs: startMs,
  page: null,
  line: null,
})
const outline = { turns: 125, starts: [0, 400_000, null] }

test("spreads an unloaded window's turns until the next window starts", () => {
  const starts = listStarts(outline, new Map())
  expect(starts).toHaveLength(125)
  expect([starts[0], starts[25], starts[50], starts[99], starts[124]]).toEqual([0, 200, 400, 400, 400])
})

test("uses a loaded window's exact times, in order even if a turn has none", () => {
  const arrived = Array.from({ length: 50 }, (_, at) => turn(at, at === 7 ? null : at * 3000))
  const starts = listStarts(outline, new Map([[0, arrived]]))
  expect([starts[6], starts[7], starts[8]]).toEqual([18, 18, 24])
  expect(starts.every((start, at) => at === 0 || start >= starts[at - 1]!)).toBe(true)
})
