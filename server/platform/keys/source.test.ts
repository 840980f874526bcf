import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addInstallationKey, readKeyring, rotateInstallationKey } from './installation-key.ts'
import { addSecretsKey, fingerprintSecrets, seal, unseal } from './sealing.ts'
import { replaceKeyFile } from './source.ts'

let dataDir: string
let store: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'venire-keys-'))
  store = await mkdtemp(join(tmpdir(), 'venire-store-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all([dataDir, store].map((each) => rm(each, { recursive: true, force: true })))
})

test('keys come from a file, a variable, or a command, and none is left in the data folder', async () => {
  const content = await addInstallationKey(store)
  const { fingerprint } = (await readKeyring(store)).current
  const path = join(store, 'mounted')
  await writeFile(path, content)
  vi.stubEnv('KEY_TEXT', content.toString())
  for (const source of [`file:${path}`, 'env:KEY_TEXT', `command:cat '${path}'`]) {
    vi.stubEnv('INSTALLATION_KEY', source)
    const ring = await readKeyring(dataDir)
    expect([source, ring.all.length, ring.all[1]?.fingerprint]).toEqual([source, 2, fingerprint])
  }
  vi.stubEnv('SECRETS_TEXT', (await addSecretsKey(store)).toString('base64url'))
  vi.stubEnv('SECRETS_KEY', 'env:SECRETS_TEXT')
  expect(await unseal(dataDir, 'row', await seal(dataDir, 'row', 'a secret'))).toBe('a secret')
  expect(await readdir(dataDir)).toEqual([])
})

test('a key missing outside the data folder is an error, never a new key', async () => {
  for (const [source, says] of [
    [`file:${join(store, 'absent')}`, 'returned no key. Store one there first'],
    ['env:ABSENT_VARIABLE', 'returned no key. Store one there first'],
    ['command:echo token-1234 >&2; exit 3', 'The command for a key failed (3). Run it yourself to see why.'],
    ['command:true token-1234', 'its command returned no key'],
    ['vault', 'must start with file:, env:, or command:'],
  ]) {
    vi.stubEnv('SECRETS_KEY', source)
    await expect(seal(dataDir, 'row', 'a secret')).rejects.toThrow(says)
  }
  expect(await readdir(dataDir)).toEqual([])
})

test('after a rotation, new secrets use the new key and old ones still open', async () => {
  const [before, sealed] = [await fingerprintSecrets(dataDir), await seal(dataDir, 'row', 'a secret')]
  for (let turn = 0; turn < 3; turn++) await replaceKeyFile(dataDir, 'secrets.key', await addSecretsKey(dataDir))
  expect(await fingerprintSecrets(dataDir)).not.toBe(before)
  expect(await unseal(dataDir, 'row', sealed)).toBe('a secret')
  const text = (await addSecretsKey(dataDir)).toString('base64url')
  vi.stubEnv('SECRETS_TEXT', text)
  vi.stubEnv('SECRETS_KEY', 'env:SECRETS_TEXT')
  expect(await unseal(dataDir, 'row', sealed)).toBe('a secret')
  await expect(unseal(dataDir, 'other', sealed)).rejects.toThrow('authenticate')
})

test("a mounted key can be rotated in place, but a key from a variable can't", async () => {
  await writeFile(join(store, 'mounted'), await addInstallationKey(store))
  vi.stubEnv('INSTALLATION_KEY', `file:${join(store, 'mounted')}`)
  const { fingerprint } = await rotateInstallationKey(dataDir)
  expect((await readKeyring(dataDir)).current.fingerprint).toBe(fingerprint)
  vi.stubEnv('KEY_TEXT', (await addInstallationKey(store)).toString())
  vi.stubEnv('INSTALLATION_KEY', 'env:KEY_TEXT')
  await expect(rotateInstallationKey(dataDir)).rejects.toThrow('Use --print')
})
