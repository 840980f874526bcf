import { expect, test } from '@playwright/test'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expectAccessible } from './accessible.ts'
import { password } from './people.ts'

// This test has its own server because the shared server has no trial and keeps deleted items for 30 days.
test.describe.configure({ timeout: 300_000 })

const run = promisify(execFile)
const firmName = 'Trying Firm'
let folder = ''
let server: ChildProcess
let url = ''
const environment = () => ({
  ...process.env,
  DATA_DIR: folder,
  PORT: '0',
  PUBLIC_URL: '',
  SIGN_UP: 'open',
  TRIAL_DAYS: '14',
  DELETED_KEEP_DAYS: '0',
  MIN_FREE_GB: '0',
  LOG_LEVEL: 'warn',
})
const node = join('node_modules', '.bin', 'node')
const program = ['--disable-warning=ExperimentalWarning', join('cli', 'main.ts')]
const venire = (...words: string[]) => run(node, [...program, ...words], { env: environment() })

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-trial-'))
  server = spawn(node, [...program, 'start'], { env: environment(), stdio: ['ignore', 'pipe', 'inherit'] })
  // Read all output, because a full pipe would block the server.
  const lines = createInterface({ input: server.stdout! })
  url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const [, address] = /running at (\S+)/.exec(line) ?? []
      if (address) resolve(address)
    })
    server.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was up`)))
  })
})

test.afterAll(async () => {
  if (server.exitCode === null) {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await gone
  }
  await rm(folder, { recursive: true, force: true })
})

test('the banner counts down the trial, explains its end, and disappears when the operator lifts it', async ({
  page,
}) => {
  const person = { firmName, name: 'Trial Attorney', email: 'trying@firm.example', password }
  const entered = await page.request.post(`${url}/api/auth/sign-up/email`, { data: person })
  expect(entered.status(), await entered.text()).toBe(200)
  const banner = page.getByRole('region', { name: 'Trial' })

  await page.goto(`${url}/cases`)
  await expect(banner).toHaveText('Your firm’s trial ends in 14 days.', { timeout: 60_000 })
  await expectAccessible(page)

  await venire('trial', 'set', firmName, '3')
  await page.reload()
  await expect(banner).toHaveText(
    'Your firm’s trial ends in 3 days. After that, everything is read-only but can still be exported.',
  )
  await expectAccessible(page)

  await venire('trial', 'set', firmName, '1')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(banner).toContainText('Your firm’s trial ends within a day.')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const [header, line, heading] = await Promise.all(
    [page.getByRole('banner'), banner, page.getByRole('heading', { level: 1 })].map((each) => each.boundingBox()),
  )
  expect(line!.y).toBeGreaterThanOrEqual(header!.y + header!.height - 1)
  expect(line!.y + line!.height).toBeLessThanOrEqual(heading!.y)

  await venire('trial', 'set', firmName, '0')
  await page.goto(`${url}/cases/new`)
  await expect(banner).toHaveText(
    'Your firm’s trial has ended. You can still view and export everything. To make changes, contact the operator of this installation.',
  )
  await page.getByLabel('Title', { exact: true }).fill('State v. Example')
  await page.getByLabel('Case number').fill('T-1')
  await page.getByRole('button', { name: 'Create case' }).click()
  await expect(page.getByRole('main').getByText(/^403: Your firm’s trial ended on/)).toBeVisible()

  await venire('trial', 'lift', firmName)
  await page.goto(`${url}/cases`)
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(banner).toHaveCount(0)
})

test('a juror that can’t be restored is deleted without an Undo', async ({ page }) => {
  const person = { firmName: 'Keeping Firm', name: 'Keeping Attorney', email: 'keeping@firm.example', password }
  const post = async (path: string, data: object) => {
    const response = await page.request.post(`${url}/api/${path}`, { data })
    expect(response.status(), await response.text()).toBe(200)
    return (await response.json()) as { id: string }
  }
  await post('auth/sign-up/email', person)
  const { id: caseId } = await post('cases', { title: 'State v. Example', caseNumber: 'T-2' })
  const { id } = await post(`cases/${caseId}/jurors`, { jurorNumber: '12' })

  await page.goto(`${url}/jurors/${id}`)
  await page.getByRole('button', { name: 'Delete', exact: true }).click({ timeout: 60_000 })
  await expect(page.getByRole('alertdialog')).toContainText('You can’t restore them.')
  await page.getByRole('button', { name: 'Delete juror' }).click()
  await expect(page.getByText('Juror deleted', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.goto(`${url}/settings`)
  const deleted = page.getByText('Deleted (can’t be restored)').locator('..')
  await expect(deleted).toContainText('0 videos, 0 Bytes, destroyed shortly')
})
