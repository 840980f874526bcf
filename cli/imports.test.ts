import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('loading the database’s query builder takes less than half the memory that Node takes by itself', () => {
  const script = `
    const { drizzle } = await import('drizzle-orm/node-postgres')
    const { pgTable } = await import('drizzle-orm/pg-core')
    if (typeof drizzle !== 'function' || typeof pgTable !== 'function') throw new Error('not loaded')
    const status = await import('node:fs').then(({ readFileSync }) => readFileSync('/proc/self/status', 'utf8'))
    console.log(/VmHWM:\\s+(\\d+)/.exec(status)[1])`
  // `maxRSS` would include the parent's memory at the time it started this process.
  const load = (...given: string[]) =>
    Number(
      execFileSync(process.execPath, [...given, '--input-type=module', '--eval', script], {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
        encoding: 'utf8',
      }),
    )
  expect(load('--import', './cli/imports.ts')).toBeLessThan(load() / 2)
})
