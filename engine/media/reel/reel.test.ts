import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { aac, buildMedia, counted, h264, makeFolder, readCounts, tone, turnFilm } from '../media.factory.ts'
import { makeReel } from './reel.ts'
import { inertAss, writeSrt } from './titles.ts'
import type { ReelClip, ReelWork } from './work.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let folder: Awaited<ReturnType<typeof makeFolder>>
const at = (name: string) => join(folder.path, name)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const quiet = new AbortController().signal

const hostile = "{\\p1}m 0 0 l 9 9{\\p0} \\N ';:,[x]%{pts}=#$(touch x)`<b>--> \u202Egnp.exe"

beforeAll(async () => {
  folder = await makeFolder()
  await buildMedia(at('a.mp4'), [...tone(8), ...counted(8, { size: '640x360' }), ...h264, ...aac, '-shortest'])
  await buildMedia(at('b.avi'), [
    ...['-f', 'lavfi', '-i', 'sine=f=300:r=22050:d=8,volume=-16dB,aformat=channel_layouts=stereo'],
    ...counted(8, { size: '240x180', rate: '30000/1001' }),
    ...['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'pcm_s16le', '-shortest'],
  ])
  await buildMedia(at('c.webm'), [...counted(6, { size: '180x320', rate: '15' }), '-c:v', 'libvpx', '-b:v', '1M'])
  await buildMedia(at('d.mp4'), [...tone(4), ...aac])
})
afterAll(() => folder[Symbol.asyncDispose]())

const clip = (name: string, startMs: number, endMs: number, more: Partial<ReelClip> = {}): ReelClip => ({
  input: at(name),
  inputKey: name,
  startMs,
  endMs,
  card: [],
  chapter: name,
  cues: [],
  mutes: [],
  ...more,
})
const reel = async (name: string, clips: ReelClip[], more: Partial<ReelWork> = {}) => {
  const steps: { fraction: number; secondsLeft: number | null }[] = []
  const work = {
    clips,
    opening: [],
    captions: 'none',
    timecodeBurn: false,
    folder: at(`${name}.work`),
    ...more,
  } satisfies ReelWork
  const made = await makeReel(work, at(name), (now) => steps.push(now), quiet)
  return { made, steps }
}
type Probed = {
  streams: {
    codec_type: string
    codec_name: string
    width: number
    height: number
    sample_aspect_ratio: string
    side_data_list?: object[]
    r_frame_rate: string
    nb_frames: string
    duration: string
  }[]
  chapters: { start_time: string; end_time: string; tags: { title: string } }[]
}
const probe = (name: string): Probed =>
  JSON.parse(
    execFileSync('ffprobe', ['-v', 'error', '-of', 'json', '-show_streams', '-show_chapters', at(name)]).toString(),
  ) as Probed
const readOutput = (args: string): string =>
  spawnSync('ffmpeg', ['-nostdin', '-hide_banner', ...args.split(' ')]).stderr.toString()
const loudnessOf = (name: string, from: number, length: number): number =>
  Number(
    /I:\s+(-?[\d.]+) LUFS\s+Threshold/.exec(
      readOutput(`-ss ${from} -t ${length} -i ${at(name)} -map 0:a -af ebur128 -f null -`),
    )?.[1],
  )

test('joins three recordings of different size, rate, format, and audio with frame accuracy', async () => {
  const { made, steps } = await reel('three.mp4', [
    clip('a.mp4', 1010, 2990, { card: [{ text: 'Juror 12', size: 'large' }], chapter: `Juror 12 ${hostile}` }),
    clip('b.avi', 3003, 5005),
    clip('c.webm', 1000, 2000, { chapter: 'Third' }),
    clip('d.mp4', 500, 1500),
  ])
  expect(made.canvas).toEqual({ width: 640, height: 360, rate: [30000, 1001] })
  const film = probe('three.mp4')
  expect(film.streams.map((each) => [each.codec_name, each.r_frame_rate])).toEqual([
    ['h264', '30000/1001'],
    ['aac', '0/0'],
    ['bin_data', '0/0'],
  ])
  const frameOf = (ms: number) => Math.round((ms * 30_000) / 1001 / 1000)
  const [a, b, c, d] = made.clips.map(({ atMs }) => frameOf(atMs))
  expect(a).toBe(frameOf(3000))
  const first = (await readCounts(at('three.mp4'))).slice(a, b)
  expect([...new Set(first)]).toEqual(numbers(26, 74))
  expect(first).toEqual(first.toSorted((x, y) => x - y))
  const [pillar, narrow] = [240 / 320, (360 * 180) / 320 / 640]
  const second = (await readCounts(at('three.mp4'), { area: [(1 - pillar) / 2, 0, pillar, 1] })).slice(b, c)
  expect(second).toEqual(numbers(90, 149))
  const third = (await readCounts(at('three.mp4'), { area: [(1 - narrow) / 2, 0, narrow, 1] })).slice(c, d)
  expect([...new Set(third)]).toEqual(numbers(15, 29))
  expect(Number(film.streams[0]!.nb_frames)).toBe(frameOf(made.durationMs))
  // The durations differ only by AAC's priming samples and the last packet.
  expect(Math.abs(Number(film.streams[0]!.duration) - Number(film.streams[1]!.duration))).toBeLessThan(0.05)
  expect(film.chapters.map(({ tags }) => tags.title)).toEqual([
    expect.stringContaining("Juror 12 {\\p1}m 0 0 l 9 9{\\p0} \\N ';:,[x]%{pts}=#$(touch x)`<b>"),
    'b.avi',
    'Third',
    'd.mp4',
  ])
  expect(Number(film.chapters[1]!.start_time) * 1000).toBeCloseTo(made.clips[1]!.atMs, -1)
  const [loud, soft] = [
    loudnessOf('three.mp4', 3.1, 1.8),
    loudnessOf('three.mp4', made.clips[1]!.atMs / 1000 + 0.1, 1.8),
  ]
  expect(Math.abs(loud - -18)).toBeLessThan(1)
  expect(Math.abs(soft - -18)).toBeLessThan(1)
  expect(made.clips[2]!.gainDb).toBeNull()
  expect(steps.at(-1)!.fraction).toBeGreaterThan(0.9)
  expect(steps.map(({ fraction }) => fraction)).toEqual(steps.map(({ fraction }) => fraction).toSorted((x, y) => x - y))
})

test('burns in captions or adds a caption track; shows hostile text literally', async () => {
  const cues = [{ startMs: 1200, endMs: 2800, text: hostile }]
  await reel('plain.mp4', [clip('a.mp4', 1000, 3000, { cues })])
  const bare = await readFile(at('plain.mp4'))
  await reel('burned.mp4', [clip('a.mp4', 1000, 3000, { cues, card: [{ text: hostile, size: 'plain' }] })], {
    captions: 'burned',
  })
  await reel('beside.mp4', [clip('a.mp4', 1000, 3000, { cues })], { captions: 'selectable' })
  expect(probe('plain.mp4').streams.map((each) => each.codec_type)).toEqual(['video', 'audio', 'data'])
  expect(probe('beside.mp4').streams.map((each) => each.codec_name)).toEqual(['h264', 'aac', 'mov_text', 'bin_data'])
  const text = execFileSync('ffmpeg', [
    '-v',
    'error',
    '-i',
    at('beside.mp4'),
    '-map',
    '0:s',
    '-f',
    'srt',
    '-',
  ]).toString()
  expect(text).toContain("(\\\u2060p1}m 0 0 l 9 9(\\\u2060p0} \\\u2060N ';:,[x]%(pts}=#$(touch x)`‹b>→")
  expect(text).toContain('00:00:00,200 --> 00:00:01,800')
  expect(text).not.toContain('\u202E')
  const white = (name: string, seconds: number) =>
    execFileSync(
      'ffmpeg',
      [
        '-v',
        'error',
        '-ss',
        String(seconds),
        '-i',
        at(name),
        '-frames:v',
        '1',
        '-vf',
        'crop=iw:ih/4:0:ih*3/4,format=gray',
        '-f',
        'rawvideo',
        '-',
      ],
      { maxBuffer: 1 << 26 },
    )
  expect(difference(white('burned.mp4', 3.1), white('plain.mp4', 0.1))).toBeLessThan(2)
  expect(difference(white('burned.mp4', 4), white('plain.mp4', 1))).toBeGreaterThan(10)
  expect((await readdir(folder.path)).includes('x')).toBe(false)
  expect(bare.length).toBeGreaterThan(1000)
})

test('reuses segments finished before a kill and produces the same bytes', async () => {
  const clips = [clip('a.mp4', 1000, 3000), clip('b.avi', 1000, 3000)]
  await reel('one.mp4', clips)
  const kept = await readdir(at('one.mp4.work'))
  expect(kept.filter((name) => name.startsWith('segment-'))).toHaveLength(2)
  expect(kept.filter((name) => name.startsWith('part-'))).toEqual([])
  const lost = kept.find((name) => name.startsWith('segment-'))!
  await rm(join(at('one.mp4.work'), lost))
  await writeFile(join(at('one.mp4.work'), 'part-x.mov'), 'half')
  const before = await readFile(at('one.mp4'))
  await rm(at('one.mp4'))
  const { steps } = await reel('one.mp4', clips)
  expect((await readFile(at('one.mp4'))).equals(before)).toBe(true)
  expect(await readdir(at('one.mp4.work'))).toEqual(kept)
  expect(steps.length).toBeGreaterThan(3)
})

test("shows the original's time and mutes a redacted name", async () => {
  await reel('timed.mp4', [clip('a.mp4', 2000, 4000, { mutes: [{ startMs: 2500, endMs: 3500 }] })], {
    timecodeBurn: true,
  })
  const mean = (from: number) =>
    Number(
      /mean_volume: (-?[\d.]+) dB/.exec(
        readOutput(`-ss ${from} -t 0.3 -i ${at('timed.mp4')} -map 0:a -af volumedetect -f null -`),
      )?.[1],
    )
  expect(mean(0.1)).toBeGreaterThan(-40)
  expect(mean(0.8)).toBeLessThan(-80)
  expect(mean(1.6)).toBeGreaterThan(-40)
})

test("shows the original's time over a recording without video", async () => {
  await reel('quiet.mp4', [clip('d.mp4', 500, 1500)])
  await reel('clock.mp4', [clip('d.mp4', 500, 1500)], { timecodeBurn: true })
  const corner = (name: string) =>
    execFileSync('ffmpeg', [
      ...['-v', 'error', '-ss', '0.5', '-i', at(name), '-frames:v', '1'],
      ...['-vf', 'crop=iw/3:ih/6:iw*2/3:0,format=gray', '-f', 'rawvideo', '-'],
    ])
  expect(difference(corner('clock.mp4'), corner('quiet.mp4'))).toBeGreaterThan(5)
})

const corners = [
  'color=red:s=180x320:r=25:d=2',
  'drawbox=x=90:y=0:w=90:h=160:c=lime:t=fill',
  'drawbox=x=0:y=160:w=90:h=160:c=blue:t=fill',
  'drawbox=x=90:y=160:w=90:h=160:c=white:t=fill',
].join(',')
async function turned(name: string, degrees: 90 | 180 | 270): Promise<void> {
  const stored = { 90: 'transpose=2', 180: 'hflip,vflip', 270: 'transpose=1' }[degrees]
  await buildMedia(at(`stored-${name}`), ['-f', 'lavfi', '-i', `${corners},${stored}`, ...h264])
  await turnFilm(await buildMedia(at(name), ['-i', at(`stored-${name}`), '-c', 'copy']), degrees)
}
function colorsAt(name: string, seconds: number, width: number, places: Places) {
  const bytes = execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-ss', seconds.toFixed(3), '-i', at(name), '-frames:v', '1'],
      ...['-pix_fmt', 'rgb24', '-f', 'rawvideo', '-'],
    ],
    { maxBuffer: 1 << 26 },
  )
  return places.map(([x, y]) => {
    const from = (y * width + x) * 3
    const [red, green, blue] = [...bytes.subarray(from, from + 3)].map((value) => value > 128)
    const known = { 'true,false,false': 'red', 'false,true,false': 'green', 'false,false,true': 'blue' }
    return red && green && blue ? 'white' : (known[`${red},${green},${blue}` as keyof typeof known] ?? 'black')
  })
}

