/** Small recordings for tests, made by ffmpeg from nothing. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs ffmpeg without any of the guards, as only a test may. */
export async function buildMedia(path: string, args: readonly string[]): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...args, path])
  return path
}

export const picture = (seconds: number, size = '320x180') => [
  '-f',
  'lavfi',
  '-i',
  `testsrc=s=${size}:r=25:d=${seconds}`,
]
export const tone = (seconds: number) => ['-f', 'lavfi', '-i', `sine=f=440:r=44100:d=${seconds}`]
export const silence = (seconds: number) => ['-f', 'lavfi', '-t', String(seconds), '-i', 'anullsrc=r=44100:cl=mono']
export const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '25']
export const aac = ['-c:a', 'aac', '-b:a', '64k']

/** A fresh folder that takes itself away at the end of its `await using` scope. */
export async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'venire-media-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}
