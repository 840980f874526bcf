import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../errors.ts'

/**
 * Encrypts with a key from the data folder, so neither a database dump nor the folder alone reveals the secret. `name`
 * binds it to one row.
 */
export async function seal(dataDir: string, name: string, secret: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(dataDir), iv).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

export async function unseal(dataDir: string, name: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', await deriveKey(dataDir), bytes.subarray(0, 12))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(12, 28))
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
}

const keyName = 'secrets.key'
const keyBytes = 32

async function deriveKey(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, keyName)
  const key = (await readKey(path)) ?? (await createKeyFile(dataDir, keyName, randomBytes(keyBytes)))
  if (key.length !== keyBytes) throw new Error(`${keyName} in the data folder is damaged`)
  return key
}

async function readKey(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export async function createKeyFile(dataDir: string, name: string, content: Buffer): Promise<Buffer> {
  const path = join(dataDir, name)
  const fresh = join(dataDir, `.${name}.${randomBytes(6).toString('hex')}`)
  try {
    {
      await using file = await open(fresh, 'wx', 0o600)
      await file.writeFile(content)
      await file.sync()
    }
    await link(fresh, path)
    await using folder = await open(dataDir, 'r')
    await folder.sync()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(fresh, { force: true })
  }
  return readFile(path)
}
