/** The specification's times and limits, on the page's own clock. */
import { expect, type Page, type Request, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'

/** Hears what the page asks for; `passing` lets seconds go by, and none while an answer is awaited: no poll would ask then. */
function listen(page: Page) {
  const awaited = new Set<Request>()
  let asked = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The live stream never ends.
    if (pathname === '/api/live') return
    awaited.add(request)
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
  })
  page.on('requestfinished', (request) => void awaited.delete(request))
  page.on('requestfailed', (request) => void awaited.delete(request))
  const quiet = () => expect.poll(() => awaited.size, { intervals: [10] }).toBe(0)
  return {
    async passing(seconds: number): Promise<Map<string, number>> {
      await quiet()
      asked = new Map()
      for (let second = 0; second < seconds; second += 1) {
        await page.clock.runFor(1000)
        await quiet()
      }
      return asked
    },
  }
}

test('what is polled is asked for again at its own pace', async ({ page }) => {
  await signUpQuickly(page)
  await page.clock.install()
  const requests = listen(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Storage used')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  // Where in its stretch a poll stands is not known: one more or less is the same pace.
  const onDashboard = await requests.passing(75)
  expect([2, 3]).toContain(onDashboard.get('/api/notifications'))
  expect([2, 3]).toContain(onDashboard.get('/api/performance'))
  // An answer that the page reads only after the next second has begun puts its next poll off by that second.
  expect([6, 7, 8]).toContain(onDashboard.get('/api/pipeline/status'))
  expect(onDashboard.get('/api/dynamodb/stats')).toBeUndefined()
  await page.clock.resume()
  await page.goto('/video-processing')
  await expect(page.getByText('No videos uploaded yet. Start by uploading your first video.')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 200_000)
  expect([4, 5]).toContain((await requests.passing(24)).get('/api/videos'))
})

test('the overview is tried twice more before it counts as failed', async ({ page }) => {
  await signUpQuickly(page)
  let tries = 0
  await page.route('**/api/system/overview', (route) => {
    tries += 1
    return route.fulfill({ status: 500, body: 'Broken.' })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('500: Broken.')).toBeVisible()
  expect(tries).toBe(3)
})

test('the bell counts to nine', async ({ page }) => {
  await signUpQuickly(page)
  const list = (unread: number) =>
    Array.from({ length: unread }, (_, index) => ({
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      type: 'info',
      category: 'system',
      title: `News ${index}`,
      message: 'Something happened.',
      read: false,
      timestamp: new Date().toISOString(),
      actionUrl: null,
      actionLabel: null,
    }))
  let unread = 9
  await page.route('**/api/notifications', (route) => route.fulfill({ json: list(unread) }))
  await page.goto('/dashboard')
  await expect(page.getByRole('button', { name: 'Notifications, 9 unread' })).toBeVisible()
  unread = 10
  await page.reload()
  await expect(page.getByRole('button', { name: 'Notifications, 9+ unread' })).toHaveText('9+')
})

test('a toast goes after five seconds, a tooltip comes after 700 ms and the next after 300', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Storage used')).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await page.getByRole('button', { name: 'Refresh data' }).click()
  const toast = page.getByText('Data Refreshed', { exact: true })
  await expect(toast).toBeVisible()
  await page.mouse.move(2, 400)
  await page.clock.runFor(4000)
  await expect(toast).toBeVisible()
  await page.clock.runFor(2000)
  await expect(toast).toBeHidden()

  const tooltip = page.getByRole('tooltip')
  await page.getByRole('button', { name: 'Search', exact: true }).hover()
  await page.clock.runFor(600)
  await expect(tooltip).toBeHidden()
  await page.clock.runFor(200)
  await expect(tooltip).toBeVisible()
})

test('methods are told apart by colour, and so are severities', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Show all \d+/ }).click()
  const colours = await page.locator('#endpoints').evaluate((card) =>
    ['GET', 'POST', 'PUT', 'DELETE'].map((method) => {
      const words = [...card.querySelectorAll('li span')].filter((each) => each.textContent === method)
      const badge = words.find((each) => each.childElementCount === 0)!
      return getComputedStyle(badge).color
    }),
  )
  expect(new Set(colours).size).toBe(4)
  const severities = await page.evaluate(() =>
    ['critical', 'high', 'medium', 'low'].map((level) =>
      getComputedStyle(document.documentElement).getPropertyValue(`--${level}-solid`),
    ),
  )
  // Red, orange, yellow, blue: by the largest part of each, and yellow by its green.
  const parts = severities.map((hex) => [1, 3, 5].map((at) => Number.parseInt(hex.trim().slice(at, at + 2), 16)))
  const [critical, high, medium, low] = parts as [number[], number[], number[], number[]]
  expect(critical[0]! > critical[1]! && critical[0]! > critical[2]!).toBe(true)
  expect(high[1]! > critical[1]!).toBe(true)
  expect(medium[1]! / medium[0]!).toBeGreaterThan(high[1]! / high[0]!)
  expect(low[2]! > low[0]! && low[2]! > low[1]!).toBe(true)
})
