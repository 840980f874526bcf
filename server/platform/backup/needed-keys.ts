import { existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Refusal } from '../errors.ts'
import { readKeyring } from '../keys/installation-key.ts'
import { listSecretsFingerprints } from '../keys/sealing.ts'
import { isInFolder, type KeyName } from '../keys/source.ts'
import type { NeededKey } from './backup.record.ts'

const names: readonly KeyName[] = ['installation.key', 'secrets.key']
const settingNames = { 'installation.key': 'INSTALLATION_KEY', 'secrets.key': 'SECRETS_KEY' } as const

const isMissing = (dataDir: string, name: KeyName): boolean =>
  isInFolder(dataDir, name) && !existsSync(join(dataDir, name))

const listFingerprints = async (dataDir: string, name: KeyName): Promise<string[]> =>
  name === 'secrets.key'
    ? listSecretsFingerprints(dataDir)
    : (await readKeyring(dataDir)).all.map(({ fingerprint }) => fingerprint)

/**
 * Returns the keys that a restore needs in addition to the backup. `included` returns true if a key is in the backup.
 */
export async function listNeededKeys(dataDir: string, included: (name: KeyName) => boolean): Promise<NeededKey[]> {
  const needed: NeededKey[] = []
  for (const name of names) {
    if (included(name) || isMissing(dataDir, name)) continue
    // A backup must not fail because a secret store doesn't respond.
    const [fingerprint] = await listFingerprints(dataDir, name).catch(() => [])
    if (fingerprint !== undefined) needed.push({ name, fingerprint, isFile: isInFolder(dataDir, name) })
  }
  return needed
}

/** Without this check, Venire would create new keys, which can't be used to verify or decrypt anything. */
export async function requireKeys(dataDir: string, needed: readonly NeededKey[]): Promise<void> {
  const missing = needed.map(({ name }) => name).filter((name) => isMissing(dataDir, name))
  if (missing.length > 0)
    throw new Refusal(
      'invalid',
      `This backup doesn’t include ${missing.join(' and ')}. Copy ${missing.length > 1 ? 'both files' : 'the file'} to ${dataDir}, ` +
        `or set ${missing.map((name) => settingNames[name]).join(' and ')}. Then try again.`,
    )
  for (const { name, fingerprint } of needed)
    if (!(await listFingerprints(dataDir, name)).includes(fingerprint))
      throw new Refusal(
        'invalid',
        `This backup needs a different ${name} from the one ${isInFolder(dataDir, name) ? `in ${dataDir}` : `in ${settingNames[name]}`}. ` +
          'Use the one from the installation that was backed up.',
      )
}

export async function copyKeys(from: string, to: string, needed: readonly NeededKey[]): Promise<void> {
  for (const { name } of needed) if (isInFolder(from, name)) await copyFile(join(from, name), join(to, name))
}
