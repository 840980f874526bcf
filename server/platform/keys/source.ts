import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigFault, keySource } from '../config.ts'
import { isMissing, Refusal } from '../errors.ts'

export type KeyName = 'installation.key' | 'secrets.key'

const settingNames = { 'installation.key': 'INSTALLATION_KEY', 'secrets.key': 'SECRETS_KEY' } as const

type Source = { kind: 'folder' | 'file' | 'env' | 'command'; at: string }

/** Reads the environment directly because threads and child processes also sign and seal. */
function findKeySource(dataDir: string, name: KeyName): Source {
  const setting = process.env[settingNames[name]]?.trim()
  return setting ? parseSource(settingNames[name], setting) : { kind: 'folder', at: join(dataDir, name) }
}

function parseSource(setting: string, value: string): Source {
  const [, kind, at = ''] = keySource.exec(value) ?? []
  if (kind === 'file' || kind === 'env' || kind === 'command') return { kind, at }
  throw new ConfigFault(`${setting}: must start with file:, env:, or command:`)
}

export const isInFolder = (dataDir: string, name: KeyName): boolean => findKeySource(dataDir, name).kind === 'folder'

export const readSecret = (setting: string, value: string): Promise<Buffer> =>
  readFrom(setting, parseSource(setting, value))

const outputs = new Map<string, Promise<Buffer>>()
const commandMs = 30_000

/** Returns the key's content. Creates a missing key only in the data folder. Elsewhere, a missing key is an error. */
export async function readKeyFile(dataDir: string, name: KeyName, create: () => Buffer): Promise<Buffer> {
  const source = findKeySource(dataDir, name)
  if (source.kind !== 'folder') return readFrom(settingNames[name], source)
  return (await readIfPresent(source.at)) ?? createKeyFile(dataDir, name, create())
}

async function readFrom(setting: string, { kind, at }: Source): Promise<Buffer> {
  const content = kind === 'env' ? readVariable(at) : await (kind === 'command' ? runOnce(at) : readIfPresent(at))
  if (content === null || content.length === 0)
    throw new ConfigFault(
      `${setting}: ${kind === 'command' ? 'its command' : `${kind}:${at}`} returned no key. Store one there first, because Venire can’t create it.`,
    )
  return content
}

const readVariable = (name: string): Buffer => Buffer.from(process.env[name] ?? '')

/** Secret stores are slow and limit requests, so each process asks once. */
function runOnce(command: string): Promise<Buffer> {
  const known = outputs.get(command)
  if (known) return known
  const output = promisify(execFile)('sh', ['-c', command], { timeout: commandMs, encoding: 'buffer' }).then(
    ({ stdout }) => stdout,
    (error: { code?: unknown }) => {
      outputs.delete(command)
      // Omits the command and its output, which may contain a secret.
      throw new ConfigFault(`The command for a key failed (${String(error.code)}). Run it yourself to see why.`)
    },
  )
  outputs.set(command, output)
  return output
}

/** Throws if the key comes from an environment variable or command, which only the operator can change. */
export async function replaceKeyFile(dataDir: string, name: KeyName, content: Buffer): Promise<void> {
  const { kind, at } = findKeySource(dataDir, name)
  if (kind === 'env' || kind === 'command')
    throw new Refusal(
      'conflict',
      `${settingNames[name]} comes from ${kind === 'env' ? `the variable ${at}` : 'a command'}, which Venire can’t change. Use --print, store what it prints, and restart every process.`,
    )
  const fresh = `${at}.${randomBytes(6).toString('hex')}`
  try {
    {
      await using file = await open(fresh, 'wx', 0o600)
      await file.writeFile(content)
      await file.sync()
    }
    await rename(fresh, at)
    await using folder = await open(join(at, '..'), 'r')
    await folder.sync()
  } finally {
    await rm(fresh, { force: true })
  }
}

async function readIfPresent(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function createKeyFile(dataDir: string, name: string, content: Buffer): Promise<Buffer> {
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
