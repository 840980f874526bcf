import { expect, test } from 'vitest'
import type { Exchange } from '#contract/findings/findings.ts'
import { findLongPauses } from './pauses.ts'

const waits = (...latencies: (number | null)[]): Exchange[] =>
  latencies.map((latencyMs, index) => ({
    index,
    questionTurns: [],
    answerTurns: [index],
    askerRole: 'judge',
    speaker: 'JUROR 4',
    jurorNumber: '4',
    latencyMs,
    hedge: null,
  }))
const found = (exchanges: Exchange[], polar = true) =>
  findLongPauses(exchanges, () => polar).map((each) => each.latencyMs)

test("a long pause lasts at least 3 s and twice the juror's median", () => {
  expect(found(waits(500, 700, 600, 3000))).toEqual([3000])
  expect(found(waits(500, 700, 600, 2900), false)).toEqual([])
  expect(found(waits(2500, 2600, 2700, 3000))).toEqual([])
  expect(found(waits(null, null))).toEqual([])
})

test("a yes-or-no answer is late after 1.5 s if the juror's pace is known", () => {
  expect(found(waits(400, 500, 600, 500, 1500))).toEqual([1500])
  expect(found(waits(400, 500, 600, 500, 1500), false)).toEqual([])
  expect(found(waits(400, 500, 1500))).toEqual([])
  expect(found(waits(400, 500, 600, 500, 1499))).toEqual([])
})
