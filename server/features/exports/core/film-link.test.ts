import { describe, expect, test } from 'vitest'
import {
  type FilmClip,
  type FilmLink,
  filmFacts,
  findFilmSecond,
  getFilmUrl,
  getLength,
  readClips,
} from './film-link.ts'

/** Two clips of one recording and one of another, each after a title card of 3 s. */
const clip = (videoId: string, startMs: number, endMs: number, atMs: number, more: Partial<FilmClip> = {}) => ({
  ...{ videoId, startMs, endMs, atMs, firstFrameMs: startMs },
  ...more,
})
const clips: FilmClip[] = [
  clip('v1', 10_000, 20_000, 3000),
  clip('v1', 60_000, 65_000, 16_000),
  clip('v2', 0, 4000, 24_000),
]
const film: FilmLink = {
  exportId: 'e1',
  sha256: 'ab',
  title: 'Reel',
  address: 'https://firm.example/s/secret',
  clips,
  linkEndsAt: '2026-03-09T00:00:00Z',
  hasPassword: false,
  hasEmailCode: false,
  maxDownloads: null,
}

describe('a moment of a recording in the film', () => {
  test.for([
    ['the start of a clip', 'v1', 10, 3],
    ['its middle', 'v1', 12.5, 5.5],
    ['its last millisecond', 'v1', 19.999, 12.999],
    ['a later clip', 'v1', 61, 17],
    ['another recording', 'v2', 1, 25],
  ] as const)('%s', ([, videoId, seconds, at]) => {
    expect(findFilmSecond(clips, videoId, seconds)).toBe(at)
  })

  test.for([
    ['before the first clip', 'v1', 9.999],
    ['just after a clip', 'v1', 20],
    ['between two', 'v1', 40],
    ['another recording’s time', 'v2', 12],
    ['an unknown recording', 'v3', 1],
  ] as const)('%s is not in the film', ([, videoId, seconds]) => {
    expect(findFilmSecond(clips, videoId, seconds)).toBeNull()
  })

  test('never shows the title card: it rounds up to the first frame', () => {
    const late = [clip('v1', 10_000, 20_000, 3000.2, { firstFrameMs: 10_033.4 })]
    expect(findFilmSecond(late, 'v1', 10)).toBe(3.001)
    expect(findFilmSecond(late, 'v1', 10.5)).toBe(3.467)
  })

  test('floating-point error doesn’t skip a millisecond', () => {
    expect(findFilmSecond([clip('v1', 0, 9000, 0.1 + 0.2, { firstFrameMs: 0.3 })], 'v1', 1)).toBe(1)
  })

  test('of two clips, the one that goes on longer is shown', () => {
    const overlapping = [clip('v1', 0, 5000, 0), clip('v1', 2000, 9000, 5000)]
    expect(findFilmSecond(overlapping, 'v1', 3)).toBe(6)
  })

  test('a clip with only sound begins at its start', () => {
    expect(findFilmSecond([clip('v1', 1000, 2000, 500, { firstFrameMs: null })], 'v1', 1.25)).toBe(0.75)
  })
})

test('the film is as long as its last clip, or as long as the file says', () => {
  expect(getLength(clips)).toBe(28)
  expect(getLength([clip('v1', 0, 4000, 0, { reelMs: 4100 })])).toBe(4.1)
  expect(getLength([])).toBe(0)
})

test('reads the clips of a film’s manifest, and none of any other file', () => {
  const stored = { videoId: '33333333-3333-4333-8333-333333333333', startMs: 0, endMs: 5, firstFrameMs: null }
  expect(readClips({ clips: [stored], other: 1 })).toEqual([{ ...stored, atMs: 0 }])
  for (const manifest of [null, {}, { clips: [{ startMs: 1 }] }, { clips: 'none' }])
    expect([manifest, readClips(manifest)]).toEqual([manifest, []])
})

test('a timecode opens the film at that moment, or nothing if the film doesn’t show it', () => {
  expect(getFilmUrl(film, 'v1', 12.5)).toBe('https://firm.example/s/secret?t=5.5')
  expect(getFilmUrl(film, 'v1', 40)).toBeNull()
})

test('the manifest says which film and how many timecodes open it, never its address', () => {
  const content = { rows: [`${film.address}?t=1`, `${film.address}?t=2`, film.address] }
  expect(filmFacts(film, content)).toEqual({ film: { exportId: 'e1', sha256: 'ab', timecodes: 2 } })
  expect(JSON.stringify(filmFacts(film, content))).not.toContain('secret')
  expect(filmFacts(null, content)).toEqual({})
})
