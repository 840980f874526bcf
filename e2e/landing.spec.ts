import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { enterAsOperator } from './people.ts'

const calls = ['Start Free Trial', 'Watch Demo', 'Schedule Live Demo'] as const
/** These are quotes from sections 1 and 2 of the specification. */
const capabilities = [
  'Upload voir dire videos and obtain transcripts, speaker identification, sentiment and bias analysis, and automatic highlight detection: hardships, bias indicators, long pauses, key statements.',
  'Record cause strikes and peremptory strikes with rationale, timecode and an approval workflow.',
  'Export reports as PDF, CSV, MP4 and HTML, with password protection and expiry.',
  'Manage cases and sessions, and collaborate with team members.',
]
const flow = [
  ['Upload and process', '5 minutes'],
  ['Review and analyze', '30 minutes'],
  ['Track strikes', '15 minutes'],
  ['Export reports', '2 minutes'],
] as const
const claims = [
  ['40+', 'hours saved per case'],
  ['75%', 'cost reduction'],
  ['94%', 'accuracy improvement'],
  ['98%', 'satisfaction'],
  ['500+', 'attorneys'],
] as const
const rotationMs = 5000

const section = (page: Page, heading: string): Locator =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: heading }) })
    .last()

/** Stops the clock outside `runFor`. Otherwise, a wrong slide could change to the right one while the test waits. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2026-03-14T09:00:00Z' })
  await page.clock.pauseAt('2026-03-14T09:00:01Z')
  await page.goto('/')
}

test('shows the specified text and labels sample content', async ({ page }) => {
  await page.goto('/')
  const header = page.getByRole('banner')
  await expect(header).toContainText('Live platform')
  await expect(header.getByRole('link', { name: 'Enter Platform' })).toHaveAttribute('href', '/dashboard')
  for (const text of capabilities) await expect(page.getByText(text, { exact: true })).toBeVisible()

  const steps = section(page, 'How it works').getByRole('listitem')
  await expect(steps).toHaveCount(4)
  for (const [index, words] of flow.entries()) {
    for (const word of words) await expect(steps.nth(index)).toContainText(word)
  }
  for (const text of ['14-day free trial', 'No credit card', 'Cancel anytime']) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  const facts = section(page, 'Results teams report')
  for (const [figure, what] of claims) {
    await expect(facts.locator('div').filter({ hasText: what }).last()).toContainText(figure)
  }
  await expect(section(page, 'The founder')).toContainText('Founder, sample')
  const note = page.locator('section').first()
  await expect(note).toContainText(
    'Sample content The trial, step durations, results, founder, and testimonials on this page are examples.',
  )
  await expect(page.getByText('Sample content', { exact: true })).toHaveCount(1)
})

test('its links lead to the right pages', async ({ page }) => {
  await page.goto('/')
  const trials = await page.getByRole('link', { name: 'Start Free Trial' }).all()
  expect(trials).toHaveLength(2)
  for (const link of trials) await expect(link).toHaveAttribute('href', '/dashboard')
  const columns = {
    Platform: ['/dashboard', '/video-processing', '/cases', '/profile'],
    Support: ['/legal#help', '/legal#contact', '/legal#docs'],
    Legal: ['/legal#privacy', '/legal#terms', '/legal#disclaimers', '/legal#legal-inquiries'],
  }
  for (const [name, expected] of Object.entries(columns)) {
    const links = await page.getByRole('navigation', { name }).getByRole('link').all()
    expect(await Promise.all(links.map((link) => link.getAttribute('href'))), name).toEqual(expected)
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Disclaimers' }).click()
  await expect(page.getByRole('heading', { name: 'Disclaimers' })).toBeInViewport()
})

test("Start Free Trial opens sign-up if it's open, or else the request form", async ({ page }) => {
  const start = page.getByRole('link', { name: 'Start Free Trial' }).first()
  await page.goto('/')
  await start.click()
  await expect(page).toHaveURL(/\/sign-up$/)
  await page.route('**/api/auth/options', async (route) => {
    const answer = await route.fetch()
    const options = (await answer.json()) as object
    await route.fulfill({ response: answer, json: { ...options, canSignUp: false, signUpNeedsLink: true } })
  })
  await page.goto('/')
  await start.click()
  await expect(page.getByRole('dialog', { name: 'Start Free Trial' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Request trial' })).toBeVisible()
})

test('testimonials rotate every five seconds and pause on hover, focus, and Pause', async ({ page }) => {
  await openWithStoppedClock(page)
  const carousel = page.getByRole('region', { name: 'What people say' })
  const slide = (number: number) => carousel.getByLabel(`${number} of 3`, { exact: true })
  const roles = ['Trial attorney, sample', 'Paralegal, sample', 'Jury consultant, sample']
  for (const [index, role] of roles.entries()) {
    await expect(slide(index + 1)).toBeVisible()
    await expect(slide(index + 1)).toContainText(role)
    await expect(carousel.locator('[data-slide]:visible')).toHaveCount(1)
    await page.clock.runFor(rotationMs - 1)
    await expect(slide(index + 1)).toBeVisible()
    await page.clock.runFor(1)
  }
  await expect(slide(1)).toBeVisible()

  await carousel.hover()
  await page.clock.runFor(3 * rotationMs - 1)
  await expect(slide(1)).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(rotationMs)
  await expect(slide(2)).toBeVisible()

  await carousel.getByRole('button', { name: 'Next' }).focus()
  await page.clock.runFor(2 * rotationMs)
  await expect(slide(2)).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(slide(3)).toBeVisible()
  await carousel.getByRole('button', { name: 'Previous' }).click()
  await expect(slide(2)).toBeVisible()

  await carousel.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('link', { name: 'Enter Platform' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.runFor(3 * rotationMs)
  await expect(slide(2)).toBeVisible()
  await carousel.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(rotationMs)
  await expect(slide(3)).toBeVisible()
})

test('nothing rotates under reduced motion until requested', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openWithStoppedClock(page)
  const carousel = page.getByRole('region', { name: 'What people say' })
  await expect(carousel.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.clock.runFor(4 * rotationMs)
  await expect(carousel.getByLabel('1 of 3')).toBeVisible()
  await carousel.getByRole('button', { name: 'Play' }).click()
  await page.clock.runFor(rotationMs)
  await expect(carousel.getByLabel('2 of 3')).toBeVisible()
})

test('Watch Demo plays the sample with its transcript and findings', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Watch Demo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Watch Demo' })
  const video = dialog.locator('video')
  const seconds = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  await expect.poll(seconds).toBeGreaterThan(0.5)
  expect(
    await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, Math.round(element.duration)]),
  ).toEqual([1280, 166])
  await dialog
    .getByRole('region', { name: 'Findings' })
    .getByRole('button', { name: /I would hold it against him/ })
    .click()
  await expect.poll(seconds).toBeGreaterThan(98)
  await expect(dialog.locator('[aria-current]')).toContainText('An innocent person would get up there')
  const cues = () => video.evaluate((element: HTMLVideoElement) => element.textTracks[0]?.cues?.length ?? 0)
  await video.evaluate((element: HTMLVideoElement) => void (element.textTracks[0]!.mode = 'showing'))
  await expect.poll(cues).toBeGreaterThan(30)
  await video.evaluate((element: HTMLVideoElement) => element.pause())
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Watch Demo' }).first()).toBeFocused()
})

