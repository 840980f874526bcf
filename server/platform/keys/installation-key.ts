import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { readKeyFile, replaceKeyFile } from './source.ts'

const fileName = 'installation.key'
const seedBytes = 32

const keyFile = z.object({
  keys: z.array(z.object({ seed: z.base64url(), createdAt: z.iso.datetime() })).min(1),
})
type KeyFile = z.output<typeof keyFile>

export type InstallationKey = {
  /** SHA-256 of the public key (SPKI, DER), lowercase hex. */
  fingerprint: string
  publicKey: string
  createdAt: Date
  /** Returns an Ed25519 signature as base64url. */
  sign: (bytes: Uint8Array) => string
  /** Returns an HMAC-SHA-256 as lowercase hex, with a key derived for `purpose`. */
  hmac: (purpose: string, text: string) => string
}

export type Keyring = {
  current: InstallationKey
  find: (fingerprint: string) => InstallationKey | undefined
  all: readonly InstallationKey[]
}

/** Creates a key on first use. Throws if the file is damaged. */
export async function readKeyring(dataDir: string): Promise<Keyring> {
  const all = (await readContent(dataDir)).keys.map(toKey)
  return { current: all[0]!, find: (wanted) => all.find(({ fingerprint }) => fingerprint === wanted), all }
}

/** Keeps old keys so that old signatures still verify. */
export async function addInstallationKey(dataDir: string): Promise<Buffer> {
  const { keys } = await readContent(dataDir)
  return Buffer.from(JSON.stringify({ keys: [createSeed(), ...keys] } satisfies KeyFile))
}

export async function rotateInstallationKey(dataDir: string): Promise<InstallationKey> {
  const content = await addInstallationKey(dataDir)
  await replaceKeyFile(dataDir, fileName, content)
  return toKey(parseKeyFile(content.toString('utf8')).keys[0]!)
}

export function hasValidSignature(publicKey: string, bytes: Uint8Array, signature: string): boolean {
  try {
    return verify(null, bytes, createPublicKey(publicKey), Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}

export function getFingerprint(publicKey: string): string | null {
  try {
    const key = createPublicKey(publicKey)
    return key.asymmetricKeyType === 'ed25519' ? computeFingerprint(key) : null
  } catch {
    return null
  }
}

const computeFingerprint = (key: KeyObject) =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

const createSeed = () => ({
  seed: randomBytes(seedBytes).toString('base64url'),
  createdAt: new Date().toISOString(),
})

/** PKCS #8 header for a raw Ed25519 seed (RFC 8410). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

function toKey({ seed, createdAt }: KeyFile['keys'][number]): InstallationKey {
  const bytes = Buffer.from(seed, 'base64url')
  if (bytes.length !== seedBytes) throw new Error(damaged)
  const privateKey = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, bytes]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(privateKey)
  return {
    fingerprint: computeFingerprint(publicKey),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    createdAt: new Date(createdAt),
    sign: (message) => sign(null, message, privateKey).toString('base64url'),
    hmac: (purpose, text) =>
      createHmac('sha256', Buffer.from(hkdfSync('sha256', bytes, '', `venire ${purpose}`, seedBytes)))
        .update(text)
        .digest('hex'),
  }
}

const damaged = `${fileName} in the data folder is damaged. Restore it from a backup.`

function parseKeyFile(content: string): KeyFile {
  try {
    return keyFile.parse(JSON.parse(content))
  } catch {
    throw new Error(damaged)
  }
}

async function readContent(dataDir: string): Promise<KeyFile> {
  const create = () => Buffer.from(JSON.stringify({ keys: [createSeed()] } satisfies KeyFile))
  return parseKeyFile((await readKeyFile(dataDir, fileName, create)).toString('utf8'))
}

let loaded: { keyring: Keyring; dataDir: string } | null = null

export async function loadKeyring(dataDir: string): Promise<Keyring> {
  const keyring = await readKeyring(dataDir)
  loaded = { keyring, dataDir }
  return keyring
}

export function getKeyring(): Keyring {
  if (!loaded) throw new Error('The installation key isn’t loaded, so nothing can be recorded.')
  return loaded.keyring
}

/** Rereads the file for an unknown key because another process may have rotated it. */
export async function findKey(fingerprint: string): Promise<InstallationKey | undefined> {
  const known = getKeyring().find(fingerprint)
  return known ?? (await loadKeyring(loaded!.dataDir)).find(fingerprint)
}
