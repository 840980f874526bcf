import { expect, test } from 'vitest'
import { clipFacts, manifestFacts } from './DetailsDialog.tsx'

const made = { software: 'Venire 0.1.0', contentSha256: 'ab12', counts: { passages: 1204, clips: 2 } }

test("describes a file's contents in everyday names", () => {
  expect(manifestFacts({ ...made, film: { exportId: 'x', sha256: 'cd34', timecodes: 7 } })).toEqual([
    { name: 'Created with', value: 'Venire 0.1.0' },
    { name: 'Passages', value: '1,204' },
    { name: 'Clips', value: '2' },
    { name: 'Timecodes linked to the exported video', value: '7' },
    { name: 'Video SHA-256', value: 'cd34', isHash: true },
    { name: 'Content SHA-256', value: 'ab12', isHash: true },
  ])
})

test("lists a film's clips, and none for other files", () => {
  const clip = { videoId: 'v', startMs: 65_400, endMs: 3_661_000, silenced: [{ startMs: 1, endMs: 2 }] }
  expect(clipFacts({ ...made, clips: [clip, { ...clip, silenced: [] }] })).toEqual([
    { videoId: 'v', from: '00:01:05.400', to: '01:01:01.000', silenced: '1' },
    { videoId: 'v', from: '00:01:05.400', to: '01:01:01.000', silenced: 'None' },
  ])
  expect(clipFacts(made)).toEqual([])
  expect([manifestFacts(null), clipFacts('torn')]).toEqual([[], []])
})
