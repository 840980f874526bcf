import { open, type FileHandle } from 'node:fs/promises'

/**
 * How many bytes the container announces beyond the end of the file; 0 where it is whole or does not say. ffprobe
 * reports a cut file with its full length when the index stands in front, and the loss would show only as silence.
 */
export async function countMissingBytes(path: string): Promise<number> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const head = await readAt(file, 0, 64)
  if (head.length < 16) return 0
  if (head.readUInt32BE(0) === ebmlId) return Math.max(0, (await segmentEnd(file)) - size)
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'AVI ')
    return Math.max(0, head.readUInt32LE(4) + 8 - size)
  if (mp4Starts.has(head.toString('latin1', 4, 8))) return Math.max(0, (await lastBoxEnd(file, size)) - size)
  return 0
}

const mp4Starts = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pnot', 'styp'])
/** A recording has a handful of top-level boxes, a fragmented one two for each second; 100,000 are a day. */
const maxBoxes = 100_000

async function lastBoxEnd(file: FileHandle, size: number): Promise<number> {
  let at = 0
  for (let box = 0; box < maxBoxes && at + 8 <= size; box++) {
    const head = await readAt(file, at, 16)
    let length = head.readUInt32BE(0)
    // 0: up to the end of the file. 1: a 64-bit length follows the type.
    if (length === 0) return size
    if (length === 1) length = head.length === 16 ? Number(head.readBigUInt64BE(8)) : 8
    if (length < 8) return size
    at += length
  }
  return at
}

const ebmlId = 0x1a45dfa3
const segmentId = 0x18538067

/** Where the Matroska segment ends; 0 where its length is unknown, as in a live recording. */
async function segmentEnd(file: FileHandle): Promise<number> {
  const header = await readVint(file, 4)
  if (header === null) return 0
  const segmentAt = 4 + header.length + header.value
  const id = await readAt(file, segmentAt, 4)
  if (id.length < 4 || id.readUInt32BE(0) !== segmentId) return 0
  const segment = await readVint(file, segmentAt + 4)
  return segment === null ? 0 : segmentAt + 4 + segment.length + segment.value
}

/** An EBML length: as many bytes as the first has leading zero bits, plus one; all ones mean unknown (null). */
async function readVint(file: FileHandle, at: number): Promise<{ length: number; value: number } | null> {
  const bytes = await readAt(file, at, 8)
  const first = bytes[0] ?? 0
  if (first === 0) return null
  const length = Math.clz32(first) - 23
  if (bytes.length < length) return null
  let value = first & (0xff >> length)
  let allOnes = value === 0xff >> length
  for (const byte of bytes.subarray(1, length)) {
    value = value * 256 + byte
    allOnes &&= byte === 0xff
  }
  return allOnes || !Number.isSafeInteger(value) ? null : { length, value }
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
