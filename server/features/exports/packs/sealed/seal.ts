import { createReadStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { readKeyring } from '#server/platform/keys/installation-key.ts'
import { type Block, blockBytes, type Manifest, sealedNames, type Described } from './sealed.types.ts'
import { layoutZip } from './zip.ts'

export type SealOrder = Pick<Manifest, 'kind' | 'software' | 'about'> & {
  files: { path: string; name: string }[]
  /** Listed in the manifest but not included in the pack. Sealing fails if a file no longer matches its `sha256`. */
  originals: { path: string; filename: string; videoId: string; sha256: string }[]
  folder: string
  /** The folder with the signing key. Without it, the pack is unsigned. */
  keyFolder?: string
  out: string
}

export async function sealFiles(
  order: SealOrder,
  progress: (fraction: number, step: string) => void,
): Promise<{ manifestSha256: string; sizeBytes: number }> {
  const { kind, software, about, folder } = order
  const packed: { name: string; path: string; size: number; crc32: number }[] = []
  const steps = order.files.length * 2 + order.originals.length
  let done = 0
  const tell = (step: string) => progress(done++ / Math.max(1, steps), step)
  const manifestPath = join(folder, sealedNames.manifest)
  {
    await using manifest = await openText(manifestPath)
    const write = (text: string) => manifest.write(text)
    /** Writes one list item with one line per block, as `readers.ts` expects. */
    const describe = async (index: number, item: object, path: string) => {
      let blocks = 0
      await write(`${index === 0 ? '' : ','}\n${JSON.stringify({ ...item, blocks: [] }).slice(0, -2)}`)
      const known = await describeFile(path, (block) => write(`${blocks++ === 0 ? '' : ','}\n${JSON.stringify(block)}`))
      await write(`\n],${JSON.stringify({ sizeBytes: known.sizeBytes, sha256: known.sha256 }).slice(1)}`)
      return known
    }
    const head = { format: 'venire-sealed-1', kind, software, about, blockBytes } satisfies Partial<Manifest>
    await write(`${JSON.stringify(head).slice(0, -1)},\n"originals": [`)
    for (const [index, { path, filename, videoId, sha256 }] of order.originals.entries()) {
      tell('Checking the originals')
      const known = await describe(index, { filename, videoId }, path)
      if (known.sha256 !== sha256)
        throw new Error(
          `The original "${filename}" has changed since it was received: its SHA-256 was ${sha256} and is now ${known.sha256}.`,
        )
    }
    await write('\n],\n"files": [')
    for (const [index, { path, name }] of order.files.entries()) {
      tell('Hashing')
      const { sizeBytes, crc32 } = await describe(index, { path: name }, path)
      packed.push({ name, path, size: sizeBytes, crc32 })
    }
    await write('\n]}\n')
  }
  const add = async (name: string, content?: string) => {
    const path = join(folder, name)
    if (content !== undefined) await writeFile(path, content, { mode: 0o600 })
    const blocks: Block[] = []
    const { crc32, ...known } = await describeFile(path, (block) => void blocks.push(block))
    packed.unshift({ name, path, size: known.sizeBytes, crc32 })
    return { ...known, blocks }
  }
  const seal = await add(sealedNames.manifest)
  await add(sealedNames.seal, `${JSON.stringify({ path: sealedNames.manifest, ...seal })}\n`)
  if (order.keyFolder !== undefined) {
    const { fingerprint, publicKey, sign } = (await readKeyring(order.keyFolder)).current
    const signature = sign(Buffer.from(`venire manifest ${seal.sha256}`))
    await add(sealedNames.signature, `${JSON.stringify({ algorithm: 'Ed25519', fingerprint, publicKey, signature })}\n`)
  }
  const sizeBytes = await pack(order.out, packed, () => tell('Packing'))
  return { manifestSha256: seal.sha256, sizeBytes }
}

/** Buffers writes because a manifest has one short line per mebibyte. */
async function openText(path: string): Promise<{ write: (text: string) => Promise<void> } & AsyncDisposable> {
  const file = await open(path, 'w', 0o600)
  let waiting = ''
  const flush = async () => {
    const text = waiting
    waiting = ''
    await file.writeFile(text)
  }
  return {
    async write(text) {
      waiting += text
      if (waiting.length >= blockBytes) await flush()
    },
    async [Symbol.asyncDispose]() {
      try {
        await flush()
      } finally {
        await file.close()
      }
    },
  }
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
      // A write may be partial.
      for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at)).bytesWritten
    }
    if (written !== size) throw new Error(`"${name}" changed while being packed.`)
  }
  await file.write(layout.tail)
  return layout.size
}

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

/** A read may be partial, but blocks must be full. */
async function fill(file: Awaited<ReturnType<typeof open>>, buffer: Buffer, from: number): Promise<number> {
  let filled = 0
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return filled
}
