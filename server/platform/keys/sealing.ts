import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../errors.ts'

/**
 * Some secrets have to be read again: the password of an export that is not made yet, the seed of an authenticator app.
 * They are encrypted under a key that lies in the data folder and never in the database, so that neither a dump nor a
 * copy of the files alone gives them away. `name` says whose secret it is: sealed text of one row opens in no other.
 */
export async function seal(dataDir: string, name: string, secret: string): Promise<string> {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await deriveKey(dataDir), iv).setAAD(Buffer.from(name))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')
}

/** Throws where the key, the name or the text is not the one it was sealed with. */
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

/** Creates the file whole and flushed, and returns its content: the first writer's if two processes race. */
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
