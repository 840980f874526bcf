import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Unprocessable } from '../stage.ts'
import { cutClip } from './clip.ts'
import { describeMedia } from './tracks.ts'
import { aac, buildMedia, counted, h264, makeFolder, readCounts, tone, turnFilm } from './media.factory.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => folder[Symbol.asyncDispose]())

const at = (name: string) => join(folder.path, name)
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

const withSound = (name: string, seconds = 6, video: readonly string[] = h264) =>
  buildMedia(at(name), [...tone(seconds), ...counted(seconds), ...video, ...aac, '-shortest'])

test('keeps frames from the start up to the end, with their audio', async () => {
  const source = await withSound('plain.mp4')
  const clip = await cutClip(source, { startMs: 1310, endMs: 2870 }, at('a.mp4'), { mode: 'encode' })
  // 1310 ms is between frame 32 (1280) and frame 33 (1320). Frame 72 is shown at 2880 ms.
  expect(clip).toEqual({ method: 'encoded', firstFrameMs: 1320, lastFrameMs: 2840, frames: 39, missingFrames: 0 })
  expect(await readCounts(at('a.mp4'))).toEqual(numbers(33, 71))
  const { streams } = await describeMedia(at('a.mp4'))
  expect(streams.map(({ codec_name, start_time }) => [codec_name, start_time])).toEqual([
    ['h264', 0],
    ['aac', 0],
  ])
})

test('copies original frames only if the cut starts at a key frame', async () => {
  const source = await withSound('keys.mp4', 6, [...h264, '-bf', '0'])
  const copied = await cutClip(source, { startMs: 2000, endMs: 4200 }, at('b.mp4'), { mode: 'copy-where-exact' })
  expect(copied).toMatchObject({ method: 'copied', firstFrameMs: 2000, lastFrameMs: 4160, frames: 55 })
  expect(await readCounts(at('b.mp4'))).toEqual(numbers(50, 104))
  const encoded = await cutClip(source, { startMs: 2040, endMs: 4200 }, at('c.mp4'), { mode: 'copy-where-exact' })
  expect(encoded).toMatchObject({ method: 'encoded', frames: 54 })
  expect(await readCounts(at('c.mp4'))).toEqual(numbers(51, 104))
})

test('keeps frames decoded out of order at both ends', async () => {
  const source = await withSound('b.mov', 6, ['-c:v', 'libx264', '-bf', '3', '-g', '50', '-pix_fmt', 'yuv420p'])
  for (const [startMs, endMs] of [
    [2000, 3000],
    [2000, 3040],
    [2000, 3080],
    [1960, 4000],
  ] as const) {
    const clip = await cutClip(source, { startMs, endMs }, at('d.mp4'), { mode: 'copy-where-exact' })
    expect([startMs, endMs, await readCounts(at('d.mp4'))]).toEqual([
      startMs,
      endMs,
      numbers(startMs / 40, endMs / 40 - 1),
    ])
    expect(clip.missingFrames).toBe(0)
  }
})

test('handles 30000/1001 fps, WebM, AVI, rotation, no audio, irregular rates, and late starts', async () => {
  const ntsc = await buildMedia(at('ntsc.mp4'), [...counted(4, { rate: '30000/1001' }), ...h264])
  await cutClip(ntsc, { startMs: 1001, endMs: 2002 }, at('e.mp4'), { mode: 'copy-where-exact' })
  expect(await readCounts(at('e.mp4'))).toEqual(numbers(30, 59))

  const webm = await buildMedia(at('w.webm'), [...tone(4), ...counted(4), '-c:v', 'libvpx', '-b:v', '1M', '-shortest'])
  expect(await cutClip(webm, { startMs: 900, endMs: 1500 }, at('f.mp4'), { mode: 'copy-where-exact' })).toMatchObject({
    method: 'encoded',
  })
  expect((await readCounts(at('f.mp4'))).at(0)).toBe(23)
  expect((await readCounts(at('f.mp4'))).at(-1)).toBe(37)

  const avi = await buildMedia(at('v.avi'), [...counted(4), '-c:v', 'mpeg4', '-q:v', '3'])
  await cutClip(avi, { startMs: 1000, endMs: 2000 }, at('g.mp4'), { mode: 'encode' })
  expect(await readCounts(at('g.mp4'))).toEqual(numbers(25, 49))

  const turned = await turnFilm(await buildMedia(at('t.mp4'), ['-i', ntsc, '-c', 'copy']), 270)
  await cutClip(turned, { startMs: 1001, endMs: 1502 }, at('h.mp4'), { mode: 'encode' })
  expect(await readCounts(at('h.mp4'), { filter: 'transpose=1' })).toEqual(numbers(30, 45))

  const irregular = await buildMedia(at('i.mkv'), [...counted(4), ...['-fps_mode', 'vfr', ...h264]])
  await cutClip(irregular, { startMs: 400, endMs: 800 }, at('j.mp4'), { mode: 'encode' })
  expect(await readCounts(at('j.mp4'))).toEqual(numbers(10, 19))

  const late = await buildMedia(at('l.mkv'), ['-i', at('plain.mp4'), '-c', 'copy', '-output_ts_offset', '3'])
  await cutClip(late, { startMs: 1000, endMs: 1400 }, at('k.mp4'), { mode: 'encode' })
  expect(await readCounts(at('k.mp4'))).toEqual(numbers(25, 34))
})

test('cuts audio-only files and rejects a range past the end', async () => {
  const sound = await buildMedia(at('s.mp4'), [...tone(4), ...aac])
  expect(await cutClip(sound, { startMs: 1000, endMs: 2000 }, at('m.mp4'), { mode: 'copy-where-exact' })).toEqual({
    method: 'encoded',
    firstFrameMs: null,
    lastFrameMs: null,
    frames: 0,
    missingFrames: 0,
  })
  const { format } = await describeMedia(at('m.mp4'))
  expect(Math.abs((format.duration ?? 0) - 1)).toBeLessThan(0.03)
  const mute = await buildMedia(at('mute.mp4'), [...counted(2), ...h264])
  await expect(cutClip(mute, { startMs: 9000, endMs: 9500 }, at('n.mp4'), { mode: 'encode' })).rejects.toThrow(
    Unprocessable,
  )
})

test('produces identical bytes for the same cut, without recording metadata', async () => {
  const source = await buildMedia(at('meta.mp4'), [
    ...tone(3),
    ...counted(3),
    ...[...h264, ...aac, '-shortest', '-metadata', 'title=Anna Smith', '-metadata', 'location=+40-074/'],
  ])
  for (const name of ['o.mp4', 'p.mp4'])
    await cutClip(source, { startMs: 500, endMs: 1500 }, at(name), { mode: 'encode' })
  const bytes = await readFile(at('o.mp4'))
  expect(bytes.equals(await readFile(at('p.mp4')))).toBe(true)
  expect(bytes.includes('Anna Smith') || bytes.includes('+40-074')).toBe(false)
})

test('rejects a text file with a video extension', async () => {
  await writeFile(at('list.mp4'), "ffconcat version 1.0\nfile 'plain.mp4'\n")
  await expect(cutClip(at('list.mp4'), { startMs: 0, endMs: 1000 }, at('q.mp4'), { mode: 'encode' })).rejects.toThrow(
    Unprocessable,
  )
})
