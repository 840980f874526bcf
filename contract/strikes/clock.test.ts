import { expect, test } from 'vitest'
import { getPlace, placeOfCall, type SessionClock } from './clock.ts'

const recordings = [
  { videoId: 'morning', offset: 0, duration: 3600 },
  { videoId: 'late', offset: 4200, duration: 3600 },
]
const clock = (given: Partial<SessionClock> = {}): SessionClock => ({
  ...{ recordings, marks: [], startsAt: null },
  ...given,
})
const mark = (at: string, videoId: string, seconds: number) => ({ at, timecode: { videoId, seconds } })

test('returns nothing if no mark or start time links the clock to a recording', () => {
  expect(getPlace('2026-03-14T15:10:00.000Z', clock())).toBeNull()
  expect(
    getPlace('2026-03-14T15:10:00.000Z', clock({ recordings: [], startsAt: '2026-03-14T15:00:00.000Z' })),
  ).toBeNull()
})

test('uses the session start if a recording covers the time', () => {
  const planned = clock({ startsAt: '2026-03-14T15:00:00.000Z' })
  const at = (time: string) => getPlace(`2026-03-14T${time}Z`, planned)
  expect(at('15:10:00.250')).toEqual({ videoId: 'morning', seconds: 600.25, basis: 'placed' })
  expect(at('16:20:00.000')).toEqual({ videoId: 'late', seconds: 600, basis: 'placed' })
  expect([at('16:05:00.000'), at('14:59:59.000'), at('17:10:00.001')]).toEqual([null, null, null])
  expect(at('17:10:00.000')).toEqual({ videoId: 'late', seconds: 3600, basis: 'placed' })
})

test('prefers a marked time over the planned start, in every recording', () => {
  const known = clock({
    startsAt: '2026-03-14T15:00:00.000Z',
    marks: [mark('2026-03-14T15:17:00.000Z', 'morning', 600)],
  })
  expect(getPlace('2026-03-14T15:27:30.000Z', known)).toEqual({ videoId: 'morning', seconds: 1230, basis: 'reckoned' })
  expect(getPlace('2026-03-14T16:27:00.000Z', known)).toEqual({ videoId: 'late', seconds: 600, basis: 'placed' })
})

test('uses the closest applicable mark', () => {
  const drifting = clock({
    marks: [
      mark('2026-03-14T15:10:00.000Z', 'morning', 600),
      mark('2026-03-14T15:50:00.000Z', 'morning', 3002),
      mark('2026-03-14T16:12:00.000Z', 'late', 60),
      mark('2026-03-14T16:12:00.000Z', 'gone', 5),
    ],
  })
  expect(getPlace('2026-03-14T15:12:00.000Z', drifting)?.seconds).toBe(720)
  expect(getPlace('2026-03-14T15:49:00.000Z', drifting)?.seconds).toBe(2942)
  expect(getPlace('2026-03-14T16:13:00.000Z', drifting)).toEqual({ videoId: 'late', seconds: 120, basis: 'reckoned' })
  expect(getPlace('2026-03-14T16:00:00.000Z', clock({ marks: drifting.marks.slice(1, 3) }))).toBeNull()
})

test('treats a marked time as exact while its recording exists', () => {
  const planned = clock({ startsAt: '2026-03-14T15:00:00.000Z' })
  const at = '2026-03-14T15:10:00.000Z'
  expect(placeOfCall(at, { videoId: 'late', seconds: 7 }, planned)).toEqual({
    ...{ videoId: 'late', seconds: 7, basis: 'marked' },
  })
  expect(placeOfCall(at, { videoId: 'gone', seconds: 7 }, planned)).toEqual({
    ...{ videoId: 'morning', seconds: 600, basis: 'placed' },
  })
  expect(placeOfCall(null, null, planned)).toBeNull()
})
