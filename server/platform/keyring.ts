import { type InstallationKey, type Keyring, readKeyring } from './installation-key.ts'

let loaded: { keyring: Keyring; dataDir: string } | null = null

/** Reads the keys of DATA_DIR for this process. Called where the database is opened, and again after a rotation. */
export async function loadKeyring(dataDir: string): Promise<Keyring> {
  const keyring = await readKeyring(dataDir)
  loaded = { keyring, dataDir }
  return keyring
}

/** Throws if no keys were loaded: nothing may be recorded without one. */
export function getKeyring(): Keyring {
  if (!loaded) throw new Error('The installation key has not been loaded, so nothing can be recorded.')
  return loaded.keyring
}

/** Finds a key, reading the file again if this process doesn't know it: another one may have rotated the key. */
export async function findKey(fingerprint: string): Promise<InstallationKey | undefined> {
  const known = getKeyring().find(fingerprint)
  return known ?? (await loadKeyring(loaded!.dataDir)).find(fingerprint)
}
