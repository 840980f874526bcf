import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const chunkBytes = 1024 * 1024
const saltBytes = 32
const tagBytes = 16
const sealedChunkBytes = chunkBytes + tagBytes

export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
}

export const measureEncrypted = (bytes: number): number =>
  saltBytes + bytes + tagBytes * Math.max(1, Math.ceil(bytes / chunkBytes))

/** Including `name` binds the content to its file, so one file can't be passed off as another. */
const deriveFileKey = (key: Buffer, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `venire backup ${name}`, 32))

/**
 * The position reveals chunks that are out of order. The mark on the last chunk reveals whether a file was truncated or
 * extended.
 */
function makeNonce(position: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(position, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts with AES-256-GCM in chunks of 1 MiB so that memory use doesn't grow with the file. */
export async function* encryptChunks(
  source: AsyncIterable<Buffer>,
  key: Buffer,
  name: string,
): AsyncGenerator<Buffer, void> {
  const salt = randomBytes(saltBytes)
  const fileKey = deriveFileKey(key, salt, name)
  const held = Buffer.allocUnsafeSlow(chunkBytes)
  let [length, position] = [0, 0]
  const seal = (isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', fileKey, makeNonce(position++, isLast))
    return Buffer.concat([cipher.update(held.subarray(0, length)), cipher.final(), cipher.getAuthTag()])
  }
  yield salt
  for await (const chunk of source)
    for (let at = 0; at < chunk.length;) {
      if (length === chunkBytes) {
        yield seal(false)
        length = 0
      }
      const copied = chunk.copy(held, length, at)
      at += copied
      length += copied
    }
  yield seal(true)
}

type Decryption = { push(chunk: Buffer): Promise<void>; finish(): Promise<void> }

/** Passes each chunk to `use` only after it has been authenticated. `finish` throws if the file was truncated. */
export function beginDecryption(key: Buffer, name: string, use: (plain: Buffer) => unknown): Decryption {
  const held = Buffer.allocUnsafeSlow(sealedChunkBytes)
  let fileKey: Buffer | null = null
  let [length, position] = [0, 0]
  async function open(isLast: boolean): Promise<void> {
    if (!fileKey || length < tagBytes) throw new DamagedFile(`${name} is cut off`)
    const decipher = createDecipheriv('aes-256-gcm', fileKey, makeNonce(position++, isLast)).setAuthTag(
      held.subarray(length - tagBytes, length),
    )
    const plain = decipher.update(held.subarray(0, length - tagBytes))
    try {
      decipher.final()
    } catch {
      throw new DamagedFile(`${name} was changed`)
    }
    length = 0
    await use(plain)
  }
  return {
    async push(chunk) {
      for (let at = 0; at < chunk.length;) {
        const limit = fileKey ? sealedChunkBytes : saltBytes
        if (fileKey && length === limit) await open(false)
        const copied = chunk.copy(held, length, at, at + limit - length)
        at += copied
        length += copied
        if (!fileKey && length === saltBytes) {
          fileKey = deriveFileKey(key, Buffer.from(held.subarray(0, saltBytes)), name)
          length = 0
        }
      }
    },
    finish: () => open(true),
  }
}
