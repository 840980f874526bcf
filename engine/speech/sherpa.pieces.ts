import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import llamaTokenizer from 'llama-tokenizer-js'

/**
 * Calls `load` with the path of the list of word pieces of the recogniser that comes with the program, in the form that
 * sherpa-onnx reads: a line for each, its bytes in base64 and its number. The file is gone afterwards. Moonshine shares
 * its pieces with Llama: "▁" is a space, and "<0x0A>" the byte 10.
 */
export async function withPieces(load: (tokens: string) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'venire-pieces-'))
  try {
    const path = join(folder, 'tokens.txt')
    const lines = llamaTokenizer.vocabById.map((piece, id) => `${toBytes(piece).toString('base64')} ${id}`)
    await writeFile(path, `${lines.join('\n')}\n`)
    load(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function toBytes(piece: string): Buffer {
  const byte = /^<0x([\dA-F]{2})>$/.exec(piece)?.[1]
  return byte === undefined ? Buffer.from(piece.replaceAll('▁', ' ')) : Buffer.from(byte, 'hex')
}
