import { expect, test } from 'vitest'
import { createPlayer, frameTime } from './player.ts'

test('steps to the middle of the next and previous frame', () => {
  expect(frameTime(0, 1, [25, 1])).toBeCloseTo(0.06)
  expect(frameTime(0.06, 1, [25, 1])).toBeCloseTo(0.1)
  expect(frameTime(0.1, -1, [25, 1])).toBeCloseTo(0.06)
  expect(frameTime(0, -1, [25, 1])).toBeCloseTo(0.02)
})

test('a thousand steps at 29.97 fps reach every frame once', () => {
  const rate = [30_000, 1001] as const
  let seconds = 0.5 / (30_000 / 1001)
  for (let frame = 1; frame <= 1000; frame++) {
    seconds = frameTime(seconds, 1, rate)
    expect(Math.floor((seconds * 30_000) / 1001)).toBe(frame)
  }
})

test('a skip before the video loads starts at the requested position', () => {
  const player = createPlayer(null, 600)
  player.skip(-5)
  expect(player.now()).toBe(595)
  player.skip(-1000)
  expect(player.now()).toBe(0)
})
