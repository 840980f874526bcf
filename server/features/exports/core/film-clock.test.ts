import { expect, test } from 'vitest'
import { addressIn, clipsOf, type FilmClip, filmFacts, type FilmLink, lengthOf, secondInFilm } from './film-clock.ts'

const [videoId, otherId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const clip = (startMs: number, endMs: number, atMs: number, given: Partial<FilmClip> = {}): FilmClip => ({
  videoId,
  startMs,
  endMs,
  firstFrameMs: startMs,
  atMs,
  ...given,
})
const reel = [clip(3000, 8000, 9000), clip(20_000, 30_000, 17_000, { videoId: otherId, firstFrameMs: 20_013 })]

test('a moment stands behind its card and those before it', () => {
  expect(secondInFilm(reel, videoId, 3)).toBe(9)
  expect(secondInFilm(reel, videoId, 4.25)).toBe(10.25)
  expect(secondInFilm(reel, otherId, 25)).toBe(21.987)
  // Asked for a little before the first picture there is.
  expect(secondInFilm(reel, otherId, 20.001)).toBe(17)
})

test('a moment that no clip shows is in no film', () => {
  for (const seconds of [0, 2.999, 8, 20]) expect(secondInFilm(reel, videoId, seconds)).toBeNull()
  expect(secondInFilm(reel, '00000000-0000-4000-8000-000000000003', 4)).toBeNull()
})

test('of two clips that show it the one that goes on longer, whatever their order', () => {
  const [long, short] = [clip(5000, 20_000, 9000), clip(0, 10_000, 30_000)]
  expect(secondInFilm([long, short], videoId, 8)).toBe(12)
  expect(secondInFilm([short, long], videoId, 8)).toBe(12)
  expect(secondInFilm([short, long], videoId, 4)).toBe(34)
})

test('never a fraction before its first picture, where a player would show the card', () => {
  expect(secondInFilm([clip(3000, 8000, 7007.3333)], videoId, 3)).toBe(7.008)
  expect(secondInFilm([clip(3000, 8000, 9000.0000000001)], videoId, 3)).toBe(9)
})

test('knows how long a film is, and what is none', () => {
  expect(lengthOf(clipsOf({ clips: [{ ...reel[0], reelMs: 14_000, method: 'encoded' }] }))).toBe(14)
  const { atMs: _, ...single } = clip(3000, 8000, 0, { firstFrameMs: 3020 })
  expect(lengthOf(clipsOf({ clips: [single] }))).toBe(4.98)
  for (const none of [null, {}, { clips: 'x' }, { clips: [{ videoId }] }]) expect(clipsOf(none)).toEqual([])
  expect(lengthOf([])).toBe(0)
})

test('a manifest tells the film and how many timecodes open it, and not where it is', () => {
  const film: FilmLink = {
    exportId: 'e',
    sha256: 'h',
    title: 'Reel',
    address: 'https://firm.example/s/SECRET',
    clips: reel,
    linkEndsAt: '2026-01-01T00:00:00.000Z',
    hasPassword: false,
    hasEmailCode: false,
    maxDownloads: null,
  }
  const content = [addressIn(film, videoId, 4), addressIn(film, videoId, 1), { url: addressIn(film, otherId, 21) }]
  expect(content[0]).toBe('https://firm.example/s/SECRET?t=10')
  expect(filmFacts(film, content)).toEqual({ film: { exportId: 'e', sha256: 'h', timecodes: 2 } })
  expect(filmFacts(null, content)).toEqual({})
})
