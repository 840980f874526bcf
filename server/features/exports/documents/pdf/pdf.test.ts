import { expect, test, afterAll } from 'vitest'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drawBlock } from './blocks.ts'
import { openPen } from './pen.ts'
import { encryptPdf, newOwnerPassword } from './pdf.maker.ts'

test('an attribution never overlaps the cite or runs off the page', () => {
  const pen = openPen({ title: 'Cause memo', paper: 'letter', asOf: new Date(0).toISOString() })
  const written: { line: string; from: number; to: number; y: number }[] = []
  pen.write = (line, x, y, { size }) => {
    pen.pdf.fontSize(size)
    written.push({ line, from: x, to: x + pen.pdf.widthOfString(line), y })
  }
  const who = `PROSPECTIVE JUROR NUMBER TWENTY-ONE (${'Wolfeschlegelstein '.repeat(7)}Hausenberg)`
  const cite = { label: '1:04:07', url: 'https://firm.example', pageLine: '1204:25' }
  for (const by of [`${who} · Key statement, equivocal rehabilitation · medium`, 'Juror 12 · Hardship · low'])
    drawBlock(pen, { kind: 'quote', question: null, text: 'I could.', by, cite, note: null }, { last: null })
  expect(written.map(({ line }) => line).join(' ')).toContain('Hausenberg) · Key statement')
  expect(written.filter(({ to }) => to > pen.left + pen.width)).toEqual([])
  for (const each of written)
    expect(written.filter(({ y, from }) => y === each.y && from > each.from && from < each.to)).toEqual([])
})

const folder = mkdtempSync(join(tmpdir(), 'venire-encrypt-'))
afterAll(() => rmSync(folder, { recursive: true }))
const plain = join(folder, 'plain.pdf')
const out = join(folder, 'out.pdf')
const qpdf = (...args: string[]) => spawnSync('qpdf', args)

test.each(['Quartz 82!', '--modify=all Quartz 82', '-Quartz', '@/etc/hostname', 'größer als 5 €', 'two\nlines'])(
  'treats %j as a password, not an option',
  async (password) => {
    expect(qpdf('--empty', plain).status).toBe(0)
    await encryptPdf(plain, out, password, AbortSignal.timeout(60_000))
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
