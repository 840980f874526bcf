import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seal, unseal } from './sealing.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-sealing-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test("twenty parallel requests create one key and can open each other's secrets", async () => {
  const names = Array.from({ length: 20 }, (_, index) => `row ${index}`)
  const sealed = await Promise.all(names.map((name) => seal(folder, name, `secret of ${name}`)))
  const opened = await Promise.all(sealed.map((text, index) => unseal(folder, names[index]!, text)))
  expect(opened).toEqual(names.map((name) => `secret of ${name}`))
  expect(await readdir(folder)).toEqual(['secrets.key'])
  expect((await stat(join(folder, 'secrets.key'))).mode & 0o777).toBe(0o600)
})

test('sealed text reveals nothing and opens only unchanged under its own name', async () => {
  const sealed = await seal(folder, 'mine', 'JBSWY3DPEHPK3PXP')
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('JBSWY3DPEHPK3PXP')
  expect(await seal(folder, 'mine', 'JBSWY3DPEHPK3PXP')).not.toBe(sealed)
  await expect(unseal(folder, 'yours', sealed)).rejects.toThrow('authenticate')
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[30]! ^= 1
  await expect(unseal(folder, 'mine', bytes.toString('base64url'))).rejects.toThrow('authenticate')
})

test("names a damaged key and doesn't replace it", async () => {
  const other = await mkdtemp(join(tmpdir(), 'venire-sealing-'))
  try {
    await writeFile(join(other, 'secrets.key'), 'short')
    await expect(seal(other, 'mine', 'x')).rejects.toThrow('secrets.key in the data folder is damaged')
    expect((await stat(join(other, 'secrets.key'))).size).toBe(5)
  } finally {
    await rm(other, { recursive: true, force: true })
  }
})
