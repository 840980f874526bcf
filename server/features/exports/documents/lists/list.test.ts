import { describe, expect, test } from 'vitest'
import type { Gathered } from '../content/gather.ts'
import { buildRedactor } from '../content/redact.ts'
import { type Designation, exact, onCueList, pageLine, range, toCues, toSrt, toVttList } from './list.maker.ts'

type Highlight = Designation['placed']['highlight']
const designation = (more: Partial<Omit<Designation, 'placed'>> = {}, highlight: Partial<Highlight> = {}) =>
  ({
    filename: 'day-1.mp4',
    from: { page: 12, line: 4 },
    to: { page: 12, line: 9 },
    who: 'Juror 12',
    kinds: 'Bias indicator, high',
    quote: 'I can’t be fair.',
    placed: { highlight: { videoId: 'v1', start: 61.5, end: 64, clock: null, ...highlight } },
    ...more,
  }) as Designation

const gathered = {
  subject: { label: 'Day 1 [cruz road]', videoId: null },
  redact: buildRedactor([{ jurorNumber: '12', displayName: 'Ana Cruz', employer: '' }], {
    names: true,
    employers: true,
  }),
} as unknown as Gathered

describe('page and line', () => {
  test('pads the line, so that lists sort', () => {
    expect([pageLine({ page: 3, line: 7 }), pageLine({ page: 120, line: 25 })]).toEqual(['3:07', '120:25'])
  })

  test('is a range, one place, or nothing', () => {
    const [first, last] = [
      { page: 12, line: 24 },
      { page: 13, line: 2 },
    ]
    expect(range({ from: first, to: last })).toBe('12:24-13:02')
    expect(range({ from: first, to: first })).toBe('12:24')
    expect(range({ from: first, to: null })).toBe('12:24')
    expect(range({ from: null, to: null })).toBeNull()
  })

  test('time has milliseconds', () => {
    expect([exact(0), exact(61.5), exact(3600.007)]).toEqual(['0:00:00.000', '0:01:01.500', '1:00:00.007'])
  })
})

describe('an OnCue list', () => {
  test('groups designations by transcript, with one range per line', () => {
    const list = [
      designation(),
      designation({ filename: 'day-2.mp4' }, { videoId: 'v2' }),
      designation({ from: { page: 14, line: 1 }, to: null }),
    ]
    expect(onCueList(gathered, list).split('\r\n')).toEqual([
      '[ID=VOIRDIRE01 Day 1 cruz road]',
      '[Transcript=day-1.mp4]',
      '[hl=1]',
      '12:04-12:09',
      '14:01',
      '',
      '[ID=VOIRDIRE02 Day 1 cruz road]',
      '[Transcript=day-2.mp4]',
      '[hl=1]',
      '12:04-12:09',
      '',
    ])
  })

  test('leaves out what can’t be cited', () => {
    expect(onCueList(gathered, [designation({ from: null, to: null })])).toBe('\r\n')
  })

  test('no file name can add a header of its own', () => {
    const text = onCueList(gathered, [designation({ filename: 'a]\r\n[hl=0]\r\n.mp4' })])
    expect(text).toContain('[Transcript=a hl 0 .mp4]')
    expect(text.split('\r\n').filter((line) => line.startsWith('[hl'))).toEqual(['[hl=1]'])
  })
})

describe('captions', () => {
  test('show who said it, where, and the words, on the session’s clock', () => {
    expect(toCues([designation({}, { clock: 5 })])).toEqual([
      { startMs: 5000, endMs: 7500, text: 'Juror 12 [12:04-12:09]: I can’t be fair.' },
    ])
    expect(toCues([designation({ from: null })])).toEqual([
      { startMs: 61_500, endMs: 64_000, text: 'Juror 12: I can’t be fair.' },
    ])
  })

  test('leave out what has no time, and last at least a millisecond', () => {
    expect(toCues([designation({}, { start: null }), designation({}, { end: null })])).toEqual([])
    expect(toCues([designation({}, { start: 2, end: 2 })])).toMatchObject([{ startMs: 2000, endMs: 2001 }])
  })

  const cues = [
    { startMs: 0, endMs: 1500, text: 'Yes & no' },
    { startMs: 3_661_007, endMs: 3_662_000, text: '<i>line</i> {b}\n\n--> 3' },
  ]

  test('as SRT, nothing in the words is markup, a blank line, or an arrow', () => {
    expect(toSrt(cues)).toBe(
      '1\r\n00:00:00,000 --> 00:00:01,500\r\nYes & no\r\n\r\n' +
        '2\r\n01:01:01,007 --> 01:01:02,000\r\n‹i>line‹/i> (b}\r\n→ 3\r\n',
    )
  })

  test('as WebVTT, nothing in the words is markup, a blank line, or an arrow', () => {
    expect(toVttList(cues)).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nYes &amp; no\n\n' +
        '01:01:01.007 --> 01:01:02.000\n&lt;i&gt;line&lt;/i&gt; {b}\n→ 3\n',
    )
  })
})
