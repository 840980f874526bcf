import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getFingerprint, hasValidSignature, readKeyring, rotateInstallationKey } from './installation-key.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-key-'))
})
afterEach(() => rm(folder, { recursive: true }))

const message = Buffer.from('a sealed pack')

test('two processes starting together share one key, readable only by its owner', async () => {
  const rings = await Promise.all(Array.from({ length: 4 }, () => readKeyring(folder)))
  expect(new Set(rings.map(({ current }) => current.fingerprint)).size).toBe(1)
  expect((await stat(join(folder, 'installation.key'))).mode & 0o777).toBe(0o600)
})

test('a signature is valid only for its bytes and key', async () => {
  const { current } = await readKeyring(folder)
  const signature = current.sign(message)
  expect(hasValidSignature(current.publicKey, message, signature)).toBe(true)
  expect(hasValidSignature(current.publicKey, Buffer.from('another pack'), signature)).toBe(false)
  expect(hasValidSignature((await rotateInstallationKey(folder)).publicKey, message, signature)).toBe(false)
  expect(hasValidSignature('no key', message, signature)).toBe(false)
  expect(getFingerprint(current.publicKey)).toBe(current.fingerprint)
  expect(getFingerprint('no key')).toBeNull()
})

test('after a rotation, the new key is current and the old one still verifies', async () => {
  const before = (await readKeyring(folder)).current
  const mac = before.hmac('audit', 'an event')
  const after = await rotateInstallationKey(folder)
  const ring = await readKeyring(folder)
  expect(ring.current.fingerprint).toBe(after.fingerprint)
  expect(after.fingerprint).not.toBe(before.fingerprint)
  expect(ring.find(before.fingerprint)?.hmac('audit', 'an event')).toBe(mac)
  expect(ring.current.hmac('audit', 'an event')).not.toBe(mac)
  expect(before.hmac('another purpose', 'an event')).not.toBe(mac)
})

test('names a damaged key file and never replaces it', async () => {
  await writeFile(join(folder, 'installation.key'), '{"keys":[]}')
  await expect(readKeyring(folder)).rejects.toThrow('installation.key in the data folder is damaged')
})
