import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { loggerOptions } from '#server/platform/logs/log.ts'
import { testApp, testPassword } from './app.ts'
import { makeCertificate } from './certificate.ts'

test('rejects a flood from one IP address, strangers earlier than signed-in users', async () => {
  const at = await testApp({ RATE_LIMIT: '200' })
  const person = await at.person()
  const answers: LightMyRequestResponse[] = []
  for (let count = 0; count < 130; count++) answers.push(await at.app.inject('/api/auth/options'))
  expect(answers.filter((each) => each.statusCode === 429)).toHaveLength(10)
  const refused = answers.find((each) => each.statusCode === 429)!
  expect(refused.body).toMatch(/^Too many requests\. Try again in \d+ seconds\.$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await person.call('GET', '/api/videos')).statusCode).toBe(200)
  await at.close()
})

test('counts people rather than their office’s address, and invented tokens toward the address', async () => {
  const at = await testApp({ RATE_LIMIT: '40' })
  const [one, two] = [await at.person(), await at.person()]
  const countRefused = async (call: () => Promise<LightMyRequestResponse>) => {
    const statuses: number[] = []
    for (let count = 0; count < 50; count++) statuses.push((await call()).statusCode)
    return statuses.filter((status) => status === 429).length
  }
  expect((await two.call('GET', '/api/cases')).statusCode).toBe(200)
  expect(await countRefused(() => one.call('GET', '/api/cases'))).toBeGreaterThan(0)
  let invented = 0
  const cookie = () => `${one.cookie.split('=')[0]}=${'x'.repeat(20)}${(invented += 1)}`
  expect(await countRefused(() => at.app.inject({ url: '/api/cases', headers: { cookie: cookie() } }))).toBeGreaterThan(
    9,
  )
  expect((await two.call('GET', '/api/cases')).statusCode).toBe(200)
  await at.close()
})

test('below the free space limit, nothing is written, but people can sign in and delete', async () => {
  const at = await testApp({ MIN_FREE_GB: '1000000' })
  const person = await at.person()
  const write = await person.call('POST', '/api/cases', { title: 'State v. Example', caseNumber: '1' })
  expect(write.statusCode).toBe(507)
  expect(write.body).toMatch(/^The server’s disk has .* GB free, less than the 1000000 GB that must stay free\./)
  expect((await person.call('GET', '/api/cases')).json()).toEqual([])
  const signIn = { email: person.account.email, password: testPassword }
  expect((await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload: signIn })).statusCode).toBe(
    200,
  )
  expect((await person.call('DELETE', '/api/videos/00000000-0000-4000-8000-000000000000')).statusCode).toBe(404)
  await at.close()
})

test('over HTTPS, every cookie is Secure and bound to the host', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-tls-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const pair = makeCertificate()
  await writeFile(key, pair.key)
  await writeFile(cert, pair.cert)
  const at = await testApp({ TLS_CERT: cert, TLS_KEY: key, SIGN_UP: 'open' })
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = at.app.server.address() as AddressInfo
  const body = JSON.stringify({ firmName: 'Firm', name: 'Name', email: 'tls@firm.example', password: testPassword })
  const headers = { 'content-type': 'application/json', origin: `https://127.0.0.1:${port}` }
  const answer = await new Promise<{ status: number | undefined; cookies: string[]; hsts: unknown }>(
    (resolve, reject) => {
      const call = request(
        {
          host: '127.0.0.1',
          port,
          path: '/api/auth/sign-up/email',
          method: 'POST',
          headers,
          rejectUnauthorized: false,
        },
        (response) => {
          response.resume()
          resolve({
            status: response.statusCode,
            cookies: response.headers['set-cookie'] ?? [],
            hsts: response.headers['strict-transport-security'],
          })
        },
      )
      call.on('error', reject)
      call.end(body)
    },
  )
  expect(answer.status).toBe(200)
  expect(answer.cookies).toEqual([
    expect.stringMatching(/^__Host-venire_session=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-venire_device=[^;]+; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(answer.hsts).toContain('max-age')
  await at.close()
  await rm(folder, { recursive: true })
})

test('logs contain no query, cookie, token, or content', async () => {
  const lines: string[] = []
  const options = loggerOptions(readConfig({}))
  const app = Fastify({
    logger: {
      ...(typeof options === 'object' ? options : {}),
      stream: { write: (line: string) => void lines.push(line) },
    },
  })
  app.post('/api/x', async () => {
    throw new Error('broken')
  })
  await app.inject({
    method: 'POST',
    url: '/api/x?q=secret-query',
    headers: { cookie: 'venire_session=secret-cookie', authorization: 'Bearer secret-token' },
    payload: { text: 'secret-words' },
  })
  await app.close()
  expect(lines.join()).toContain('"/api/x"')
  expect(lines.join()).toContain('broken')
  expect(lines.join()).not.toContain('secret')
})

test('a line break in a request or an error can’t forge a log line', async () => {
  const writes: string[] = []
  const options = loggerOptions(readConfig({}))
  const app = Fastify({
    logger: {
      ...(typeof options === 'object' ? options : {}),
      stream: { write: (line: string) => void writes.push(line) },
    },
  })
  const forged = '\n{"level":60,"msg":"forged"}\r\n'
  app.get('/api/:name', async () => {
    throw new Error(`broken${forged}`)
  })
  await app.inject(`/api/${encodeURIComponent(forged)}`)
  await app.inject({ url: '/api/x', headers: { host: 'x', 'user-agent': 'a\tb' } })
  await app.close()
  const lines = writes.join('').trimEnd().split('\n')
  expect(lines).toHaveLength(writes.length)
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; level: number })
  expect(entries.some(({ msg }) => msg.startsWith('broken'))).toBe(true)
  expect(entries.filter(({ msg, level }) => msg === 'forged' || level === 60)).toEqual([])
})
