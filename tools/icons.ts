/** `node tools/icons.ts` draws web/public/icons from the shapes in favicon.svg. Rerun it when they change. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

/** In favicon.svg units (32×32 viewBox). */
const side = 32
const corner = 8
const strokeHalf = 2
const points = [
  [8, 9],
  [16, 24],
  [24, 9],
] as const
const ground = [0x3a, 0x57, 0xc9] as const
const ink = [0xff, 0xff, 0xff] as const

/** Android may crop maskable icons outside the middle 80%. iOS rounds corners itself. */
const icons = [
  { name: 'icon-192.png', pixels: 192, rounded: true, scale: 1 },
  { name: 'icon-512.png', pixels: 512, rounded: true, scale: 1 },
  { name: 'maskable-512.png', pixels: 512, rounded: false, scale: 0.72 },
  { name: 'apple-touch-180.png', pixels: 180, rounded: false, scale: 0.86 },
] as const

function fromStretch(
  x: number,
  y: number,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): number {
  const [dx, dy] = [bx - ax, by - ay]
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
  return Math.hypot(x - ax - t * dx, y - ay - t * dy)
}

function fromSquare(x: number, y: number): number {
  const [dx, dy] = [Math.abs(x - side / 2) - side / 2 + corner, Math.abs(y - side / 2) - side / 2 + corner]
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - corner
}

function draw({ pixels, rounded, scale }: (typeof icons)[number]): Buffer {
  const unit = side / pixels
  const cover = (distance: number): number => Math.max(0, Math.min(1, 0.5 - distance / unit))
  const rows = Buffer.alloc(pixels * (pixels * 4 + 1))
  for (let row = 0; row < pixels; row++) {
    for (let column = 0; column < pixels; column++) {
      const [x, y] = [(column + 0.5) * unit, (row + 0.5) * unit]
      const [vx, vy] = [(x - side / 2) / scale + side / 2, (y - side / 2) / scale + side / 2]
      const stroke = Math.min(fromStretch(vx, vy, points[0], points[1]), fromStretch(vx, vy, points[1], points[2]))
      const v = cover((stroke - strokeHalf) * scale)
      const at = row * (pixels * 4 + 1) + 1 + column * 4
      for (const [channel, below] of ground.entries())
        rows[at + channel] = Math.round(below + ((ink[channel] ?? 0) - below) * v)
      rows[at + 3] = rounded ? Math.round(255 * cover(fromSquare(x, y))) : 255
    }
  }
  return png(pixels, rows)
}

/** `rows` is 8-bit RGBA, each row preceded by filter byte 0. */
function png(pixels: number, rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(pixels, 0)
  head.writeUInt32BE(pixels, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), body])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

const folder = new URL('../web/public/icons/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const icon of icons) writeFileSync(new URL(icon.name, folder), draw(icon))
