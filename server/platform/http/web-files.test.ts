import Fastify from 'fastify'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Parts } from '../parts.ts'
import { installCompression, pickEncoding } from './compress.ts'
import { webFiles } from './web-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-web-'))
  await writeFile(join(folder, 'app.html'), 'the application')
  await writeFile(
    join(folder, 'index.html'),
    '<head><meta property="og:image" content="/social.jpg" /></head><body>landing</body>',
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function pageOf(url: string, settings: Record<string, string>, more: Record<string, string> = {}) {
  const app = Fastify()
  app.decorate('parts', { config: readConfig({ DATA_DIR: folder, ...settings }) } as Parts)
  await webFiles(app, folder)
  const answer = await app.inject({ url, headers: { accept: 'text/html', ...more } })
  await app.close()
  return answer
}

test('the landing page has its full URL if the installation knows it', async () => {
  const { body, headers } = await pageOf('/', { PUBLIC_URL: 'https://venire.firm.example' })
  expect(body).toContain('property="og:image" content="https://venire.firm.example/social.jpg"')
  expect(body).toContain('<link rel="canonical" href="https://venire.firm.example/" />')
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
})

test('the landing page is found with and without compression', async () => {
  for (const encoding of ['gzip, br', 'identity'])
    expect((await pageOf('/', {}, { 'accept-encoding': encoding })).body).toContain('landing')
})

test('sends a file compressed at build time to browsers that accept it', async () => {
  await writeFile(join(folder, 'shell.js'), 'plain')
  await writeFile(join(folder, 'shell.js.br'), 'made at build time')
  const get = (encoding: string) => pageOf('/shell.js', {}, { 'accept-encoding': encoding })
  const { body, headers } = await get('gzip, br')
  expect([body, headers['content-encoding'], headers.vary]).toEqual(['made at build time', 'br', 'accept-encoding'])
  expect(headers['content-type']).toContain('javascript')
  expect((await get('identity')).body).toBe('plain')
})

test('without a public URL, sends the landing page as built; any other path is the app', async () => {
  expect((await pageOf('/', {})).body).toContain('property="og:image" content="/social.jpg"')
  expect((await pageOf('/cases', { PUBLIC_URL: 'https://venire.firm.example' })).body).toBe('the application')
})

test('sends parts of a film, and nothing to a browser that has the file', async () => {
  await writeFile(join(folder, 'tour.mp4'), '0123456789')
  const part = await pageOf('/tour.mp4', {}, { range: 'bytes=2-4' })
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await pageOf('/tour.mp4', {}, { range: 'bytes=20-' })).statusCode).toBe(416)
  const whole = await pageOf('/tour.mp4', {})
  expect([whole.body, whole.headers['content-type'], whole.headers['content-length']]).toEqual([
    '0123456789',
    'video/mp4',
    '10',
  ])
  const again = await pageOf('/tour.mp4', {}, { 'if-none-match': String(whole.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('no address leads out of the folder or to a hidden file', async () => {
  await mkdir(join(folder, 'inner'))
  await writeFile(join(folder, 'inner', 'app.html'), 'inner')
  await writeFile(join(folder, 'secret.txt'), 'outside')
  await writeFile(join(folder, 'inner', '.sources'), 'hidden')
  const app = Fastify()
  app.decorate('parts', { config: readConfig({ DATA_DIR: folder }) } as Parts)
  await webFiles(app, join(folder, 'inner'))
  const paths = [
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/.sources',
    '/%00',
    '//',
  ]
  for (const url of [...paths, '/assets', '/app.html/'])
    expect([url, (await app.inject({ url })).body]).not.toEqual([url, expect.stringMatching(/outside|hidden/)])
  await app.close()
})

test.each([
  ['gzip, br', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*;q=0', null],
  ['identity', null],
  [undefined, null],
])('Accept-Encoding %s picks %s', (accepted, encoding) => {
  expect(pickEncoding(accepted)).toBe(encoding)
})

async function fetchText(text: string, encoding: string) {
  const app = Fastify()
  installCompression(app)
  app.get('/text', async () => ({ text }))
  const answer = await app.inject({ url: '/text', headers: { 'accept-encoding': encoding } })
  await app.close()
  return answer
}

test.each([1000, 100_000])('compresses a text of %i words', async (count) => {
  const text = 'word '.repeat(count)
  const [brotli, zipped, plain] = [
    await fetchText(text, 'br'),
    await fetchText(text, 'gzip'),
    await fetchText(text, 'identity'),
  ]
  expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual({ text })
  expect(JSON.parse(gunzipSync(zipped.rawPayload).toString())).toEqual({ text })
  expect(plain.json()).toEqual({ text })
  expect([brotli.headers.vary, plain.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
})

test('leaves a short text as it is', async () => {
  const { headers, body } = await fetchText('word', 'br')
  expect([headers['content-encoding'], JSON.parse(body)]).toEqual([undefined, { text: 'word' }])
})