type Places = readonly (readonly [x: number, y: number])[]
const quarters: Places = [20, 340].flatMap((y) => [20, 180].map((x) => [x, y] as const))
/** At full height, the 180 × 320 video is 202 pixels wide and spans 219 to 421. */
const besides: Places = [
  ...[100, 210].map((x) => [x, 90] as const),
  ...[60, 300].flatMap((y) => [240, 400].map((x) => [x, y] as const)),
  ...[430, 540].map((x) => [x, 270] as const),
]

test('shows a portrait phone video upright next to a landscape one, with side bars', async () => {
  for (const degrees of [90, 180, 270] as const) {
    const name = `turned-${degrees}.mp4`
    await turned(name, degrees)
    const { made } = await reel(`${degrees}.mp4`, [clip('a.mp4', 1000, 1400), clip(name, 0, 1000)])
    expect(made.canvas).toMatchObject({ width: 640, height: 360 })
    const [video] = probe(`${degrees}.mp4`).streams
    expect(video).toMatchObject({ width: 640, height: 360, sample_aspect_ratio: '1:1' })
    expect(video?.side_data_list ?? []).toEqual([])
    const seconds = made.clips[1]!.atMs / 1000 + 0.4
    const seen = colorsAt(`${degrees}.mp4`, seconds, 640, besides)
    const bars = ['black', 'black']
    expect([degrees, seen]).toEqual([degrees, [...bars, 'red', 'green', 'blue', 'white', ...bars]])
  }
  const { made } = await reel('standing.mp4', [clip('turned-90.mp4', 0, 1000)])
  expect(made.canvas).toMatchObject({ width: 202, height: 360 })
  expect(colorsAt('standing.mp4', 0.4, 202, quarters)).toEqual(['red', 'green', 'blue', 'white'])
})

test('shows video with non-square pixels at its display width', async () => {
  // The anamorphic video is stored at 320 × 360 and displayed at 640 × 360.
  const stored = counted(2, { size: '320x360' })
  const [bars, before] = [stored.at(-1)!, stored.slice(0, -1)]
  await buildMedia(at('narrow.mp4'), [...before, `${bars},setsar=2`, ...h264])
  const { made } = await reel('square.mp4', [clip('narrow.mp4', 0, 1000)])
  expect(made.canvas).toMatchObject({ width: 640, height: 360 })
  expect(probe('square.mp4').streams[0]).toMatchObject({ width: 640, height: 360, sample_aspect_ratio: '1:1' })
  expect(await readCounts(at('square.mp4'))).toEqual(numbers(0, 24))
})

const difference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) / a.length

test('escapes text', () => {
  expect(inertAss('a{\\b1}c\nd')).toBe('a\\{\\\u2060b1\\}c\\Nd')
  expect(writeSrt([{ startMs: 0, endMs: 10, text: 'a\n\nb --> <i>' }])).toBe(
    '1\n00:00:00,000 --> 00:00:00,010\na\nb → ‹i>\n',
  )
})
