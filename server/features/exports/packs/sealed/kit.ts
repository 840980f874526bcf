import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { checkCustody, checkSignature, locate, readManifest } from './readers.ts'
import type { Bytes, Kit } from './sealed.types.ts'
import { layoutZip } from './zip.ts'

export const nodeKit: Kit = {
  sha256() {
    const hash = createHash('sha256')
    return { update: (bytes) => void hash.update(bytes), hex: () => hash.digest('hex') }
  },
  crc32: (bytes) => crc32(bytes),
  locate,
  layoutZip,
  checkCustody,
  checkSignature,
  readManifest,
}

export async function openBytes(path: string): Promise<Bytes & AsyncDisposable> {
  const file = await open(path)
  const { size } = await file.stat()
  return {
    size,
    async read(start, end) {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(end, size) - start))
      let filled = 0
      while (filled < bytes.length) {
        const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, start + filled)
        if (bytesRead === 0) throw new Error(`${path} ended while being read.`)
        filled += bytesRead
      }
      return bytes
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
