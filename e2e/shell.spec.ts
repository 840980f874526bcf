import { expect, type Page, test } from '@playwright/test'
import type { UploadResult } from '#contract/videos/uploads.ts'
import { enterAsOperator, openOperations, signUpQuickly } from './people.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const visibleToasts = (page: Page) => page.getByRole('region', { name: /Notification/ }).getByRole('listitem')

test('each route shows its own screen', async ({ page }) => {
  await signUpQuickly(page)
  const file = { name: 'Day 1.mp4', mimeType: 'video/mp4', buffer: Buffer.from('not much') }
  const sent = await page.request.post('/api/videos/upload', { multipart: { videos: file } })
  const { videos } = (await sent.json()) as UploadResult
  const { caseId } = await strikable(page)
  const screens = {
    '/dashboard': 'Dashboard',
    '/video-processing': 'Video Processing Center',
    '/videos': 'Videos',
    [`/videos/${videos[0]!.id}`]: 'Day 1.mp4',
    '/profile': 'Professional Profile',
    '/cases': 'Cases',
    '/cases/new': 'New Case',
    [`/cases/${caseId}`]: 'State v. Link',
  }
  for (const [path, name] of Object.entries(screens)) {
    await page.goto(path)
    await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(name)
  }
})

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const) {
  test(`a reload shows the frame before the account at ${width} px, and nothing moves`, async ({ page }) => {
    await signUpQuickly(page)
    await page.setViewportSize({ width, height })
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    await page.route('**/api/auth/account', async (route) => {
      await answered
      await route.continue()
    })
    await page.goto('/sign-in')
    await expect(heading(page, 'Sign in')).toBeVisible()
    await expect(page.locator('nav')).toHaveCount(0)
    await page.goto('/cases')
    const navigation = page.locator(width === 1440 ? 'nav[aria-label="Main"]' : 'nav[aria-label="Quick navigation"]')
    const places = () =>
      Promise.all(
        [
          page.locator('header'),
          page.locator('header').getByText('Venire'),
          page.getByText('Production'),
          navigation,
          page.locator('main'),
        ].map(async (each) => {
          const box = await each.boundingBox()
          return box && [box.x, box.y, box.width]
        }),
      )
    await expect(navigation).toBeVisible()
    await expect(page.getByRole('main')).toBeVisible()
    let before: Awaited<ReturnType<typeof places>> = []
    await expect(async () => {
      before = await places()
      expect(before).not.toContain(null)
    }).toPass()
    answer()
    await expect(heading(page, 'Cases')).toBeVisible()
    await expect(page.locator('header')).toHaveCount(1)
    expect(await places()).toEqual(before)
  })
}

