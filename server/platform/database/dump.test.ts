import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { connectionEnv } from './dump.ts'

test("maps the driver's encryption modes to PostgreSQL's tools", () => {
  const env = connectionEnv('postgres://venire:50%25off@127.0.0.1:1/venire?sslmode=no-verify')
  expect(env).toMatchObject({ PGPASSWORD: '50%off', PGPORT: '1', PGDATABASE: 'venire', PGSSLMODE: 'require' })
  const dump = () => execFileSync('pg_dump', ['--no-password'], { env, encoding: 'utf8', stdio: 'pipe' })
  expect(dump).toThrow(/Connection refused/)
})

test('passes on certificates named in the URL', () => {
  const query = 'sslmode=verify-full&sslrootcert=/etc/ssl/rds.pem&sslcert=/a.crt&sslkey=/a.key'
  expect(connectionEnv(`postgres://venire@db.example/venire?${query}`)).toMatchObject({
    PGSSLMODE: 'verify-full',
    PGSSLROOTCERT: '/etc/ssl/rds.pem',
    PGSSLCERT: '/a.crt',
    PGSSLKEY: '/a.key',
  })
})
