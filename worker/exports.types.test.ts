import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { buildHostileSitting, hostileSlug } from '#test/exports.hostile.ts'
import { launchBrowser, makeExport, openPage, password, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from './index.ts'

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let bad: Sitting
let folder: string
let browser: Browser | undefined
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-types-'))
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
  bad = await buildHostileSitting(at, lead)
  worker = await startWorker(at.parts, silent)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const make = (plan: object) => makeExport(lead, folder, plan)
const rowsOf = async (path: string): Promise<unknown[][]> => {
  const [sheet] = await readXlsxFile(path)
  return sheet!.data
}
const session = () => ({ kind: 'session', id: sitting.sessionId })

test('the same rows produce the same bytes, as CSV and as XLSX', async () => {
  for (const type of ['csv', 'xlsx']) {
    const plan = { type, template: 'transcript', scope: session() }
    const one = await make(plan)
    // Zip timestamps have a resolution of two seconds.
    await new Promise((resolve) => setTimeout(resolve, 2100))
    expect((await make(plan)).made.sha256).toBe(one.made.sha256)
  }
})

test('marks uncertain words in a transcript, and redacts a name before marking it', async () => {
  const own = await buildSitting(at.parts, lead.actor)
  const text = 'Not since 1965, Delphine Marchetti.'
  const checks = new Map([
    ['1965,', 'number'],
    ['Delphine', 'name'],
  ])
  const words = text.split(' ').map((word) => ({
    text: word,
    startMs: 0,
    endMs: 1,
    confidence: 0.8,
    estimated: false,
    ...(checks.has(word) && { check: checks.get(word) }),
  }))
  await at.parts.database.pool.query(
    `update transcript_turns set text = $2, words = $3 where video_id = $1 and index =
       (select min(index) from transcript_turns where video_id = $1)`,
    [own.videoId, text, JSON.stringify(words)],
  )
  const { path } = await make({ type: 'csv', template: 'transcript', scope: { kind: 'session', id: own.sessionId } })
  const table = await readFile(path, 'utf8')
  expect(table).toContain('Not since 1965, [?] ')
  expect(table).not.toMatch(/Delphine|Marchetti/)
})

test('neutralizes formulas, paths, and header tricks in tables', async () => {
  const scope = { kind: 'session', id: bad.sessionId }
  const options = { redactNames: false, redactEmployers: false }
  for (const template of ['transcript', 'jurors']) {
    const { path, made } = await make({ type: 'csv', template, scope, options })
    const text = await readFile(path, 'utf8')
    const cells = text.split(/,|\r\n/).map((cell) => cell.replace(/^\uFEFF?"?/, ''))
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@|＝]|^\s*-(?!\d+(\.\d+)?$)/)
    expect(text).not.toMatch(/\u202E/)
    expect(made.filename).toBe(`${template}-${hostileSlug}.csv`)
    const sheet = await make({ type: 'xlsx', template, scope, options })
    const parts = unzipSync(await readFile(sheet.path))
    const xml = Buffer.from(parts['xl/worksheets/sheet1.xml']!).toString()
    expect(xml).not.toContain('<f>')
    expect(JSON.stringify(await rowsOf(sheet.path))).toContain(template === 'jurors' ? 'HYPERLINK' : 'שרה כהן')
  }
})

test('shows markup and paths in a PDF as text', async () => {
  const { path } = await make({ type: 'pdf', template: 'transcript', scope: { kind: 'session', id: bad.sessionId } })
  const text = execFileSync('pdftotext', ['-layout', path, '-']).toString()
  expect(text).toContain('<script>document.title')
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
  const raw = execFileSync('qpdf', ['--json', '--json-key=qpdf', path]).toString()
  expect(raw).not.toMatch(/"\/JavaScript"|"\/Launch"|javascript:/)
})

test('a page opens from disk without a request and runs nothing from its content', async () => {
  for (const [of, phrase] of [
    [sitting, 'I could be fair.'],
    [bad, '../../etc/passwd'],
  ] as const) {
    const { path } = await make({
      type: 'html',
      template: 'session_page',
      scope: { kind: 'session', id: of.sessionId },
    })
    await using opened = await openPage(browser!, path)
    const { page, outside, faults } = opened
    await expect.poll(() => page.textContent('main')).toContain(phrase)
    expect(await page.textContent('main')).toContain('cannot expire')
    expect(await page.title()).toBe('Session page')
    expect([outside(), faults]).toEqual([[], []])
  }
})

test('a password-protected page opens from disk only with its password', async () => {
  const { path } = await make({
    type: 'html',
    template: 'session_page',
    scope: { kind: 'session', id: bad.sessionId },
    password,
  })
  const bytes = await readFile(path, 'utf8')
  for (const secret of ['passwd', 'Bramwell', 'session_page', 'State']) expect(bytes).not.toContain(secret)
  await using opened = await openPage(browser!, path)
  const { page, outside, faults } = opened
  expect(await page.textContent('form')).toContain('cannot expire')
  await page.fill('#password', 'not the password')
  await page.click('#button')
  await expect.poll(() => page.textContent('#fault')).toContain('Wrong password')
  await page.fill('#password', password)
  await page.click('#button')
  const frame = page.frameLocator('iframe')
  await frame.locator('h1').waitFor({ timeout: 10_000 })
  expect(await frame.locator('main').textContent()).toContain('../../etc/passwd')
  expect(await page.locator('iframe').evaluate((each: { offsetHeight: number }) => each.offsetHeight)).toBeGreaterThan(
    600,
  )
  expect([await page.title(), outside(), faults]).toEqual(['Protected document', [], []])
  const at = bytes.indexOf('id="data">') + 200
  await writeFile(path, bytes.slice(0, at) + (bytes[at] === 'A' ? 'B' : 'A') + bytes.slice(at + 1))
  await page.reload()
  await page.fill('#password', password)
  await page.click('#button')
  await expect.poll(() => page.textContent('#fault')).toContain('the file was altered')
})

test('a browser opens a share link with the right password and saves the file', async () => {
  const { made } = await make({ type: 'csv', template: 'jurors', scope: { kind: 'case', id: sitting.caseId } })
  const shared = (await lead.call('POST', `/api/exports/${made.id}/links`, { password })).json<{ url: string }>()
  await at.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = at.app.server.address() as AddressInfo
  const context = await browser!.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.goto(`http://127.0.0.1:${port}${new URL(shared.url).pathname}`)
  await page.fill('#password', 'not this one')
  await page.click('button')
  await page.getByText('4 attempts left').waitFor()
  await page.fill('#password', password)
  await page.click('button')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByText('Download', { exact: true }).click(),
  ])
  expect(await readFile(await download.path(), 'utf8')).toContain('Dispatcher')
  expect(new Set(asked)).toEqual(new Set([`http://127.0.0.1:${port}`]))
  await context.close()
})
