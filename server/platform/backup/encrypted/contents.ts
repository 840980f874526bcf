import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { Refusal } from '../../errors.ts'
import type { Storage } from '../../storage.ts'
import { BackupRecord } from '../backup.record.ts'
import { sealKey, unsealKey } from '../sealed-keys.ts'
import { DamagedFile, encryptChunks, beginDecryption } from './chunks.ts'
import { readStored } from './place.ts'

/**
 * The key that encrypts every file. The list in each backup contains it, encrypted with BACKUP_KEY, so no backup
 * depends on another file.
 */
export type ContentKey = { content: Buffer; id: string; wrapped: Buffer }

const wrapName = 'backup'
const magic = Buffer.from('VENIRE01')
const idBytes = 8
const wrappedBytes = 16 + 12 + 16 + 32
const headBytes = magic.length + idBytes + wrappedBytes

const mac = (content: Buffer, text: string): string => createHmac('sha256', content).update(text).digest('hex')
const toKey = (content: Buffer, wrapped: Buffer): ContentKey => ({
  content,
  wrapped,
  id: mac(content, 'id').slice(0, idBytes * 2),
})

export function createContentKey(passphrase: string): ContentKey {
  const content = randomBytes(32)
  return toKey(content, sealKey(wrapName, content, passphrase))
}

export const filesFolder = 'encrypted'
/** Identical files share one stored file. Its name reveals nothing about the content. */
export const nameFile = ({ content, id }: ContentKey, sha256: string): string => {
  const name = mac(content, `file ${sha256}`)
  return `${filesFolder}/${id}/${name.slice(0, 2)}/${name}`
}

const Contents = z.object({
  record: BackupRecord,
  /** Path, SHA-256, and size. */
  files: z.array(z.tuple([z.string(), z.string(), z.number()])),
  /** PostgreSQL needs its empty folders to exist. */
  folders: z.array(z.string()),
})
export type Contents = z.infer<typeof Contents>

export class OtherPassphrase extends Refusal {
  constructor() {
    super('invalid', 'BACKUP_KEY does not open this backup. Use the BACKUP_KEY it was made with.')
  }
}

export async function writeContents(storage: Storage, name: string, key: ContentKey, contents: Contents) {
  const sealed: Buffer[] = [magic, Buffer.from(key.id, 'hex'), key.wrapped]
  const text = Buffer.from(JSON.stringify(contents))
  for await (const each of encryptChunks(toStream(text), key.content, name)) sealed.push(each)
  await storage.put(name, Buffer.concat(sealed))
  if (!(await readText(storage, name, key)).equals(text)) throw new Error(`${name} does not match what was written`)
}

async function* toStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function readWhole(storage: Storage, name: string): Promise<Buffer> {
  if ((await storage.size(name)) === null) throw new Refusal('not_found', `There is no backup ${name} there.`)
  const found: Buffer[] = []
  await readStored(storage, name, (chunk) => found.push(Buffer.from(chunk)))
  const bytes = Buffer.concat(found)
  if (bytes.length < headBytes || !bytes.subarray(0, magic.length).equals(magic))
    throw new DamagedFile(`${name} was changed, or was written by a newer version of Venire`)
  return bytes
}

/** Works without BACKUP_KEY. */
export const readKeyId = async (storage: Storage, name: string): Promise<string> =>
  (await readWhole(storage, name)).subarray(magic.length, magic.length + idBytes).toString('hex')

export async function readContentKey(storage: Storage, name: string, passphrase: string): Promise<ContentKey> {
  const wrapped = (await readWhole(storage, name)).subarray(magic.length + idBytes, headBytes)
  try {
    return toKey(unsealKey(wrapName, wrapped, passphrase), wrapped)
  } catch {
    throw new OtherPassphrase()
  }
}

export const readContents = async (storage: Storage, name: string, key: ContentKey): Promise<Contents> =>
  Contents.parse(JSON.parse((await readText(storage, name, key)).toString()))

async function readText(storage: Storage, name: string, key: ContentKey): Promise<Buffer> {
  const found: Buffer[] = []
  const decryption = beginDecryption(key.content, name, (plain) => found.push(plain))
  await decryption.push((await readWhole(storage, name)).subarray(headBytes))
  await decryption.finish()
  return Buffer.concat(found)
}