test('the header and sidebar link to real pages', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  await expect(header.getByText('Production', { exact: true })).toBeVisible()
  await openOperations(page)
  await expect(header.getByRole('button', { name: /^TA, account menu/ })).toBeVisible()

  await header.getByRole('button', { name: 'Create new' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Upload Video', 'New Case', 'Invite member'])
  await page.keyboard.press('Escape')
  await expect(header.getByRole('button', { name: 'Create new' })).toBeFocused()

  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(page.getByText('P95 latency')).toBeVisible()
  for (const refresh of [
    () => page.keyboard.press('Control+r'),
    () => header.getByRole('button', { name: 'Refresh data' }).click(),
  ]) {
    const reads = ['**/api/system/overview', '**/api/notifications', '**/api/pipeline/status']
    const asked = Promise.all(reads.map((each) => page.waitForRequest(each)))
    await refresh()
    await asked
    await expect(visibleToasts(page)).toHaveCount(1)
    await expect(visibleToasts(page)).toContainText('Data Refreshed')
    await expect(visibleToasts(page)).toContainText('All data has been refreshed from the server.')
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: /Notification/ }).getByRole('list')).toBeFocused()
    await visibleToasts(page).getByRole('button', { name: 'Close' }).click()
    await expect(visibleToasts(page)).toHaveCount(0)
  }
  await header.getByRole('button', { name: 'Show keyboard shortcuts' }).click()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(header).toHaveCSS('position', 'fixed')
  const menuToggle = header.getByRole('button', { name: 'Open menu' })
  await expect(menuToggle).toBeHidden()
  await page.setViewportSize({ width: 1023, height: 900 })
  await menuToggle.click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })

  const sidebar = page.getByRole('navigation', { name: 'Main' })
  for (const title of ['API Management', 'Infrastructure', 'Monitoring']) {
    await expect(sidebar.getByRole('button', { name: title })).toHaveAttribute('aria-expanded', 'true')
  }
  const links = await sidebar
    .getByRole('link')
    .evaluateAll((all: HTMLAnchorElement[]) =>
      all.map((each) => [each.textContent.trim(), each.getAttribute('href') ?? '']),
    )
  expect(links).toEqual([
    ['Home', '/'],
    ['Overview', '/dashboard'],
    ['Upload', '/video-processing'],
    ['Library', '/videos'],
    ['Cases', '/cases'],
    ['Approvals', '/approvals'],
    ['Team', '/team'],
    ['Endpoints', '/dashboard#endpoints'],
    ['API reference', '/api/docs'],
    ['Database', '/dashboard#database'],
    ['Pipeline', '/dashboard#pipeline'],
    ['Performance', '/dashboard#performance'],
  ])
  for (const [label, href = ''] of links) {
    const [, place] = href.split('#')
    if (!place) continue
    await page.goto(href)
    await expect(page.locator(`#${place}`), label).toBeVisible()
  }
  expect((await page.request.get('/api/docs')).status()).toBe(200)
  await sidebar.getByRole('button', { name: 'Monitoring' }).click()
  await expect(sidebar.getByRole('link', { name: 'Performance' })).toBeHidden()
  await sidebar.getByRole('button', { name: 'Monitoring' }).click()
  await sidebar.getByRole('link', { name: 'Performance' }).click()
  await expect(page).toHaveURL(/\/dashboard#performance$/)
  await header.getByRole('button', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('Cases is highlighted on every page of a case', async ({ page }) => {
  await signUpQuickly(page)
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cases' })
  for (const [path, status] of [
    ['/cases', 'active'],
    ['/sessions?choose=true', 'active'],
    ['/dashboard', null],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (status) await expect(link).toHaveAttribute('data-status', status)
    else await expect(link).not.toHaveAttribute('data-status')
  }
})

test('single keys navigate, do nothing while typing, and are listed in the help', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.keyboard.press('c')
  await expect(heading(page, 'Cases')).toBeVisible()
  await page.keyboard.press('f')
  await page.keyboard.type('hv')
  await expect(page.getByRole('searchbox')).toHaveValue('hv')
  for (const tag of ['textarea', 'div']) {
    await page.evaluate((name) => {
      const box = document.createElement(name)
      box.id = 'typed'
      box.contentEditable = String(name === 'div')
      document.querySelector('#main')!.append(box)
      box.focus()
    }, tag)
    await page.keyboard.type('pv')
    const typed = () =>
      page.evaluate(() => {
        const box = document.querySelector<HTMLElement>('#typed')
        const text = box instanceof HTMLTextAreaElement ? box.value : box?.textContent
        box?.remove()
        return text
      })
    expect(await typed(), tag).toBe('pv')
  }
  await expect(heading(page, 'Cases')).toBeVisible()
  await page.getByRole('searchbox').blur()
  await page.keyboard.press('v')
  await expect(heading(page, 'Video Processing Center')).toBeVisible()
  await page.keyboard.press('p')
  await expect(page).toHaveURL(/\/profile/)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect(page).toHaveURL(/\/video-processing/)
  await page.keyboard.press('Alt+ArrowRight')
  await expect(page).toHaveURL(/\/profile/)
  await page.keyboard.press('h')
  await expect(heading(page, 'Dashboard')).toBeVisible()

  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help.getByText('Go to video processing')).toBeVisible()
  await expect(help.getByText('Choose videos to upload')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.goto('/video-processing')
  await expect(heading(page, 'Video Processing Center')).toBeVisible()
  await page.keyboard.press('Shift+?')
  await expect(help.getByText('Choose videos to upload')).toBeVisible()

  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()

  const data = { title: 'State v. Example', caseNumber: 'CR-1' }
  const { id } = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  for (const [key, screen] of [
    ['n', 'new-session'],
    ['e', 'exports'],
  ] as const) {
    await page.goto(`/cases/${id}`)
    await expect(heading(page, 'State v. Example')).toBeVisible()
    await page.keyboard.press(key)
    await expect(page).toHaveURL(`/cases/${id}/${screen}`)
  }
})

test('the theme follows the system until one is chosen and stored', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signUpQuickly(page)
  await page.goto('/dashboard')
  const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  await expect(heading(page, 'Dashboard')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBeNull()
  const dark = await background()
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).not.toBe(dark)
  const light = await background()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(background).toBe(dark)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(background).toBe(light)
  await page.getByRole('banner').getByRole('button', { name: /theme/i }).click()
  await expect.poll(background).toBe(dark)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  expect(await background()).toBe(dark)
  expect(light).not.toBe(dark)
})

const offlineWords = "You're offline. Some features may not work."
const banner = (page: Page) => page.locator('[data-connection]')
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss connection message' })

const readBackground = async (page: Page): Promise<number[]> => {
  const ground = await banner(page).evaluate((each) => getComputedStyle(each).backgroundColor)
  return (ground.match(/\d+/g) ?? []).map(Number)
}

test('the banner shows offline and slow connections', async ({ page, context }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(offlineWords)).toBeVisible()
  const [red = 0, green = 0, blue = 0] = await readBackground(page)
  expect(red).toBeGreaterThan(2 * Math.max(green, blue))
  await context.setOffline(false)
  await expect(page.getByText(offlineWords)).toBeHidden()
  await page.addInitScript(() => {
    const facts = Object.assign(new EventTarget(), { effectiveType: '3g', downlink: 0.7, rtt: 400 })
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => facts })
  })
  await page.reload()
  await expect(page.getByText('Slow connection detected (3g). Loading may be delayed.')).toBeVisible()
  const [yellowRed = 0, yellowGreen = 0, yellowBlue = 0] = await readBackground(page)
  expect(Math.min(yellowRed, yellowGreen)).toBeGreaterThan(2 * yellowBlue)
})

