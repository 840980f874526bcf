import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export async function buildMedia(path: string, args: readonly string[]): Promise<string> {
  await run('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-threads', '1', ...args, path])
  return path
}

const turns = { 90: [0, 1, -1, 0], 180: [-1, 0, 0, -1], 270: [0, -1, 1, 0] } as const

export async function turnFilm(path: string, degrees: keyof typeof turns): Promise<string> {
  const film = await readFile(path)
  // In a version 0 track header, the matrix is in 16.16 fixed point and starts 44 bytes after the box name.
  const at = film.indexOf('tkhd') + 44
  const [a, b, c, d] = turns[degrees]
  for (const [place, value] of [a, b, 0, c, d, 0].entries()) film.writeInt32BE(value * 0x10000, at + 4 * place)
  await writeFile(path, film)
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

export async function makeFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'venire-media-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

const bits = 12
const even = (value: number): number => 2 * Math.round(value / 2)

export const counted = (seconds: number, { size = '192x108', rate = '25' } = {}) =>
  [
    ['-f', 'lavfi', '-i', `color=c=gray:s=${bits}x2:r=${rate}:d=${seconds}`],
    [
      '-vf',
      `format=gray,geq=lum='if(mod(floor(N/pow(2,X)),2),235,16)',scale=${size.replace('x', ':')}:flags=neighbor,setsar=1`,
    ],
  ].flat()

export async function readCounts(
  path: string,
  { area = [0, 0, 1, 1], filter }: { area?: readonly [number, number, number, number]; filter?: string } = {},
): Promise<number[]> {
  const [width, height] = [192, 108]
  const { stdout } = await run(
    'ffmpeg',
    [
      ['-nostdin', '-v', 'error', '-i', path, '-map', '0:v:0', '-fps_mode', 'passthrough'],
      ['-vf', `${filter ? `${filter},` : ''}scale=${width}:${height}:flags=area,format=gray`],
      ['-f', 'rawvideo', '-'],
    ].flat(),
    { encoding: 'buffer', maxBuffer: 1 << 30 },
  )
  const [x, y, w, h] = area
  const row = even(height * (y + h / 2))
  return Array.from({ length: stdout.length / (width * height) }, (_, frame) => {
    let number = 0
    for (let bit = 0; bit < bits; bit++) {
      const column = Math.floor(width * (x + (w * (bit + 0.5)) / bits))
      if ((stdout[frame * width * height + row * width + column] ?? 0) > 125) number += 2 ** bit
    }
    return number
  })
}
