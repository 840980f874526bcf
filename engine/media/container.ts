import { open, type FileHandle } from 'node:fs/promises'

type Kind = 'mp4' | 'matroska' | 'avi' | 'wav' | 'mp3' | 'flac' | 'ogg'

export async function inspectContainer(path: string): Promise<{ kind: Kind; missingBytes: number } | null> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const head = await readAt(file, 0, 16)
  if (head.length < 16) return null
  const answer = (kind: Kind, end: number) => ({ kind, missingBytes: Math.max(0, end - size) })
  if (head.readUInt32BE(0) === ebmlId) return answer('matroska', await segmentEnd(file))
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'AVI ')
    return answer('avi', head.readUInt32LE(4) + 8)
  const sound = recognizeSound(head)
  if (sound !== null) return answer(sound, sound === 'wav' ? measureWav(head) : 0)
  return firstBoxes.has(head.toString('latin1', 4, 8)) ? answer('mp4', await lastBoxEnd(file, size)) : null
}

function recognizeSound(head: Buffer): 'wav' | 'mp3' | 'flac' | 'ogg' | null {
  const name = head.toString('latin1', 0, 4)
  if ((name === 'RIFF' || name === 'RF64') && head.toString('latin1', 8, 12) === 'WAVE') return 'wav'
  if (name === 'fLaC') return 'flac'
  if (name === 'OggS') return 'ogg'
  if (name.startsWith('ID3')) return 'mp3'
  // An MPEG audio frame starts with 11 set bits, followed by layer III and a valid bit rate and sample rate.
  const [first = 0, second = 0, third = 0] = head
  const isFrame = first === 0xff && (second & 0xe6) === 0xe2 && third >> 4 > 0 && third >> 4 < 15 && (third & 12) !== 12
  return isFrame ? 'mp3' : null
}

/** Streaming recorders don't set the length, and RF64 stores it in a different place. */
function measureWav(head: Buffer): number {
  const length = head.readUInt32LE(4)
  return head.toString('latin1', 0, 4) === 'RF64' || length === 0xffffffff || length === 0 ? 0 : length + 8
}

/** These box types are from ffmpeg's mov_probe (libavformat/mov.c). */
const firstBoxes = new Set(
  'ftyp styp moov mdat moof sidx free skip wide pnot udta uuid junk pict PICT prfl ediw'.split(' '),
)
/** A fragmented recording has two top-level boxes per second, so this is enough for more than a day. */
const maxBoxes = 200_000

async function lastBoxEnd(file: FileHandle, size: number): Promise<number> {
  let at = 0
  for (let box = 0; box < maxBoxes && at + 8 <= size; box++) {
    const head = await readAt(file, at, 16)
    let length = head.readUInt32BE(0)
    // If the length is 0, the box extends to the end of the file. If it's 1, a 64-bit length follows the type.
    if (length === 0) return size
    if (length === 1) length = head.length === 16 ? Number(head.readBigUInt64BE(8)) : 8
    if (length < 8) return size
    at += length
  }
  return at
}

const ebmlId = 0x1a45dfa3
const segmentId = 0x18538067

async function segmentEnd(file: FileHandle): Promise<number> {
  const header = await readVint(file, 4)
  if (header === null) return 0
  const segmentAt = 4 + header.length + header.value
  const id = await readAt(file, segmentAt, 4)
  if (id.length < 4 || id.readUInt32BE(0) !== segmentId) return 0
  const segment = await readVint(file, segmentAt + 4)
  return segment === null ? 0 : segmentAt + 4 + segment.length + segment.value
}

/**
 * The number of leading zero bits, plus one, is the length of the value in bytes. If all value bits are ones, the value
 * is unknown.
 */
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
