import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { optimizeDecoder } from './graph.ts'

const file = join(import.meta.dirname, '../../models/moonshine.tokens.txt.br')

type Moonshine = { encoder: string; mergedDecoder: string }

/**
 * While the built-in model loads, writes its tokens and a faster decoder to temporary files. Moonshine uses Llama 2's
 * tokens: "▁" is a space, and "<0x0A>" is byte 10.
 */
export async function withPieces(
  { encoder, mergedDecoder }: Moonshine,
  load: (config: { tokens: string; moonshine: Moonshine }) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-pieces-'))
  try {
    const [path, decoder] = [join(folder, 'tokens.txt'), join(folder, 'decoder.onnx')]
    await writeFile(decoder, optimizeDecoder(await readFile(mergedDecoder)))
    const pieces = brotliDecompressSync(await readFile(file))
      .toString()
      .split('\n')
    const lines = pieces.map((piece, id) => `${toBytes(piece).toString('base64')} ${id}`)
    await writeFile(path, `${lines.join('\n')}\n`)
    load({ tokens: path, moonshine: { encoder, mergedDecoder: decoder } })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toBytes(piece: string): Buffer {
  const byte = /^<0x([\dA-F]{2})>$/.exec(piece)?.[1]
  return byte === undefined ? Buffer.from(piece.replaceAll('▁', ' ')) : Buffer.from(byte, 'hex')
}
