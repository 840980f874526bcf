import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ConfigFault, readConfig, settings } from '#server/platform/config.ts'

test('documents exactly the existing settings', () => {
  const page = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')
  const [, table = ''] = page.split('## Settings')
  const documented = [...(table.split('\n## ')[0] ?? '').matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+) \|/gm)].flatMap(
    ([, cell = '']) => [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(documented.toSorted()).toEqual(Object.keys(settings.shape).toSorted())
})

test('reports every invalid setting at once, by name', () => {
  const read = () => readConfig({ PORT: '99999', DATABASE_URL: 'mysql://x', SIGN_UP: 'maybe', TLS_CERT: 'a.pem' })
  expect(read).toThrow(ConfigFault)
  for (const name of ['PORT', 'DATABASE_URL', 'SIGN_UP', 'TLS_KEY']) expect(read).toThrow(name)
})

test('treats an empty value as absent', () => {
  const { PORT, QUOTA_GB } = readConfig({ PORT: '', QUOTA_GB: '' })
  expect([PORT, QUOTA_GB]).toEqual([3000, undefined])
})

test('accepts values with trailing spaces and carriage returns', () => {
  const { PUBLIC_URL, SIGN_UP, QUOTA_GB } = readConfig({
    PUBLIC_URL: 'https://venire.firm.example\r',
    SIGN_UP: 'open ',
    QUOTA_GB: '\r',
  })
  expect([PUBLIC_URL, SIGN_UP, QUOTA_GB]).toEqual(['https://venire.firm.example', 'open', undefined])
})

test('explains how to write a percent sign in a password, and accepts it', () => {
  const mail = (url: string) => () => readConfig({ SMTP_URL: url, MAIL_FROM: 'venire@firm.example' })
  expect(mail('smtp://venire:50%off@mail.firm.example')).toThrow('SMTP_URL: write a "%"')
  expect(() => readConfig({ DATABASE_URL: 'postgres://venire:50%off@db/venire' })).toThrow('DATABASE_URL: write a "%"')
  expect(mail('smtp://venire:50%25off@mail.firm.example')).not.toThrow()
})
