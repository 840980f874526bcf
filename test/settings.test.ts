import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigFault, readConfig, settings } from '#server/platform/config.ts'

test('documents every setting, and no other', () => {
  const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## Settings')
  const documented = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(documented.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
})

test('reports every fault at once, by name', () => {
  const read = () => readConfig({ PORT: '99999', DATABASE_URL: 'mysql://x', SIGN_UP: 'maybe', TLS_CERT: 'a.pem' })
  expect(read).toThrow(ConfigFault)
  for (const name of ['PORT', 'DATABASE_URL', 'SIGN_UP', 'TLS_KEY']) expect(read).toThrow(name)
})

test('takes an empty value for an absent one', () => {
  const { PORT, QUOTA_GB } = readConfig({ PORT: '', QUOTA_GB: '' })
  expect([PORT, QUOTA_GB]).toEqual([3000, undefined])
})
