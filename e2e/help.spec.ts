import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enterAsOperator } from './people.ts'

const anchors = {
  help: 'Help Center',
  contact: 'Contact support',
  docs: 'Documentation',
  privacy: 'Privacy Policy',
  terms: 'Terms of Use',
  disclaimers: 'Disclaimers',
  recording: 'Recording duty',
  'data-processing': 'Data processing',
  accessibility: 'Accessibility statement',
  'legal-inquiries': 'Legal inquiries',
} as const
const guides = ['upload', 'findings', 'voices', 'strikes', 'courtroom', 'exports', 'sharing', 'backups', 'keyboard']

test('each public page has its own description for search engines', async ({ page }) => {
  const description = page.locator('meta[name="description"]')
  await page.goto('/help')
  await expect(description).toHaveAttribute('content', /^Step-by-step guides to Venire/)
  await page.getByRole('link', { name: 'Enter Platform' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(description).toHaveAttribute('content', /^Venire is a self-hosted platform for trial teams/)
  await page.goto('/legal')
  await expect(description).toHaveAttribute('content', /^Help, contact, documentation, privacy/)
})

test('every anchor on the legal page leads to its section', async ({ page }) => {
  for (const [anchor, title] of Object.entries(anchors)) {
    await page.goto('about:blank')
    await page.goto(`/legal#${anchor}`)
    await expect(page.getByRole('heading', { name: title, exact: true, level: 2 })).toBeInViewport()
  }
  await expectAccessible(page)
})

test('the legal page contains the required text', async ({ page }) => {
  await page.goto('/legal')
  const part = (id: string) => page.locator(`#${id}`)
  await expect(part('disclaimers')).toContainText('Nothing here is legal advice, and Venire never recommends a strike.')
  await expect(part('disclaimers')).toContainText('not the court record')
  await expect(part('privacy')).toContainText('No recording, transcript, or note is used to train a model.')
  await expect(part('privacy')).toContainText('365 days unless your firm sets a different one')
  await expect(part('terms')).toContainText('Take responsibility for what you export.')
  await expect(part('recording')).toContainText('the basis for holding the recording')
  await expect(part('data-processing')).toContainText('Subprocessors: none, unless')
  await expect(part('accessibility')).toContainText('Web Content Accessibility Guidelines (WCAG) 2.2, Level AA')
})

test('searching the legal page keeps sections with every word and highlights matches', async ({ page }) => {
  await page.goto('/legal')
  await page.getByLabel('Search this page').fill('juror retention')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Privacy Policy'])
  await expect(page.getByText('1 of 10 sections matches.')).toBeVisible()
  await expect(page.locator('mark').first()).toBeVisible()
  expect(new Set((await page.locator('mark').allTextContents()).map((each) => each.toLowerCase()))).toEqual(
    new Set(['juror', 'retention']),
  )
  await expectAccessible(page)
  await page.getByLabel('Search this page').fill('pqzx')
  await expect(page.getByText('No matches on this page. Try fewer words.')).toBeVisible()
})

test('the legal page prints without menus and forms', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/legal')
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await expect(page.locator('body')).toHaveCSS('color', 'rgb(21, 24, 30)')
  await expect(page.getByLabel('Search this page')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Send request' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Enter Platform' })).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Privacy Policy' })).toBeVisible()
})

test('support and legal requests reach the operator', async ({ page }) => {
  const stamp = String(Math.round(performance.now()))
  for (const [id, button] of [
    ['contact', 'Send request'],
    ['legal-inquiries', 'Send inquiry'],
  ] as const) {
    await page.goto('/legal')
    const part = page.locator(`#${id}`)
    await part.getByLabel('Your name').fill('Paralegal, sample')
    await part.getByLabel('Email').fill('paralegal@firm.example')
    await part.getByLabel('Subject').fill(`${id} ${stamp}`)
    await part.getByLabel('Message').fill('A question of more than twenty characters.')
    await part.getByRole('button', { name: button }).click()
    await expect(part.getByText('Request sent.', { exact: false })).toBeVisible()
  }
  await enterAsOperator(page)
  await page.goto('/contact-requests')
  await expect(page.getByRole('article').filter({ hasText: `contact ${stamp}` })).toContainText('Support')
  await expect(page.getByRole('article').filter({ hasText: `legal-inquiries ${stamp}` })).toContainText('Legal inquiry')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`each guide has steps and a ${colorScheme} screenshot`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.goto('/help')
    await expect(page.getByRole('heading', { name: 'Help Center', level: 1 })).toBeVisible()
    for (const anchor of guides) {
      const guide = page.locator(`#${anchor}`)
      expect(await guide.getByRole('listitem').count(), anchor).toBeGreaterThanOrEqual(4)
      if (anchor === 'backups') continue
      const picture = guide.getByRole('img')
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight), anchor)
        .toBeCloseTo(await picture.evaluate((image: HTMLImageElement) => image.width / image.height), 1)
      expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(
        `${anchor}-${colorScheme}`,
      )
    }
  })
}

test('the guides are searchable and show measured figures', async ({ page }) => {
  await page.goto('/help')
  await page.getByLabel('Search the guides').fill('password link')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toContainText('Share outside your firm')
  await page.getByLabel('Search the guides').fill('')
  await expect(page.getByRole('article')).toHaveCount(guides.length)
  await expect(page.getByRole('heading', { name: 'How well does it work?' })).toBeVisible()
  await expect(page.getByText('Highlight detection: F1').first()).toBeVisible()
  await expectAccessible(page)
})
