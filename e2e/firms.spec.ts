import { expect, type Page, test } from '@playwright/test'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type SmtpServer, startSmtp } from '../test/smtp.ts'
import { expectAccessible } from './accessible.ts'
import { password } from './people.ts'

// This test has its own server because the shared server doesn't send email.
test.describe.configure({ timeout: 300_000 })

let folder = ''
let smtp: SmtpServer
let server: ChildProcess
let url = ''

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-firms-'))
  smtp = await startSmtp()
  const env = {
    ...process.env,
    ...{ DATA_DIR: folder, PORT: '0', PUBLIC_URL: '', SIGN_UP: 'open', MIN_FREE_GB: '0', LOG_LEVEL: 'warn' },
    ...{ SMTP_URL: smtp.url, MAIL_FROM: 'Venire <venire@firm.example>' },
  }
  const node = join('node_modules', '.bin', 'node')
  const program = ['--disable-warning=ExperimentalWarning', join('cli', 'main.ts'), 'start']
  server = spawn(node, program, { env, stdio: ['ignore', 'pipe', 'inherit'] })
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
  await smtp.stop()
  await rm(folder, { recursive: true, force: true })
})

async function mailedLink(to: string, subject: string): Promise<string> {
  const find = () => smtp.received.findLast((each) => each.to.includes(to) && each.subject.includes(subject))
  await expect.poll(find, { timeout: 60_000 }).toBeDefined()
  const { pathname, search } = new URL(/http:\S+/.exec(find()!.text)![0])
  return url + pathname + search
}

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]

async function expectFits(page: Page): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(size.width)
  }
}

async function signUp(page: Page, firm: string, email: string): Promise<void> {
  await page.goto(`${url}/sign-up`)
  await page.getByLabel('Firm').fill(firm)
  await page.getByLabel('Your name').fill('Trial Attorney')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create firm' }).click()
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
}

test('confirms an open sign-up, then switches between two firms and leaves one', async ({ page, browser }) => {
  const [owner, other] = ['owner@first.example', 'owner@second.example']
  await signUp(page, 'First Firm', owner)
  await expect(page.getByText(`We sent a link to ${owner}.`)).toBeVisible()
  await expectFits(page)
  await page.goto(`${url}/cases`)
  await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible()
  const first = await mailedLink(owner, 'Confirm')
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByText('We sent a new link. Earlier ones no longer work.')).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(2)
  const link = await mailedLink(owner, 'Confirm')
  expect(link).not.toBe(first)

  const strangers = await browser.newPage()
  await strangers.goto(link)
  await strangers.getByRole('button', { name: 'Confirm' }).click()
  await expect(
    strangers.getByText('In this browser, first sign in to the account that asked for this. Then open the link again.'),
  ).toBeVisible()
  await expectAccessible(strangers)

  const tab = await page.context().newPage()
  await tab.goto(first)
  await tab.getByRole('button', { name: 'Confirm' }).click()
  await expect(tab.getByText('This link was already used or has expired. Request a new one.')).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Confirm' })).toBeHidden()
  await expectFits(tab)
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Confirm' }).click()
  await expect(tab.getByText(`Use ${owner} to sign in from now on.`)).toBeVisible()
  await tab.close()
  await expect(page).toHaveURL(/\/cases/)
  await expect(page.getByRole('heading', { name: 'Cases', exact: true })).toBeVisible()

  await signUp(strangers, 'Second Firm', other)
  await strangers.goto(await mailedLink(other, 'Confirm'))
  await strangers.getByRole('button', { name: 'Confirm' }).click()
  await expect(strangers.getByText(`Use ${other} to sign in from now on.`)).toBeVisible()
  const invited = { email: owner, role: 'member', profession: 'attorney' }
  expect((await strangers.request.post(`${url}/api/team/invitations`, { data: invited })).status()).toBe(200)
  await strangers.close()

  await page.goto(await mailedLink(owner, 'Join'))
  await page.getByLabel('Your name').fill('Trial Attorney')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Join' }).click()
  await expect(page).toHaveURL(/\/dashboard/)
  for (const size of sizes) {
    await page.setViewportSize(size)
    const menu = page.getByRole('button', { name: /account menu/ })
    await menu.click()
    await expect(page.getByRole('menu').getByText('Second Firm', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await Promise.all([page.waitForEvent('load'), page.getByRole('menuitem', { name: 'Switch to First Firm' }).click()])
    await menu.click()
    await expect(page.getByRole('menu').getByText('First Firm', { exact: true })).toBeVisible()
    await Promise.all([
      page.waitForEvent('load'),
      page.getByRole('menuitem', { name: 'Switch to Second Firm' }).click(),
    ])
  }

  await page.goto(`${url}/profile`)
  await expect(page.getByRole('button', { name: 'Leave First Firm' })).toBeVisible()
  await expectFits(page)
  await page.getByRole('button', { name: 'Leave First Firm' }).click()
  const question = page.getByRole('alertdialog', { name: 'Leave First Firm?' })
  await question.getByRole('button', { name: 'Leave firm' }).click()
  await expect(question.getByText('A firm needs an active administrator.', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Switch to First Firm' }).click()])
  await page.goto(`${url}/profile`)
  await page.getByRole('button', { name: 'Leave Second Firm' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave firm' }).click()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Firms', exact: true })).toBeHidden()
})
