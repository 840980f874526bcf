import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { type Block, blockBytes, type Described } from './sealed.types.ts'

/** Reads a file once: its size, its SHA-256 and the checksum that a zip wants. Its blocks are told one by one. */
export async function describeFile(
  path: string,
  onBlock: (block: Block) => void | Promise<void>,
): Promise<Omit<Described, 'blocks'> & { crc32: number }> {
  await using file = await open(path)
  const whole = createHash('sha256')
  const buffer = Buffer.allocUnsafe(blockBytes)
  let sizeBytes = 0
  let crc = 0
  for (;;) {
    const filled = await fill(file, buffer, sizeBytes)
    if (filled === 0) break
    const bytes = buffer.subarray(0, filled)
    whole.update(bytes)
    crc = crc32(bytes, crc)
    await onBlock({ sha256: createHash('sha256').update(bytes).digest('hex'), crc32: crc32(bytes) })
    sizeBytes += filled
    if (filled < blockBytes) break
  }
  return { sizeBytes, sha256: whole.digest('hex'), crc32: crc }
}

/** A read may answer less than was asked for; blocks must not. */
async function fill(file: Awaited<ReturnType<typeof open>>, buffer: Buffer, from: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
