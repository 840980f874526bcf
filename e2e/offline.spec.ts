import { expect, type Page, test } from '@playwright/test'
import { openLine } from './line.ts'
import { password, signUpQuickly } from './people.ts'
import { reviewable } from './reviewable.ts'

test.use({ serviceWorkers: 'allow' })

const spoken = 'Would that be a hardship for anyone'

const keptText = (page: Page) =>
  page.evaluate(async () => {
    const texts: string[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith('/api/')) texts.push(await (await cache.match(request))!.text())
    }
    return texts.join('\n')
  })

const keptUrls = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return kept.flat().map(({ url }) => url)
  })

test('the transcript is readable offline and removed from the device at sign-out', async ({ page, baseURL }) => {
  test.setTimeout(400_000)
  const { sessionId, videoId } = await reviewable(page)
  const line = await openLine(baseURL ?? '')
  const { email } = (await (await page.request.get('/api/auth/account')).json()) as { email: string }
  await page.request.post(`${line.url}/api/auth/sign-in/email`, { data: { email, password } })
  const room = `${line.url}/sessions/${sessionId}/review?v=${videoId}`
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/transcript(-outline)?(\?|$)/.test(request.url())) asked.push(request.url())
  })
  await page.goto(room)
  await expect(page.getByText(spoken).first()).toBeVisible()
  await expect.poll(() => keptText(page), { timeout: 30_000 }).toContain(spoken)
  // Responses are cached one by one, so the first cached text may come from a different request.
  await expect.poll(() => keptUrls(page), { timeout: 30_000 }).toEqual(expect.arrayContaining(asked))
  await expect.poll(() => keptText(page)).toContain('"starts"')

  for (const lose of [() => line.cut(), () => line.refuse()]) {
    lose()
    await page.goto(room)
    await expect(page.getByText(spoken).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }

  line.mend()
  await page.reload()
  await expect(page.getByText(spoken).first()).toBeVisible()
  await page
    .getByRole('button', { name: /account|your menu|menu of/i })
    .first()
    .click()
  await page.getByRole('menuitem', { name: /sign out/i }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  // Sign-out reloads the page, which can make the first calls fail.
  await expect.poll(() => keptText(page).catch(() => spoken)).not.toContain(spoken)
  line.cut()
  await page.goto(room).catch(() => {})
  await expect(page.getByText(spoken)).toHaveCount(0)
  await line.close()
})

test("a screen never opened before says it's offline and opens after reconnecting", async ({ page, context }) => {
  await signUpQuickly(page)
  const lost = page.getByRole('heading', { name: 'You’re offline' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect.poll(() => keptText(page)).toContain('"userId"')

  await context.setOffline(true)
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
  await expect(lost).toBeVisible()
  await expect(page).toHaveURL(/\/settings$/)
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await page.goto('/team')
  await expect(lost).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  for (const screen of ['courtroom', 'strike-log', 'review', 'strike-sheet']) {
    await page.goto(`/sessions/00000000-0000-4000-8000-000000000000/${screen}`)
    await expect(page.getByText('The server couldn’t be reached.').first()).toBeVisible()
    await expect(lost).toBeHidden()
  }
  for (const name of ['Home', 'API reference']) {
    await page.goto('/team')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  }
  await page.goto('/team')
  await expect(lost).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Team' })).toBeVisible()
})

test('without a service worker, a screen with missing code stays in the app', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  const settings = page.getByRole('banner').getByRole('button', { name: 'Settings' })
  await expect(settings).toBeVisible()
  await context.setOffline(true)
  await settings.click()
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await context.close()
})

test("a part that can't load yet appears later while the rest of the screen stays", async ({ page }) => {
  await signUpQuickly(page)
  const parts = /\/assets\/lateParts[^/]*\.js$/
  for (const lost of [parts, '**/app.html']) await page.route(lost, (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => parts.test(request.url()))
  await page.goto('/dashboard')
  await refused
  await expect(page.getByRole('heading', { name: 'Upcoming dates' })).toBeVisible()
  const settings = page.getByRole('banner').getByRole('button', { name: 'Settings' })
  await expect(settings).toHaveCount(0)
  for (const lost of [parts, '**/app.html']) await page.unroute(lost)
  await expect(settings).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upcoming dates' })).toBeVisible()
})

test('offers to reload a screen whose code the updated server no longer has', async ({ browser }) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.route(/\/assets\/Settings[^/]*\.js/, (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Venire was updated' })).toBeVisible()
  await page.unroute(/\/assets\/Settings[^/]*\.js/)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await context.close()
})

test('the app can be installed, with icons of the declared sizes', async ({ page }) => {
  await page.goto('/sign-in')
  const href = await page.locator('link[rel="manifest"]').getAttribute('href')
  const answer = await page.request.get(href ?? '')
  expect(answer.headers()['content-type']).toContain('application/manifest+json')
  const manifest = (await answer.json()) as {
    display: string
    start_url: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect([manifest.display, manifest.start_url]).toEqual(['standalone', '/dashboard'])
  expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true)
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')
  const all = [...manifest.icons, { src: touch ?? '', sizes: '180x180' }]
  for (const { src, sizes } of all) {
    const size = await page.evaluate(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes])
  }
})
