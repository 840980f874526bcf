import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A password has to outlive a killed worker, so it is kept until the file is made: encrypted under a key that lies in the
 * data folder and never in the database, so that neither a dump nor a copy of the files alone gives it away.
 */
export async function seal(dataDir: string, exportId: string, password: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await keyOf(dataDir), iv).setAAD(Buffer.from(exportId))
  const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Throws where the key or the text is not the one it was sealed with. */
export async function unseal(dataDir: string, exportId: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(dataDir), bytes.subarray(0, 12))
    .setAAD(Buffer.from(exportId))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const keyBytes = 32

async function keyOf(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'exports.key')
  try {
    // Exclusive: of two processes that start at once, one makes the key and the other reads it.
    await using file = await open(path, 'wx', 0o600)
    const key = randomBytes(keyBytes)
    await file.writeFile(key)
    await file.sync()
    return key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const key = await readFile(path)
  if (key.length !== keyBytes) throw new Error('exports.key in the data folder is damaged')
  return key
}
