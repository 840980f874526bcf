import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { exportTools, newOwnerPassword } from './exports.tools.ts'

const folder = mkdtempSync(join(tmpdir(), 'venire-encrypt-'))
afterAll(() => rmSync(folder, { recursive: true }))
const plain = join(folder, 'plain.pdf')
const out = join(folder, 'out.pdf')
const qpdf = (...args: string[]) => spawnSync('qpdf', args)

test.each(['Quartz 82!', '--modify=all Quartz 82', '-Quartz', '@/etc/hostname', 'größer als 5 €', 'two\nlines'])(
  'treats %j as a password, not an option',
  async (password) => {
    expect(qpdf('--empty', plain).status).toBe(0)
    await exportTools.encryptPdf(plain, out, password, AbortSignal.timeout(60_000))
    expect(qpdf('--check', out).status).toBe(2)
    expect(qpdf('--check', `--password=${password}x`, out).status).toBe(2)
    const opened = qpdf('--show-encryption', `--password=${password}`, out)
    expect([opened.status, opened.stdout.toString()]).toEqual([0, expect.stringContaining('R = 6')])
    expect(opened.stdout.toString()).toContain('modify annotations: not allowed')
  },
)

test('an owner password never contains a zero byte, where qpdf would stop', () => {
  const passwords = Array.from({ length: 2000 }, newOwnerPassword)
  expect(passwords.filter((each) => Buffer.from(each, 'hex').includes(0))).toEqual([])
  expect(new Set(passwords.map((each) => each.length))).toEqual(new Set([96]))
  expect(new Set(passwords).size).toBe(passwords.length)
})
