import Fastify from 'fastify'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import type { Parts } from '../parts.ts'
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
