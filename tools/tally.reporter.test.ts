import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node, root } from './steps.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-tally-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const files = {
  'whole.test.js': `
    test('holds', () => {})
    test.skip('waits', () => {})
    describe('shaky', () => {
      let tries = 0
      test('holds at last', () => expect(++tries).toBe(2))
    })`,
  'torn.test.js': `test('gives way', () => expect(1).toBe(2))`,
  'broken.test.js': `throw new Error('cannot be loaded')`,
}

test("counts a run and names what didn't pass at once, including a file that fails to load", async () => {
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const reporter = join(root, 'tools/tally.reporter.ts')
  const options = ['--root', folder, '--globals', '--retry=1', `--reporter=${reporter}`]
  const code = await new Promise((resolve) =>
    execFile(
      node,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options],
      { cwd: folder, env: { PATH: process.env.PATH, TALLY_FILE: join(folder, 'tally.json') } },
      (error) => resolve(error?.code),
    ),
  )
  expect(code).toBe(1)
  const { named, ...counts } = JSON.parse(await readFile(join(folder, 'tally.json'), 'utf8'))
  expect(counts).toEqual({ passed: 2, failed: 2, skipped: 1 })
  expect(named.toSorted()).toEqual([
    'broken.test.js',
    'torn.test.js › gives way',
    'whole.test.js › shaky > holds at last (passed on retry)',
  ])
})