test('the banner pushes the page down, never during a drag, and stays dismissed', async ({ page, context }) => {
  // Simulate a fast connection, because the real one looks slow on a busy machine.
  await page.addInitScript(() => {
    const facts = Object.assign(new EventTarget(), { effectiveType: '4g', downlink: 10, rtt: 50 })
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => facts })
  })
  await signUpQuickly(page)
  const lastReads = ['/api/firm/trial', '/api/notifications', '/api/dynamodb/stats'].map((path) =>
    page.waitForResponse((response) => new URL(response.url()).pathname === path),
  )
  await page.goto('/dashboard')
  await openOperations(page)
  await expect(page.locator('#overview')).toBeVisible()
  await Promise.all(lastReads)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  for (const scroll of [0, 300]) {
    await page.evaluate((top) => window.scrollTo(0, top), scroll)
    const content = page.locator('#overview')
    const before = (await content.boundingBox())!
    await page.mouse.move(1428, 600)
    await page.mouse.down()
    await context.setOffline(true)
    await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await expect(banner(page)).toHaveCount(0)
    expect((await content.boundingBox())!.y).toBe(before.y)
    await page.mouse.up()

    await expect(banner(page)).toHaveText(offlineWords)
    const header = (await page.getByRole('banner').boundingBox())!
    const bar = (await banner(page).boundingBox())!
    expect(bar.y).toBeCloseTo(header.y + header.height, 0)
    const after = (await content.boundingBox())!
    expect(after.y - before.y).toBeCloseTo(bar.height, 0)
    await context.setOffline(false)
    await expect(banner(page)).toHaveCount(0)
  }
  await context.setOffline(true)
  await dismiss(page).click()
  await expect(banner(page)).toHaveCount(0)
  await expect(page.locator('#main')).toBeFocused()
  await context.setOffline(false)
  await page.reload()
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await context.setOffline(true)
  await expect.poll(() => page.evaluate(() => navigator.onLine)).toBe(false)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(banner(page)).toHaveCount(0)
  await context.setOffline(false)
})

test("a dialog opened by URL doesn't reopen on reload or Back", async ({ page }) => {
  await enterAsOperator(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/dashboard')
  const endpoint = page.getByRole('dialog', { name: 'Add Endpoint' })
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Cancel' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Quick actions' }).click()
    await page.getByRole('menuitem', { name: 'Add Endpoint' }).click()
    await expect(endpoint).toBeVisible()
    await close()
    await expect(endpoint).toBeHidden()
    await expect(page).toHaveURL(/\/dashboard(#endpoints)?$/)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const { caseId, sessionId, jurorId } = await strikable(page)
  const log = `/sessions/${sessionId}/strike-log`
  for (const [address, name, rest] of [
    ['/dashboard?add=true', 'Add Endpoint', '/dashboard'],
    ['/team?invite=true', 'Invite member', '/team'],
    [`${log}?juror=${jurorId}&highlight=${caseId}`, 'New strike', log],
  ] as const) {
    await page.goto(address)
    const dialog = page.getByRole('dialog', { name })
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(rest)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toBeHidden()
    await page.goto('/cases')
    await page.goBack()
    await expect(page).toHaveURL(rest)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(dialog).toBeHidden()
  }
})

test('the board shows its own connection status instead of the banner', async ({ page, context }) => {
  await signUpQuickly(page)
  const { sessionId } = await strikable(page)
  await page.addInitScript(() => {
    const facts = Object.assign(new EventTarget(), { effectiveType: '3g', downlink: 0.7, rtt: 400 })
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => facts })
  })
  await page.goto(`/sessions/${sessionId}/courtroom`)
  await expect(page.getByText('Slow connection', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText(/^You can keep working/)).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await context.setOffline(false)
  await page.goto(`/sessions/${sessionId}/strike-sheet`)
  await expect(banner(page)).toBeVisible()
})

async function strikable(page: Page) {
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect([path, answer.status()]).toEqual([path, 200])
    return (await answer.json()) as { id: string }
  }
  const { id: caseId } = await post('/api/cases', {
    title: 'State v. Link',
    caseNumber: `L-${crypto.randomUUID().slice(0, 8)}`,
  })
  const { id: sessionId } = await post(`/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  const { id: jurorId } = await post(`/api/cases/${caseId}/jurors`, { jurorNumber: '7' })
  return { caseId, sessionId, jurorId }
}
