import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Artifacts } from '#contract/videos/analysis.ts'
import { Probe, Proxy, Thumbnails, Waveform } from '#contract/videos/analysis.ts'
import { readArtifact } from '../artifacts.ts'
import { describeMedia } from '../media/tracks.ts'
import { aac, buildMedia, h264, makeFolder, picture, silence, tone, turnFilm } from '../media/media.factory.ts'
import { runPipeline } from '../run.ts'
import { audioStage } from './audio.ts'
import { probeStage } from './probe.ts'
import { proxyStage } from './proxy.ts'
import { thumbnailsStage } from './thumbnails.ts'
import { waveformStage } from './waveform.ts'

const stages = [probeStage, audioStage, waveformStage, thumbnailsStage, proxyStage]
type MediaArtifacts = Pick<Artifacts, 'probe' | 'audio' | 'waveform' | 'thumbnails' | 'proxy'> & { folder: string }

let root: Awaited<ReturnType<typeof makeFolder>>
let film = ''
beforeAll(async () => {
  root = await makeFolder()
  film = await buildMedia(join(root.path, 'film.mp4'), [...picture(2), ...tone(2), ...h264, ...aac])
})
afterAll(() => root[Symbol.asyncDispose]())

async function analyze(input: string): Promise<MediaArtifacts> {
  const folder = `${input}.work`
  await runPipeline({
    stages,
    input,
    folder,
    options: {
      transcript: null,
      recognition: { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false },
      threads: 1,
    },
    signal: new AbortController().signal,
  })
  const [probe, audio, waveform, thumbnails, proxy] = await Promise.all([
    readArtifact(folder, 'probe'),
    readArtifact(folder, 'audio'),
    readArtifact(folder, 'waveform'),
    readArtifact(folder, 'thumbnails'),
    readArtifact(folder, 'proxy'),
  ])
  Probe.parse(probe)
  Waveform.parse(waveform)
  Thumbnails.parse(thumbnails)
  Proxy.parse(proxy)
  return { folder, probe, audio, waveform, thumbnails, proxy }
}

const make = (name: string, args: readonly string[]) => buildMedia(join(root.path, name), args)

test.each([
  ['wav', ['-c:a', 'pcm_s16le'], 'mp4'],
  ['wav', ['-c:a', 'pcm_mulaw', '-ar', '8000'], 'mp4'],
  ['mp3', ['-c:a', 'libmp3lame'], 'mp4'],
  ['m4a', ['-c:a', 'aac'], null],
  ['flac', ['-c:a', 'flac'], 'mp4'],
  ['ogg', ['-c:a', 'libvorbis'], 'webm'],
  ['opus', ['-c:a', 'libopus', '-f', 'ogg'], 'webm'],
])('a %s file (%s) is a recording without a picture', async (extension, codec, copy) => {
  const sound = await make(`sound-${codec[1]}.${extension}`, [...tone(3), ...codec])
  const { probe, audio, waveform, thumbnails, proxy } = await analyze(sound)
  expect(probe.video).toBeNull()
  expect(Math.abs(probe.durationMs - 3000)).toBeLessThan(150)
  expect(Math.abs(audio.durationMs - 3000)).toBeLessThan(150)
  expect(waveform.buckets).toBeGreaterThan(50)
  expect(thumbnails.poster).toBeNull()
  expect(proxy.file).toBe(copy === null ? null : `proxy.${copy}`)
})

test('an MP3 with a cover image has no picture, and half a WAV says what is missing', async () => {
  const cover = await make('cover.png', [...picture(1), '-frames:v', '1'])
  const tagged = await make('tagged.mp3', [
    ...tone(2),
    ...['-i', cover, '-map', '0:a', '-map', '1:v', '-c:a', 'libmp3lame', '-disposition:v', 'attached_pic'],
  ])
  expect((await analyze(tagged)).probe.video).toBeNull()
  const whole = await readFile(await make('whole.wav', tone(2)))
  await writeFile(join(root.path, 'half.wav'), whole.subarray(0, 50_000))
  await expect(analyze(join(root.path, 'half.wav'))).rejects.toThrow('bytes are missing at the end')
})

const plain = (graph: string) => ['-f', 'lavfi', '-i', graph]
const track = (...names: string[]) => names.flatMap((name) => ['-map', name])

