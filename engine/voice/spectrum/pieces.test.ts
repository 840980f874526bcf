import { expect, test } from 'vitest'
import { cutPieces, joinPieces } from './pieces.ts'
import type { Voiceprints } from '#engine/voice/prints.ts'

const toPrints = (stretches: Voiceprints['stretches']): Voiceprints => ({
  ...{ kind: 'spectrum', model: null, mixture: null, overlaps: [], overlapsHeard: false, width: 1, stretches },
  vectors: Float32Array.from(stretches, ({ startMs, endMs }) => endMs - startMs),
})

test('cuts speech at breaths, and between them once a second', () => {
  const edges = cutPieces({ startMs: 1000, endMs: 5000 }, [2400, 3150]).map(({ endMs }) => endMs)
  expect(edges).toEqual([2400, 3000, 4000, 5000])
  expect(cutPieces({ startMs: 0, endMs: 400 }, [])).toEqual([{ startMs: 0, endMs: 400 }])
})

test('joins the parts of each piece, and leaves longer pieces from older recordings alone', () => {
  const whole = [
    { startMs: 0, endMs: 2000 },
    { startMs: 2000, endMs: 4000 },
    { startMs: 4500, endMs: 7000 },
  ]
  const parts = [
    ...cutPieces({ startMs: 0, endMs: 4000 }, [2600]),
    ...cutPieces({ startMs: 4500, endMs: 7000 }, [5000]),
  ]
  expect(parts.length).toBeGreaterThan(whole.length)
  for (const stretches of [whole, parts]) {
    const joined = joinPieces(toPrints(stretches))
    expect(joined.stretches).toEqual(whole)
    expect([...joined.vectors]).toEqual([2000, 2000, 2500])
  }
})
