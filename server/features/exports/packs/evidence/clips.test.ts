import { describe, expect, test } from 'vitest'
import type { Gathered, Placed } from '../../documents/content/gather.ts'
import type { Original } from '../../documents/content/recordings.ts'
import { buildRedactor } from '../../documents/content/redact.ts'
import type { SpokenVideo } from '../../documents/content/transcript.ts'
import { planClips } from './clips.ts'

const original = { videoId: 'v1', durationMs: 100_000 } as Original
const placed = (start: number | null, end: number | null, number: string | null = '12') =>
  ({ highlight: { id: `h${start}`, videoId: 'v1', start, end, juror: number && { number } } }) as unknown as Placed
const said = (text: string, startMs: number, endMs: number) =>
  [{ videoId: 'v1', spoken: [{ text, startMs, endMs }] }] as unknown as SpokenVideo[]
const plan = (chosen: Placed[], { contextSeconds = 5, films = [] as SpokenVideo[], originals = [original] } = {}) =>
  planClips(
    {
      order: { options: { contextSeconds } },
      redact: buildRedactor([], { names: true, employers: true }),
    } as unknown as Gathered,
    chosen,
    films,
    originals,
  )

describe('the clips of an evidence pack', () => {
  test('are numbered in order and named by juror number, never by name', () => {
    const paths = plan([placed(10, 12), placed(20, 22, null), placed(30, 32, '../7 B')]).map(({ path }) => path)
    expect(paths).toEqual(['clips/001-juror-12.mp4', 'clips/002.mp4', 'clips/003-juror-7B.mp4'])
  })

  test.for([
    ['in the middle', 10, 12, 5, [5000, 17_000]],
    ['at the start', 2, 3, 5, [0, 8000]],
    ['at the end', 97, 99, 5, [92_000, 100_000]],
    ['without context', 10, 12, 0, [10_000, 12_000]],
    ['without an end', 10, null, 5, [5000, 15_000]],
    ['with parts of a millisecond', 10.0004, 12.0006, 0, [10_000, 12_001]],
  ] as const)('%s: their context stays within the recording', ([, start, end, contextSeconds, span]) => {
    const [clip] = plan([placed(start, end)], { contextSeconds })
    expect([clip?.startMs, clip?.endMs]).toEqual(span)
  })

  test('are left out without a time, a recording, or any length', () => {
    const why = (clips: ReturnType<typeof plan>) => clips.map((each) => [each.path, each.why])
    const noTime = [[null, 'The passage has no timecode.']]
    expect(why(plan([placed(null, null)]))).toEqual(noTime)
    expect(why(plan([placed(10, 12)], { originals: [] }))).toEqual(noTime)
    expect(why(plan([placed(10, 10)], { contextSeconds: 0 }))).toEqual(noTime)
  })

  test.for([
    ['[Juror 12] works there', 11_000, 12_000, true],
    ['I work at [employer]', 6000, 7000, true],
    ['[Juror 12] works there', 17_000, 18_000, false],
    ['[Juror 12] works there', 4000, 5000, false],
    ['I said [sic] so', 11_000, 12_000, false],
  ] as const)('“%s” from %d to %d ms is heard in the clip: %s', ([text, startMs, endMs, isHeard]) => {
    const [clip] = plan([placed(10, 12)], { films: said(text, startMs, endMs) })
    expect(clip?.why).toBe(isHeard ? 'The clip would include a redacted name or employer.' : null)
    expect(clip?.path === null).toBe(isHeard)
  })

  test('keep their number if one before them is left out, so the passages still match', () => {
    const paths = plan([placed(null, null), placed(20, 22)]).map(({ path }) => path)
    expect(paths).toEqual([null, 'clips/002-juror-12.mp4'])
  })
})
