/** Tables and pages in every type, with and without a password, as other programs open them; and hostile content in all. */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import { unzipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/node'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Export, ExportDetail } from '#contract/exports.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { startWorker } from './index.ts'

const password = 'Quartz-Lagoon-82!vexing'
const chromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
const hasChromium = existsSync(chromiumPath)
/** 7zz reads AES, Info-ZIP's unzip does not. */
const sevenZip = ['7zz', '7z'].find((each) => spawnSync(each, ['i']).error === undefined)

const hasPdfTools = ['qpdf', 'pdftotext'].every((each) => spawnSync(each, ['--version']).error === undefined)

/** What a name or an answer may be: formulas, markup, paths, header breaks, text that runs backwards. */
const hostile = [
  '=HYPERLINK("http://evil.example","x")',
  ' +1+1',
  '-2+3|cmd',
  '@SUM(A1)',
  '\t=1+1',
  '＝1+1',
  '|calc',
  '<script>document.title="pwned"</script>',
  '"><img src=x onerror=document.title="pwned">',
  'javascript:alert(1)',
  '../../etc/passwd',
  'a\r\nSet-Cookie: x=1',
  '\u202Eexcod.gnp',
  'שרה כהן',
]

/** For a file, on a machine that has much else to do; else it takes well under a second. */
const waitMs = 60_000
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
  bad = await buildSitting(at.parts, lead.actor, {
    turns: hostile.map((text) => ({ text, speaker: text })),
    juror: {
      occupation: hostile[0]!,
      county: hostile[7]!,
      displayName: hostile[12]!,
      householdNote: hostile[2]!,
      employer: '',
    },
  })
  await at.parts.database.pool.query('update cases set title = $2, case_number = $3 where id = $1', [
    bad.caseId,
    hostile[8],
    '../../x"\r\ny: 1',
  ])
  worker = await startWorker(at.parts, { info: () => {}, warn: () => {}, error: () => {} })
  if (hasChromium)
    browser = await chromium.launch({ executablePath: chromiumPath, args: ['--disable-dev-shm-usage', '--no-sandbox'] })
})
afterAll(async () => {
  await browser?.close()
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

async function make(given: object): Promise<{ made: ExportDetail; path: string }> {
  const created = await lead.call('POST', '/api/exports', given)
  expect([created.statusCode, created.body]).toEqual([200, expect.any(String)])
  const { id } = created.json<Export>()
  const made = await vi.waitFor(async () => {
    const now = (await lead.call('GET', `/api/exports/${id}`)).json<ExportDetail>()
    expect([now.status, now.failure]).toEqual(['ready', null])
    return now
  }, waitMs)
  const response = await lead.call('GET', `/api/exports/${id}/file`)
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="${made.filename}"; filename*=UTF-8''${made.filename}`,
  )
  const path = join(folder, `${id}.${made.filename.split('.').at(-1)}`)
  await writeFile(path, response.rawPayload)
  return { made, path }
}

const rowsOf = async (path: string): Promise<unknown[][]> => {
  const [sheet] = await readXlsxFile(path)
  return sheet!.data
}
/** The one file of an encrypted archive, by a program that is not ours; the wrong password gives nothing. */
function unpack(archive: string, secret: string, name: string): string {
  expect(archive).toMatch(/\.zip$/)
  const listed = execFileSync(sevenZip!, ['l', '-slt', archive]).toString()
  expect(listed).toContain('AES-256')
  expect(listed).toContain(`Path = ${name}`)
  expect(spawnSync(sevenZip!, ['t', '-pwrong', archive]).status).not.toBe(0)
  execFileSync(sevenZip!, ['x', '-y', `-p${secret}`, `-o${archive}.d`, archive], { stdio: 'ignore' })
  return join(`${archive}.d`, name)
}

const session = () => ({ kind: 'session', id: sitting.sessionId })
const inCase = () => ({ kind: 'case', id: sitting.caseId })
const juror = () => ({ kind: 'juror', id: sitting.jurorId })
const video = () => ({ kind: 'video', id: sitting.videoId })
const suggestions = { includeSuggestions: true }
const tables = [
  ['jurors', inCase, 'Dispatcher'],
  ['jurors', session, 'Dispatcher'],
  ['highlights', session, 'I know the officer.'],
  ['highlights', inCase, 'I know the officer.'],
  ['highlights', juror, 'I know the officer.'],
  ['transcript', session, 'I could be fair.'],
  ['transcript', video, 'I could be fair.'],
  ['audit', inCase, 'export.created'],
] as const

test.skipIf(!sevenZip)(
  'every table in every scope opens in a spreadsheet reader; with a password only with it',
  async () => {
    const every = tables.flatMap((table) => [undefined, password].map((secret) => [...table, secret] as const))
    for (const type of ['csv', 'xlsx'] as const)
      await Promise.all(
        every.map(async ([template, scope, phrase, secret]) => {
          const plan = { type, template, scope: scope(), options: suggestions, ...(secret ? { password: secret } : {}) }
          const { path: made } = await make(plan)
          const path = secret ? unpack(made, secret, `export.${type}`) : made
          const text = type === 'csv' ? await readFile(path, 'utf8') : JSON.stringify(await rowsOf(path))
          expect([type, template, secret, text]).toEqual([type, template, secret, expect.stringContaining(phrase)])
          expect([template, text.match(/Marchetti|Quill|WORKPRODUCT/)]).toEqual([template, null])
          expect([type, text.startsWith('\uFEFF')]).toEqual([type, type === 'csv'])
        }),
      )
  },
)

test('the same rows are the same bytes, as CSV and as XLSX', async () => {
  for (const type of ['csv', 'xlsx']) {
    const plan = { type, template: 'transcript', scope: session() }
    const one = await make(plan)
    // The times in a zip count every second second.
    await new Promise((resolve) => setTimeout(resolve, 2100))
    expect((await make(plan)).made.sha256).toBe(one.made.sha256)
  }
})

test('formulas, paths and header tricks come out of tables inert', async () => {
  const scope = { kind: 'session', id: bad.sessionId }
  const options = { redactNames: false, redactEmployers: false }
  for (const template of ['transcript', 'jurors']) {
    const { path, made } = await make({ type: 'csv', template, scope, options })
    const text = await readFile(path, 'utf8')
    const cells = text.split(/,|\r\n/).map((cell) => cell.replace(/^\uFEFF?"?/, ''))
    for (const cell of cells) expect(cell).not.toMatch(/^\s*[=+@|＝]|^\s*-(?!\d+(\.\d+)?$)/)
    expect(text).not.toMatch(/\u202E/)
    expect(made.filename).toBe(`${template}-x-y-1.csv`)
    const sheet = await make({ type: 'xlsx', template, scope, options })
    const parts = unzipSync(await readFile(sheet.path))
    const xml = Buffer.from(parts['xl/worksheets/sheet1.xml']!).toString()
    expect(xml).not.toContain('<f>')
    expect(JSON.stringify(await rowsOf(sheet.path))).toContain(template === 'jurors' ? 'HYPERLINK' : 'שרה כהן')
  }
})

test.skipIf(!hasPdfTools)('markup and paths come out of a PDF as text', async () => {
  const { path } = await make({ type: 'pdf', template: 'transcript', scope: { kind: 'session', id: bad.sessionId } })
  const text = execFileSync('pdftotext', ['-layout', path, '-']).toString()
  expect(text).toContain('<script>document.title')
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
  const raw = execFileSync('qpdf', ['--json', '--json-key=qpdf', path]).toString()
  expect(raw).not.toMatch(/"\/JavaScript"|"\/Launch"|javascript:/)
})

const open = async (path: string) => {
  const context = await browser!.newContext()
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('pageerror', (error) => faults.push(String(error)))
  await page.goto(pathToFileURL(path).href)
  return { page, asked, faults, close: () => context.close() }
}

test.skipIf(!hasChromium)('a page opens from disk without a request, and runs nothing that was said', async () => {
  for (const [of, phrase] of [
    [sitting, 'I could be fair.'],
    [bad, '../../etc/passwd'],
  ] as const) {
    const { path } = await make({
      type: 'html',
      template: 'session_page',
      scope: { kind: 'session', id: of.sessionId },
    })
    const { page, asked, faults, close } = await open(path)
    await expect.poll(() => page.textContent('main')).toContain(phrase)
    expect(await page.textContent('main')).toContain('cannot expire')
    expect(await page.title()).toBe('Session page')
    expect([asked.length, faults]).toEqual([1, []])
    await close()
  }
})

test.skipIf(!hasChromium)('with a password the page opens itself from disk, with it alone', async () => {
  const { path } = await make({
    type: 'html',
    template: 'session_page',
    scope: { kind: 'session', id: bad.sessionId },
    password,
  })
  const bytes = await readFile(path, 'utf8')
  for (const secret of ['passwd', 'Bramwell', 'session_page', 'State']) expect(bytes).not.toContain(secret)
  const { page, asked, faults, close } = await open(path)
  expect(await page.textContent('form')).toContain('cannot expire')
  await page.fill('#password', 'not the password')
  await page.click('#button')
  await expect.poll(() => page.textContent('#fault'), { timeout: 10_000 }).toContain('This is not the password')
  await page.fill('#password', password)
  await page.click('#button')
  const frame = page.frameLocator('iframe')
  await frame.locator('h1').waitFor({ timeout: 10_000 })
  expect(await frame.locator('main').textContent()).toContain('../../etc/passwd')
  expect(await page.locator('iframe').evaluate((each: { offsetHeight: number }) => each.offsetHeight)).toBeGreaterThan(
    600,
  )
  expect([await page.title(), asked.filter((url) => !/^(file|about|blob|data):/.test(url)), faults]).toEqual([
    'Protected document',
    [],
    [],
  ])
  // One changed letter of the cipher text is noticed.
  const at = bytes.indexOf('id="data">') + 200
  await writeFile(path, bytes.slice(0, at) + (bytes[at] === 'A' ? 'B' : 'A') + bytes.slice(at + 1))
  await page.reload()
  await page.fill('#password', password)
  await page.click('#button')
  await expect.poll(() => page.textContent('#fault'), { timeout: 10_000 }).toContain('the file was changed')
  await close()
})

test.skipIf(!hasChromium)(
  'a browser passes the door of a share link with the right password and saves the file',
  async () => {
    const { made } = await make({ type: 'csv', template: 'jurors', scope: inCase() })
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
    await page.getByText('4 tries are left').waitFor()
    await page.fill('#password', password)
    await page.click('button')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Download', { exact: true }).click(),
    ])
    expect(await readFile(await download.path(), 'utf8')).toContain('Dispatcher')
    expect(new Set(asked)).toEqual(new Set([`http://127.0.0.1:${port}`]))
    await context.close()
  },
)
