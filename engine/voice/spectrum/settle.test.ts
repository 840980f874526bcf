import { expect, test } from 'vitest'
import { dimensions } from './cepstra.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'
import { groupVoices, type GroupSettings } from '#engine/voice/group.ts'
import { parts } from './mixture.ts'
import type { Voiceprints } from '#engine/voice/prints.ts'
import { settleVoices } from './settle.ts'
import { statisticsWidth } from '#engine/voice/space.ts'

function makeRandom() {
  let state = 11
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  return () => Array.from({ length: 12 }, random).reduce((sum, value) => sum + value, -6)
}

/**
 * `order` lists the speaker of each segment. `apart` scales the differences between people. Segments of the same person
 * also differ.
 */
function makePrints(order: readonly number[], apart: number, pauseMs = 500, stretchMs = 2000): Voiceprints {
  const normal = makeRandom()
  const size = parts * dimensions
  const people = Array.from({ length: Math.max(...order) + 1 }, () => Float64Array.from({ length: size }, normal))
  const frames = stretchMs / 10
  const vectors = new Float32Array(order.length * statisticsWidth)
  for (const [i, person] of order.entries()) {
    const at = i * statisticsWidth
    vectors[at] = frames
    vectors.fill(frames / parts, at + 1, at + 1 + parts)
    for (let k = 0; k < size; k += 1)
      vectors[at + 1 + parts + k] = (frames / parts) * (people[person]![k]! * apart + normal() * 0.5)
  }
  const fill = (count: number, value: number) => Array.from({ length: count }, () => value)
  return {
    ...{ kind: 'spectrum', model: null, overlaps: [], overlapsHeard: false, width: statisticsWidth, vectors },
    mixture: { weights: fill(parts, 1 / parts), means: fill(size, 0), variances: fill(size, 1) },
    stretches: order.map((_, i) => {
      const startMs = i * (stretchMs + pauseMs)
      return { startMs, endMs: startMs + stretchMs }
    }),
  }
}
const settings: GroupSettings = { speakers: null, enrollments: [], isClosed: false, fillMs: 0 }
const countVoices = (prints: Voiceprints, given: Partial<GroupSettings> = {}) =>
  new Set(groupVoices(prints, { ...settings, ...given }).map(({ voice }) => voice)).size
const repeat = (order: readonly number[], times: number) => Array.from({ length: times }, () => order).flat()

test('one person is one voice, even if a higher count is set', () => {
  const alone = makePrints(repeat([0], 30), 0.4)
  expect(countVoices(alone)).toBe(1)
  expect(countVoices(alone, { speakers: 3 })).toBe(1)
})

test('separates different people, and joins them only if a lower count is set', () => {
  const three = makePrints(repeat([0, 1, 0, 2], 10), 0.5)
  expect(countVoices(three)).toBe(3)
  expect(countVoices(three, { speakers: 2 })).toBe(2)
})

test("a small drift over a long recording doesn't create a voice", () => {
  const order = [...repeat([0], 200), ...repeat([1], 200)]
  expect(countVoices(makePrints(order, 0.12))).toBe(1)
  expect(countVoices(makePrints(order, 0.2))).toBe(2)
})

test("a few words don't create a voice unless a person names it", () => {
  const order = [...repeat([0], 15), 1, ...repeat([0], 15)]
  const prints = makePrints(order, 0.5)
  expect(countVoices(prints)).toBe(1)
  const enrollments = [{ speaker: 'Juror', ...prints.stretches[15]! }]
  const turns = groupVoices(prints, { ...settings, enrollments })
  expect(turns.filter(({ voice }) => voice === 'Juror').map(({ startMs }) => startMs)).toEqual([
    prints.stretches[15]!.startMs,
  ])
})

test('named turns pull the other turns of the same person, however the voices were found', () => {
  const order = repeat([0, 1], 12)
  const prints = makePrints(order, 0.5)
  const enrollments = [0, 1].map((i) => ({ speaker: `person ${i}`, ...prints.stretches[i]! }))
  const turns = groupVoices(prints, { ...settings, enrollments, isClosed: true })
  expect(turns.map(({ voice }) => voice)).toEqual(order.map((person) => `person ${person}`))
})

test('a change of voice without a pause needs more evidence than one after a pause', () => {
  const sequence = (pauseMs: number) => {
    const order = [0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 1]
    const { stretches: spans, ...rest } = makePrints(order, 0.3, pauseMs)
    const evidence: Evidence[] = gatherEvidence({ ...rest, stretches: spans })
    const fixed = order.map((person, i) => (i === 4 ? null : person))
    return settleVoices({ spans, evidence, fixed }, order).label[4]
  }
  expect([sequence(500), sequence(0)]).toEqual([1, 0])
})

test("a turn that sounds like nobody named is unidentified, and one that does isn't split by a doubtful second", () => {
  const order = [...repeat([0, 0, 0, 1, 1, 1], 6), ...repeat([2], 10)]
  const { stretches, ...rest } = makePrints(order, 0.8, 100, 1000)
  const isStranger = (i: number) => order[i] === 2
  const moved = stretches.map(({ startMs, endMs }, i) =>
    isStranger(i) ? { startMs: startMs + 3000, endMs: endMs + 3000 } : { startMs, endMs },
  )
  const enrollments = [0, 1, 2, 3, 4, 5].map((i) => ({ speaker: `person ${order[i]}`, ...moved[i]! }))
  const turns = groupVoices({ ...rest, stretches: moved }, { ...settings, enrollments, isClosed: true, fillMs: 1000 })
  expect(turns.map(({ voice }) => voice)).toEqual([
    ...Array.from({ length: 12 }, (_, i) => `person ${i % 2}`),
    'Unidentified',
  ])
})
