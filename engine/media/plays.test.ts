import { expect, test } from 'vitest'
import { planProxy } from './plays.ts'

const video = (codec: string, pixelFormat = 'yuv420p') => ({
  codec,
  pixelFormat,
  profile: null,
  width: 640,
  height: 360,
  frameRate: [25, 1] as [number, number],
  rotation: 0,
  streamIndex: 0,
})
const audio = (codec: string) => ({ codec, channels: 2, sampleRate: 48_000, streamIndex: 1, startMs: 0 })

test.each([
  ['mp4', 'h264', 'aac', null],
  ['mov', 'h264', 'mp3', null],
  ['mp4', 'h264', null, null],
  ['webm', 'vp9', 'opus', null],
  ['webm', 'av1', 'vorbis', null],
  ['mov', 'h264', 'pcm_s16le', { container: 'mp4', video: 'copy', audio: 'encode' }],
  ['matroska', 'h264', 'ac3', { container: 'mp4', video: 'copy', audio: 'encode' }],
  ['matroska', 'vp8', 'opus', { container: 'webm', video: 'copy', audio: 'copy' }],
  ['mp4', 'hevc', 'aac', { container: 'mp4', video: 'encode', audio: 'copy' }],
  // AVI doesn't store frame times, so H.264 frames would be out of order if they were copied.
  ['avi', 'h264', 'mp3', { container: 'mp4', video: 'encode', audio: 'copy' }],
  ['avi', null, 'pcm_s16le', { container: 'mp4', video: null, audio: 'encode' }],
])('plays %s with %s and %s', (container, picture, sound, plan) => {
  const media = { container, video: picture ? video(picture) : null, audio: sound ? audio(sound) : null }
  const made = planProxy(media, true)
  const { reason = '', ...rest } = made ?? {}
  expect(made && rest).toEqual(plan)
  expect(reason).toMatch(plan === null ? /^$/ : /^Browsers do not .*\.$/)
})

test('encodes 10-bit video; copies tracks if the clock is inexact', () => {
  const ten = planProxy({ container: 'mp4', video: video('h264', 'yuv420p10le'), audio: null }, true)
  expect(ten).toMatchObject({ video: 'encode', audio: null })
  const late = planProxy({ container: 'mp4', video: video('h264'), audio: audio('aac') }, false)
  expect(late).toMatchObject({
    container: 'mp4',
    video: 'copy',
    audio: 'copy',
    reason: expect.stringContaining('Its timestamps don’t start at zero'),
  })
})
