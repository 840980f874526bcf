import { execFileSync, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { crc32 } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { MotionJuror } from '#contract/highlights/motions.ts'
import type { Export, ExportDetail } from '#contract/exports/exports.ts'
import type { Person } from './app.ts'
import { findChromium, findSevenZip } from '#tools/parts.mjs'

export const password = 'Quartz-Lagoon-82!vexing'

export const sevenZip = findSevenZip()

export const waitMs = 90_000

export type MadeExport = { made: ExportDetail; path: string }

export async function settleExport(person: Person, plan: object): Promise<ExportDetail> {
  const created = await person.call('POST', '/api/exports', plan)
  expect([created.statusCode, created.body]).toEqual([200, expect.any(String)])
  const { id } = created.json<Export>()
  const end = Date.now() + waitMs
  for (let pauseMs = 150; ; pauseMs = Math.min(pauseMs * 1.5, 2000)) {
    const now = (await person.call('GET', `/api/exports/${id}`)).json<ExportDetail>()
    if (now.status === 'ready' || now.status === 'failed') return now
    if (Date.now() > end) throw new Error(`The export is ${now.status} after ${waitMs / 1000} s`)
    await sleep(pauseMs)
  }
}

export async function readyExport(person: Person, plan: object): Promise<ExportDetail> {
  const made = await settleExport(person, plan)
  expect([made.status, made.failure]).toEqual(['ready', null])
  return made
}

export async function makeExport(person: Person, folder: string, plan: object): Promise<MadeExport> {
  const made = await readyExport(person, plan)
  const response = await person.call('GET', `/api/exports/${made.id}/file`)
  expect(made.filename).toMatch(/^[A-Za-z0-9-]+\.[a-z0-9]+$/)
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="${made.filename}"; filename*=UTF-8''${made.filename}`,
  )
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  const path = join(folder, `${made.id}.${made.filename.split('.').at(-1)}`)
  await writeFile(path, response.rawPayload)
  return { made, path }
}

export async function verifyMotionQuotes(person: Person, sessionId: string): Promise<void> {
  const found = (await person.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  const open = found.filter(({ status }) => status === 'suggested').map(({ id, version }) => ({ id, version }))
  const decided = await person.call('POST', `/api/sessions/${sessionId}/highlight-decisions`, {
    decision: 'confirm',
    items: open,
  })
  expect([decided.statusCode, decided.body]).toEqual([200, expect.any(String)])
  const motion = (await person.call('GET', `/api/sessions/${sessionId}/motion-quotes`)).json<MotionJuror[]>()
  for (const { id, videoId } of motion.flatMap(({ chains }) => chains.flatMap(({ quotes }) => quotes))) {
    const done = await person.call('PUT', `/api/sessions/${sessionId}/motion-quotes`, {
      quoteId: id,
      videoId,
      verified: true,
    })
    expect([done.statusCode, done.body]).toEqual([200, expect.any(String)])
  }
}

export function unlock(archive: string, secret: string): string {
  expect(archive).toMatch(/\.zip$/)
  const listed = execFileSync(sevenZip, ['l', '-slt', archive]).toString()
  expect(listed).toContain('AES-256')
  const [, ...names] = [...listed.matchAll(/^Path = (.*)$/gm)].map(([, name]) => name!)
  expect(names).toHaveLength(1)
  for (const wrong of ['-p', `-p${secret}x`]) expect(spawnSync(sevenZip, ['t', wrong, archive]).status).not.toBe(0)
  execFileSync(sevenZip, ['x', '-y', `-p${secret}`, `-o${archive}.d`, archive], { stdio: 'ignore' })
  return join(`${archive}.d`, names[0]!)
}

export async function unzip(path: string): Promise<{ into: string; names: string[] }> {
  const names: string[] = []
  unzipSync(await readFile(path), { filter: ({ name }) => names.push(name) < 0 })
  for (const name of names) expect(name).toMatch(/^(?:[A-Za-z0-9][A-Za-z0-9._-]*\/)*[A-Za-z0-9][A-Za-z0-9._-]*$/)
  expect(new Set(names).size).toBe(names.length)
  const into = `${path}.d`
  execFileSync(sevenZip, ['x', '-y', `-o${into}`, path], { stdio: 'ignore' })
  return { into, names }
}

export function addToZip(zip: Buffer, name: string, content: string): Buffer {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  const [count, size, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 12), zip.readUInt32LE(end + 16)]
  const [path, data] = [Buffer.from(name), Buffer.from(content)]
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(0x800, 2)
  facts.writeUInt16LE(0x21, 8)
  facts.writeUInt32LE(crc32(data), 10)
  facts.writeUInt32LE(data.length, 14)
  facts.writeUInt32LE(data.length, 18)
  facts.writeUInt16LE(path.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, path, data])
  const place = Buffer.alloc(14)
  place.writeUInt32LE(at, 10)
  const record = Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0003'), facts, place, path])
  const tail = Buffer.from(zip.subarray(end))
  tail.writeUInt16LE(count + 1, 8)
  tail.writeUInt16LE(count + 1, 10)
  tail.writeUInt32LE(size + record.length, 12)
  tail.writeUInt32LE(at + local.length, 16)
  return Buffer.concat([zip.subarray(0, at), local, zip.subarray(at, end), record, tail])
}

type Probed = {
  streams: { codec_name: string; codec_type: string }[]
  chapters: { start_time: string; tags: { title: string } }[]
  format: { duration: string }
}
export const probe = (path: string): Probed =>
  JSON.parse(
    execFileSync('ffprobe', [
      ...['-v', 'error', '-of', 'json', '-show_streams', '-show_chapters', '-show_format'],
      path,
    ]).toString(),
  ) as Probed

export const captionsOf = (path: string): string =>
  execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s', '-f', 'srt', '-']).toString()

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: ['--disable-dev-shm-usage', '--no-sandbox'] })

export async function openPage(browser: Browser, path: string) {
  const context = await browser.newContext()
  const page: Page = await context.newPage()
  const [asked, faults]: [string[], string[]] = [[], []]
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(pathToFileURL(path).href)
  return {
    page,
    faults,
    outside: () => asked.filter((url, at) => at > 0 && !/^(?:about|blob|data):/.test(url)),
    [Symbol.asyncDispose]: () => context.close(),
  }
}
