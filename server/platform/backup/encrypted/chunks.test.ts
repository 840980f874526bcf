import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { DamagedFile, encryptChunks, measureEncrypted, beginDecryption } from './chunks.ts'

const mib = 1024 * 1024
const key = randomBytes(32)

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function encrypt(bytes: Buffer): Promise<Buffer> {
  const sealed: Buffer[] = []
  for await (const each of encryptChunks(cut(bytes, 100_003), key, 'a')) sealed.push(each)
  return Buffer.concat(sealed)
}

async function decrypt(sealed: Buffer, name = 'a', withKey = key): Promise<Buffer> {
  const found: Buffer[] = []
  const decryption = beginDecryption(withKey, name, (plain) => found.push(Buffer.from(plain)))
  for await (const each of cut(sealed, 77_777)) await decryption.push(each)
  await decryption.finish()
  return Buffer.concat(found)
}

test.each([0, 1, mib - 1, mib, mib + 1, 3 * mib, 3 * mib + 5])('%d bytes come back the same', async (size) => {
  const bytes = randomBytes(size)
  const sealed = await encrypt(bytes)
  expect(sealed.length).toBe(measureEncrypted(size))
  expect((await decrypt(sealed)).equals(bytes)).toBe(true)
  expect(size > 100 && sealed.includes(bytes.subarray(0, 100))).toBe(false)
})

test('detects a changed, cut off, extended, reordered, repeated, or exchanged file', async () => {
  const sealed = await encrypt(randomBytes(3 * mib))
  const [head, one, two, three] = [0, 1, 2, 3].map((n) =>
    n === 0 ? sealed.subarray(0, 32) : sealed.subarray(32 + (n - 1) * (mib + 16), 32 + n * (mib + 16)),
  ) as [Buffer, Buffer, Buffer, Buffer]
  expect((await decrypt(Buffer.concat([head, one, two, three]))).length).toBe(3 * mib)
  const flipped = Buffer.from(sealed)
  flipped[2_000_000]! ^= 1
  const forged: Buffer[] = [
    flipped,
    ...[0, 20, 32, 40, sealed.length - 1].map((length) => sealed.subarray(0, length)),
    Buffer.concat([head, one, two]),
    Buffer.concat([head, one, three]),
    Buffer.concat([head, two, one, three]),
    Buffer.concat([head, one, one, two, three]),
    Buffer.concat([sealed, Buffer.alloc(1)]),
    Buffer.concat([sealed, three]),
  ]
  for (const each of forged) await expect(decrypt(each)).rejects.toThrow(DamagedFile)
  await expect(decrypt(sealed, 'b')).rejects.toThrow(DamagedFile)
  await expect(decrypt(sealed, 'a', randomBytes(32))).rejects.toThrow(DamagedFile)
})
