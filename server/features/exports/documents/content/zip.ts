import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'

export type ZipEntry = {
  /** Name inside the zip. Names aren't encrypted, so they must be neutral. */
  name: string
  path: string
  stored?: boolean
}

/** WinZip AE-2 with AES-256. Strengths 1 and 2 are weaker. */
const aes256 = 3
const noDate = new Date(1980, 0, 1)

/** Leaves room below 4 GiB for compression and encryption overhead. */
const zip64From = 4_000_000_000

/** With a password, the zip is encrypted with random salts, so its bytes differ each time. */
export async function writeZip(out: string, entries: readonly ZipEntry[], password: string | null): Promise<void> {
  const { configure, ZipWriter } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  const encryption = password === null ? {} : { password, encryptionStrength: aes256 as 3 }
  const writer = new ZipWriter(Writable.toWeb(createWriteStream(out, { flags: 'wx', mode: 0o600 })), {
    ...encryption,
    lastModDate: noDate,
    extendedTimestamp: false,
    dataDescriptor: true,
  })
  for (const { name, path, stored } of entries) {
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    // zip.js can't determine a stream's size, so zip64 must be requested explicitly.
    const { size } = await stat(path)
    await writer.add(name, bytes, { level: stored ? 0 : 6, ...(size > zip64From ? { zip64: true } : {}) })
  }
  await writer.close()
}