test('Schedule Live Demo stores the request for the operator', async ({ page }) => {
  const subject = `Demo of ${Math.round(performance.now())}`
  await page.goto('/')
  await page.getByRole('button', { name: 'Schedule Live Demo' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Schedule Live Demo' })
  await dialog.getByRole('button', { name: 'Request demo' }).click()
  await expect(dialog.getByText('Enter your name.')).toBeVisible()
  await expect(dialog.getByText('Write at least 20 characters.')).toBeVisible()
  await expect(dialog.getByLabel('Your name')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel('Your name').fill('Jury consultant, sample')
  await dialog.getByLabel('Email').fill('consultant@firm.example')
  await dialog.getByLabel('Subject').fill(subject)
  await dialog.getByLabel(/What would you like to see/).fill('Strikes in a struck panel, on any day in May.')
  await dialog.getByRole('button', { name: 'Request demo' }).click()
  await expect(dialog.getByText('Request sent.', { exact: false })).toBeVisible()

  await enterAsOperator(page)
  await page.goto('/contact-requests')
  const request = page.getByRole('article').filter({ hasText: subject })
  await expect(request).toContainText('Strikes in a struck panel, on any day in May.')
  await request.getByRole('button', { name: 'Mark as handled' }).click()
  await expect(request).toContainText('Handled by Operator')
  await expectAccessible(page)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`loads little, makes no outside requests, and doesn't shift (${colorScheme})`, async ({ page, baseURL }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.emulateMedia({ colorScheme })
    await page.addInitScript(() => {
      const seen = { shift: 0, largest: '' }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) seen.largest = (entry as unknown as { url: string }).url
      }).observe({ type: 'largest-contentful-paint', buffered: true })
    })
    const seen = () => page.evaluate(() => (window as unknown as { seen: { shift: number; largest: string } }).seen)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    expect((await seen()).largest).toContain(`triage-${colorScheme}-`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForTimeout(rotationMs + 500)
    expect((await seen()).shift).toBe(0)

    expect(asked.filter((url) => new URL(url).origin !== baseURL)).toEqual([])
    expect(asked.filter((url) => url.includes('triage-'))).toHaveLength(1)
    expect(asked.filter((url) => url.endsWith('.js')).length).toBeLessThanOrEqual(3)
    expect(asked.some((url) => url.includes('.mp4'))).toBe(false)
  })
}

test('the chosen theme overrides the system theme, including the screenshot', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const picture = page.locator('main figure img').first()
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.currentSrc)
  await expect.poll(shown).toContain('triage-light-')
  await page.getByRole('button', { name: 'Dark theme' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expect.poll(shown).toContain('triage-dark-')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Light theme' })).toBeVisible()
  await expect.poll(shown).toContain('triage-dark-')
})

test('is readable without scripts and has link previews', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const name of calls) await expect(page.getByText(name).first()).toBeVisible()
  for (const property of ['og:title', 'og:description', 'og:image', 'og:type']) {
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute('content', /.+/)
  }
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', /transcript/)
  expect((await page.request.get('/social.jpg')).headers()['content-type']).toBe('image/jpeg')
  expect(await (await page.request.get('/robots.txt')).text()).toContain('Disallow: /api/')
  await context.close()
})

for (const width of [390, 768, 1024, 1440]) {
  test(`fits ${width} px without horizontal scrolling`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/legal', '/help', '/no-such-page']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width)
    }
  })
}
