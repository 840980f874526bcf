import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigFault } from '../config.ts'
import { Refusal } from '../errors.ts'
import { readSecret } from '../keys/source.ts'

/** These files are in DATA_DIR unless INSTALLATION_KEY or SECRETS_KEY points elsewhere. */
const keyNames = new Set(['installation.key', 'secrets.key'])
const suffix = '.sealed'

type KeyConfig = Pick<Config, 'BACKUP_KEY'>

export async function readPassphrase({ BACKUP_KEY }: KeyConfig): Promise<string | null> {
  if (!BACKUP_KEY) return null
  const passphrase = (await readSecret('BACKUP_KEY', BACKUP_KEY)).toString('utf8').trim()
  if (passphrase === '') throw new ConfigFault('BACKUP_KEY is blank. Enter a passphrase.')
  return passphrase
}

export const isKey = (path: string): boolean => keyNames.has(path)
export const nameSealed = (path: string): string => path + suffix

/** A passphrase may be weak, so each guess is made to take 64 MB of memory. */
const deriveKey = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase, salt, 32, { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 })

export function sealKey(name: string, content: Buffer, passphrase: string): Buffer {
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', deriveKey(passphrase, salt), iv).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([cipher.update(content), cipher.final()])
  return Buffer.concat([salt, iv, cipher.getAuthTag(), sealed])
}

export function unsealKey(name: string, bytes: Buffer, passphrase: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(passphrase, bytes.subarray(0, 16)), bytes.subarray(16, 28))
    .setAAD(Buffer.from(name))
    .setAuthTag(bytes.subarray(28, 44))
  return Buffer.concat([decipher.update(bytes.subarray(44)), decipher.final()])
}

/**
 * Returns the decrypted keys from a backup, or an empty map if there are none. Throws if BACKUP_KEY is missing or
 * wrong.
 */
export async function readSealedKeys(folder: string, config: KeyConfig): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder).catch(() => [])).filter((each) => isKey(each.slice(0, -suffix.length)))
  const sealed = names.filter((each) => each.endsWith(suffix))
  if (sealed.length === 0) return new Map()
  const passphrase = await readPassphrase(config)
  if (passphrase === null)
    throw new Refusal('invalid', 'The keys in this backup are encrypted. Set BACKUP_KEY to the value it was made with.')
  const found = new Map<string, Buffer>()
  for (const each of sealed) {
    const name = each.slice(0, -suffix.length)
    try {
      found.set(name, unsealKey(name, await readFile(join(folder, each)), passphrase))
    } catch {
      throw new Refusal(
        'invalid',
        'BACKUP_KEY does not open the keys in this backup. Use the BACKUP_KEY it was made with.',
      )
    }
  }
  return found
}

export async function writeKeys(folder: string, keys: ReadonlyMap<string, Buffer>): Promise<void> {
  for (const [name, content] of keys) {
    await writeFile(join(folder, name), content, { mode: 0o600, flush: true })
    await rm(join(folder, nameSealed(name)), { force: true })
  }
}