async function describeProxy({ folder, proxy }: MediaArtifacts) {
  const described = await describeMedia(join(folder, proxy.file ?? ''))
  return {
    container: described.container,
    codecs: described.streams.map((s) => s.codec_name),
    heights: described.streams.flatMap((s) => (s.height ? [s.height] : [])),
  }
}

test('plays MP4 with H.264 and AAC as is', async () => {
  const { probe, audio, waveform, thumbnails, proxy, folder } = await analyze(film)
  expect(probe).toMatchObject({
    container: 'mp4',
    video: { codec: 'h264', width: 320, height: 180, frameRate: [25, 1], rotation: 0, pixelFormat: 'yuv420p' },
    audio: { codec: 'aac', sampleRate: 44_100, channels: 1, startMs: 0 },
    playsInBrowser: true,
  })
  expect(Math.abs(probe.durationMs - 2000)).toBeLessThan(60)
  expect(proxy.file).toBeNull()
  expect(Math.abs(audio.durationMs - 2000)).toBeLessThan(60)
  expect(waveform.bucketsPerSecond).toBe(20)
  const peaks = new Int8Array((await readFile(join(folder, 'waveform.bin'))).buffer)
  expect(peaks.length).toBe(waveform.buckets * 2)
  // The amplitude of lavfi's sine is one eighth, and 127 / 8 is about 16.
  expect([peaks[20], peaks[21]]).toEqual([expect.closeTo(-16, -0.5), expect.closeTo(16, -0.5)])
  expect(thumbnails.sprite).toMatchObject({ count: 1, columns: 1, rows: 1, intervalMs: 2000, tileWidth: 160 })
  const sprite = await describeSheet(join(folder, thumbnails.sprite?.file ?? ''))
  expect(sprite).toEqual([160, 90])
})

async function describeSheet(path: string): Promise<[number, number]> {
  const jpeg = await readFile(path)
  const at = jpeg.indexOf('\xff\xc0', 0, 'latin1')
  return [jpeg.readUInt16BE(at + 7), jpeg.readUInt16BE(at + 5)]
}

test('plays MOV as is and rewraps MKV', async () => {
  const mov = await analyze(await make('film.mov', ['-i', film, '-c', 'copy']))
  expect(mov.probe).toMatchObject({ container: 'mov', playsInBrowser: true })
  const mkv = await analyze(await make('film.mkv', ['-i', film, '-c', 'copy']))
  expect(mkv.probe).toMatchObject({ container: 'matroska', playsInBrowser: false })
  expect(mkv.proxy).toEqual({ file: 'proxy.mp4', reason: 'Browsers do not play this container format (matroska).' })
  expect(await describeProxy(mkv)).toMatchObject({ container: 'mp4', codecs: ['h264', 'aac'] })
  const bytes = await readFile(join(mkv.folder, 'proxy.mp4'))
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
})

test('converts AVI to H.264 and AAC', async () => {
  const avi = await analyze(await make('film.avi', ['-i', film, '-c:v', 'mpeg4', '-c:a', 'libmp3lame']))
  expect(avi.probe).toMatchObject({ container: 'avi', video: { codec: 'mpeg4' }, playsInBrowser: false })
  expect(await describeProxy(avi)).toMatchObject({ container: 'mp4', codecs: ['h264', 'mp3'] })
  expect(avi.thumbnails.poster).toBe('thumbnails.poster.jpg')
})

test('plays WebM and copies one without a duration', async () => {
  const codecs = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus']
  const webm = await make('film.webm', ['-i', film, ...codecs])
  expect((await analyze(webm)).probe).toMatchObject({ container: 'webm', playsInBrowser: true })
  const live = await analyze(await make('live.webm', ['-i', webm, '-c', 'copy', '-live', '1']))
  expect(live.probe.playsInBrowser).toBe(false)
  expect(Math.abs(live.probe.durationMs - 2000)).toBeLessThan(80)
  expect(await describeProxy(live)).toMatchObject({ container: 'webm', codecs: ['vp8', 'opus'] })
})

