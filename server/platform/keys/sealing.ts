import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { readKeyFile } from './source.ts'

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

/** Also opens values sealed before the key was rotated. */
export async function unseal(dataDir: string, name: string, sealed: string): Promise<string> {
  const bytes = Buffer.from(sealed, 'base64url')
  const keys = await readKeys(dataDir)
  for (const [index, key] of keys.entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    } catch (error) {
      if (index === keys.length - 1) throw error
    }
  }
  throw new Error('no key')
}

export const fingerprintSecrets = async (dataDir: string): Promise<string> =>
  (await listSecretsFingerprints(dataDir))[0]!

/** Includes the fingerprints of old keys, newest first. */
export const listSecretsFingerprints = async (dataDir: string): Promise<string[]> =>
  (await readKeys(dataDir)).map((key) => createHmac('sha256', key).update('venire fingerprint').digest('hex'))

/** Returns the content for `secrets.key`: a new key, followed by the old ones, which are used only for decryption. */
export const addSecretsKey = async (dataDir: string): Promise<Buffer> =>
  Buffer.concat([randomBytes(keyBytes), ...(await readKeys(dataDir))])

const keyName = 'secrets.key'
const keyBytes = 32

async function readKeys(dataDir: string): Promise<Buffer[]> {
  const content = await readKeyFile(dataDir, keyName, () => randomBytes(keyBytes))
  // Environment variables and command output can contain only text, so a key from there is in Base64.
  const text = content.toString('latin1').trim()
  const bytes = /^[\w+/=-]+$/.test(text) ? Buffer.from(text, 'base64url') : content
  if (!isWhole(bytes)) throw new Error(`${keyName} in the data folder is damaged`)
  return Array.from({ length: bytes.length / keyBytes }, (_, at) => bytes.subarray(at * keyBytes, (at + 1) * keyBytes))
}

const isWhole = ({ length }: Buffer): boolean => length > 0 && length % keyBytes === 0

const deriveKey = async (dataDir: string): Promise<Buffer> => (await readKeys(dataDir))[0]!
