import { configure, ZipWriter } from '@zip.js/zip.js'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'

configure({ useWebWorkers: false })

export type ZipEntry = {
  /** Inside the archive, where no encryption hides it: a neutral name. */
  name: string
  path: string
  /** True for what is compressed already (films, pictures). */
  stored?: boolean
}

/** WinZip's AE-2 with AES-256; 1 and 2 are weaker keys. */
const aes256 = 3
/** The earliest that the format knows, so that the clock changes no byte. */
const noDate = new Date(1980, 0, 1)

/** Below 4 GiB by what compression or encryption may add. */
const zip64From = 4_000_000_000

/** Writes a zip; encrypted where a password is given, and then never twice the same (its salts are random). */
export async function writeZip(out: string, entries: readonly ZipEntry[], password: string | null): Promise<void> {
  const encryption = password === null ? {} : { password, encryptionStrength: aes256 as 3 }
  const writer = new ZipWriter(Writable.toWeb(createWriteStream(out, { flags: 'wx', mode: 0o600 })), {
    ...encryption,
    lastModDate: noDate,
    extendedTimestamp: false,
    dataDescriptor: true,
  })
  for (const { name, path, stored } of entries) {
    const bytes = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
    // It cannot know from a stream that 32 bits will not hold the size.
    const { size } = await stat(path)
    await writer.add(name, bytes, { level: stored ? 0 : 6, ...(size > zip64From ? { zip64: true } : {}) })
  }
  await writer.close()
}