test('re-encodes HEVC and 10-bit video at up to 720 lines, rotated upright', async () => {
  const hevc = await make('hevc.mp4', [
    ...picture(0.4, '1920x1080'),
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=none:pools=1',
  ])
  const big = await analyze(hevc)
  expect(await describeProxy(big)).toEqual({ container: 'mp4', codecs: ['h264'], heights: [720] })
  const ten = await make('ten.mp4', [
    ...picture(1),
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-pix_fmt',
    'yuv420p10le',
  ])
  expect((await analyze(ten)).proxy.file).toBe('proxy.mp4')
  const turned = await analyze(await turnFilm(await make('turned.mov', ['-i', film, '-c', 'copy']), 270))
  expect(turned.probe.video).toMatchObject({ width: 320, height: 180, rotation: 270 })
})

test('handles a silent video and one without audio', async () => {
  const silent = await analyze(await make('silent.mp4', [...picture(1), ...silence(1), ...h264, ...aac]))
  expect(silent.audio.file).toBe('audio.wav')
  const peaks = await readFile(join(silent.folder, 'waveform.bin'))
  expect(peaks.every((peak) => peak === 0)).toBe(true)
  const mute = await analyze(await make('mute.mp4', [...picture(1), ...h264]))
  expect(mute.probe).toMatchObject({ audio: null, playsInBrowser: true })
  expect(mute.audio).toEqual({ file: null, durationMs: 0, sampleRate: 16_000 })
  expect(mute.waveform).toEqual({ file: null, bucketsPerSecond: 20, buckets: 0 })
})

test('analyzes audio-only files without images', async () => {
  const sound = await analyze(await make('sound.m4a', [...tone(1), ...aac]))
  expect(sound.probe).toMatchObject({ video: null, playsInBrowser: true })
  expect(sound.thumbnails).toEqual({ poster: null, sprite: null })
  expect(Math.abs(sound.audio.durationMs - 1000)).toBeLessThan(60)
})

test('the early audio read is the right track byte for byte, or is redone', async () => {
  const sources = [...tone(3), ...plain('sine=f=900:r=44100:d=3')]
  const two = (name: string, first: string, second: string) =>
    make(name, [
      ...picture(3),
      ...sources,
      ...track('0:v', '1:a', '2:a'),
      ...h264,
      ...aac,
      ...['-disposition:a:0', first, '-disposition:a:1', second],
    ])
  const inputs = [
    await two('first.mkv', 'default', '0'),
    await two('second.mkv', '0', 'default'),
    await make('long.mp4', [...picture(1), ...tone(9), ...h264, ...aac, '-shortest']),
    await make('dumb.mp4', [...picture(1), ...h264]),
  ]
  for (const input of inputs) {
    const read = async (threads: number) => {
      const folder = `${input}.${threads}`
      const recognition = { endpoint: null, modelFolder: null, allowDraft: false, findingsOnDraft: false }
      const options = { transcript: null, recognition, threads }
      const signal = new AbortController().signal
      await runPipeline({ stages, input, folder, options, signal, only: ['audio'] })
      const files = await readdir(folder)
      expect(files.filter((name) => name.includes('ahead'))).toEqual([])
      const { file } = await readArtifact(folder, 'audio')
      // Compare hashes, because a direct comparison of different buffers takes minutes.
      return file === null
        ? null
        : createHash('sha256')
            .update(await readFile(join(folder, file)))
            .digest('hex')
    }
    expect(await read(2)).toEqual(await read(1))
  }
})

test("a 30 s audio gap doesn't shift what follows", async () => {
  // The tone plays from 0 to 5 s and from 35 to 40 s. There are no packets in between.
  const gap = await make('gap.mp4', [
    ...plain('color=s=64x64:r=5:d=40'),
    ...tone(10),
    '-filter_complex',
    "[1:a]asetpts='PTS+if(gte(T,5),30/TB,0)'[a]",
    ...track('0:v', '[a]'),
    ...h264,
    ...aac,
  ])
  const { audio, waveform, folder } = await analyze(gap)
  expect(Math.abs(audio.durationMs - 40_000)).toBeLessThan(100)
  const peaks = new Int8Array((await readFile(join(folder, 'waveform.bin'))).buffer)
  const loud = Array.from({ length: waveform.buckets }, (_, bucket) => (peaks[bucket * 2 + 1] ?? 0) > 6)
  const seconds = (bucket: number) => bucket / waveform.bucketsPerSecond
  expect(Math.abs(seconds(loud.indexOf(false)) - 5)).toBeLessThanOrEqual(0.1)
  expect(Math.abs(seconds(loud.indexOf(true, loud.indexOf(false))) - 35)).toBeLessThanOrEqual(0.1)
  expect(seconds(loud.lastIndexOf(true) + 1)).toBeGreaterThan(39.8)
})

