import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describeFile } from './describe.ts'
import { blockBytes, type Manifest, sealedNames, type SealedFile, type SealedOriginal } from './sealed.types.ts'
import { layoutZip } from './zip.layout.ts'

export type SealOrder = Pick<Manifest, 'kind' | 'software' | 'about'> & {
  /** Names inside the zip: letters, digits, dots, dashes, and slashes between. */
  files: { path: string; name: string }[]
  /** Described, and not packed. Refused where its SHA-256 is not `sha256`. */
  originals: { path: string; filename: string; videoId: string; sha256: string }[]
  /** For the manifest and its seal. */
  folder: string
  out: string
}

/** Hashes every file, writes the manifest and its seal, and packs everything; memory does not grow with the files. */
export async function sealFiles(
  order: SealOrder,
  progress: (fraction: number, step: string) => void,
): Promise<{ manifestSha256: string; sizeBytes: number }> {
  const { kind, software, about, folder } = order
  const packed: { name: string; path: string; size: number; crc32: number }[] = []
  const files: SealedFile[] = []
  const originals: SealedOriginal[] = []
  const steps = order.files.length * 2 + order.originals.length
  let done = 0
  const tell = (step: string) => progress(done++ / Math.max(1, steps), step)
  for (const { path, filename, videoId, sha256 } of order.originals) {
    tell('Checking the originals')
    const { crc32: _, ...known } = await describeFile(path)
    if (known.sha256 !== sha256)
      throw new Error(
        `The original "${filename}" is no longer what was received: its SHA-256 is ${known.sha256}, and was ${sha256}.`,
      )
    originals.push({ filename, videoId, ...known })
  }
  for (const { path, name } of order.files) {
    tell('Hashing')
    const { crc32, ...known } = await describeFile(path)
    files.push({ path: name, ...known })
    packed.push({ name, path, size: known.sizeBytes, crc32 })
  }
  const manifest: Manifest = { format: 'venire-sealed-1', kind, software, about, blockBytes, files, originals }
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  const add = async (name: string, content: string) => {
    const path = join(folder, name)
    await writeFile(path, content, { mode: 0o600 })
    const { crc32, ...known } = await describeFile(path)
    packed.unshift({ name, path, size: known.sizeBytes, crc32 })
    return known
  }
  const seal = await add(sealedNames.manifest, text)
  await add(sealedNames.seal, `${JSON.stringify({ path: sealedNames.manifest, ...seal })}\n`)
  const sizeBytes = await pack(order.out, packed, () => tell('Packing'))
  return { manifestSha256: createHash('sha256').update(text).digest('hex'), sizeBytes }
}

async function pack(
  out: string,
  entries: readonly { name: string; path: string; size: number; crc32: number }[],
  tell: () => void,
): Promise<number> {
  const layout = layoutZip(entries)
  await using file = await open(out, 'wx', 0o600)
  for (const [index, { path, size, name }] of entries.entries()) {
    tell()
    await file.write(layout.heads[index]!)
    let written = 0
    for await (const chunk of createReadStream(path, { highWaterMark: blockBytes }) as AsyncIterable<Buffer>) {
      written += chunk.length
      // One write may take less than it was given.
      for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
    }
    if (written !== size) throw new Error(`"${name}" changed while it was packed.`)
  }
  await file.write(layout.tail)
  return layout.size
}