test('keeps audio that starts after the video late', async () => {
  const late = await make('late.mp4', [...picture(4), '-itsoffset', '1.5', ...tone(2), ...h264, ...aac])
  const { probe, waveform, folder } = await analyze(late)
  expect(Math.abs((probe.audio?.startMs ?? 0) - 1500)).toBeLessThan(60)
  const peaks = new Int8Array((await readFile(join(folder, 'waveform.bin'))).buffer)
  const first = peaks.findIndex((peak) => peak > 6) / 2 / waveform.bucketsPerSecond
  expect(Math.abs(first - 1.5)).toBeLessThanOrEqual(0.1)
})

test("the poster isn't black if the video starts dark", async () => {
  const dark = await make('dark.mp4', [
    ...plain('color=black:s=160x90:r=5:d=3'),
    ...plain('color=white:s=160x90:r=5:d=3'),
    '-filter_complex',
    '[0:v][1:v]concat',
    ...h264,
  ])
  const { thumbnails, folder } = await analyze(dark)
  const gray = await make('dark.gray', [
    '-i',
    join(folder, thumbnails.poster ?? ''),
    '-pix_fmt',
    'gray',
    '-f',
    'rawvideo',
  ])
  expect((await readFile(gray))[0]).toBeGreaterThan(200)
})

test('seeks through a long video: up to a hundred thumbnails, each at its time', async () => {
  const long = await make('long.mp4', [
    ...plain("color=s=32x18:r=1:d=1500,geq=lum='16+N*219/1500':cb=128:cr=128"),
    ...h264,
    '-g',
    '5',
  ])
  const { thumbnails, folder } = await analyze(long)
  expect(thumbnails.sprite).toMatchObject({ intervalMs: 15_000, count: 100, columns: 10, rows: 10 })
  const path = join(folder, thumbnails.sprite?.file ?? '')
  const sheet = await readFile(await make('sheet.gray', ['-i', path, '-pix_fmt', 'gray', '-f', 'rawvideo']))
  const middle = (index: number) => sheet[(Math.floor(index / 10) * 90 + 45) * 1600 + (index % 10) * 160 + 80] ?? 0
  // Brightness increases each second. JPEG uses the full range, so 16–235 becomes 0–255.
  for (const index of [0, 33, 66, 99]) expect(Math.abs(middle(index) - index * 2.55)).toBeLessThan(8)
})

test.each([
  ['an empty file', async () => '', 'The file is empty.'],
  ['a text', async () => 'THE COURT: Good morning.\n'.repeat(99), 'not a readable video or audio file'],
  [
    'a picture',
    async () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    'not a readable video or audio file',
  ],
  ['a film without its end, index in front', async () => (await faststart()).subarray(0, -9000), 'is incomplete'],
  ['a film without its end, index last', async () => (await readFile(film)).subarray(0, -9000), 'is incomplete'],
  ['a WebM without its end', async () => (await readFile(await finished())).subarray(0, -2000), 'is incomplete'],
])('rejects %s with a sentence', async (name, bytes, sentence) => {
  const path = join(root.path, `${name}.mp4`)
  await writeFile(path, await bytes())
  await expect(analyze(path)).rejects.toMatchObject({
    stage: 'probe',
    permanent: true,
    message: expect.stringContaining(sentence),
  })
})
const faststart = async () => readFile(await make('fast.mp4', ['-i', film, '-c', 'copy', '-movflags', '+faststart']))
const finished = () => make('cut.mkv', ['-i', film, '-c', 'copy'])

const clip = join(process.env['VENIRE_DEV_DATA'] ?? resolve('../shared/data'), 'speech/film/the_last_man_on_earth.mp4')
test.skipIf(!existsSync(clip))(
  'analyzes a real video clip (skipped where the development data is absent)',
  async () => {
    const input = join(root.path, 'clip.mp4')
    await writeFile(input, await readFile(clip))
    const { probe, thumbnails, folder } = await analyze(input)
    expect(probe).toMatchObject({ video: { frameRate: [30_000, 1001] }, playsInBrowser: true, durationMs: 14_081 })
    expect((await stat(join(folder, thumbnails.poster ?? ''))).size).toBeGreaterThan(10_000)
  },
)
