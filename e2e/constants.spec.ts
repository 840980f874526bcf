import { expect, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'
import { listen } from './requests.ts'
import { analyzedSample } from './videos.ts'

test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('dashboard.operations', 'open')))

test('refetches polled data at its own interval', async ({ page }) => {
  await signUpQuickly(page)
  await page.clock.install()
  const requests = listen(page)
  await page.goto('/dashboard')
  await expect(page.getByText('Storage used')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  // The count may be off by one because the test doesn't know when the last poll ran.
  const onDashboard = await requests.passing(75)
  expect([2, 3]).toContain(onDashboard.get('/api/notifications'))
  expect([2, 3]).toContain(onDashboard.get('/api/performance'))
  // If a response is late, the next poll is delayed by a second.
  expect([6, 7, 8]).toContain(onDashboard.get('/api/pipeline/status'))
  expect(onDashboard.get('/api/dynamodb/stats')).toBeUndefined()
  await page.clock.resume()
  await page.goto('/video-processing')
  await expect(page.getByText('No videos uploaded yet. Start by uploading your first video.')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 200_000)
  expect([4, 5]).toContain((await requests.passing(24)).get('/api/videos'))
})

test('retries the overview twice before reporting a failure', async ({ page }) => {
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

test('keeps the overview and search results fresh for 30 seconds', async ({ page }) => {
  await signUpQuickly(page)
  await page.clock.install()
  const requests = listen(page)
  await page.goto('/dashboard')
  await expect(page.getByText('API Health')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const overviewsAfter = async (seconds: number) => {
    await requests.passing(seconds)
    await page.keyboard.press('c')
    await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
    await page.keyboard.press('h')
    await expect(page.getByText('API Health')).toBeVisible()
    await requests.quiet()
    return requests.count('/api/system/overview')
  }
  expect([await overviewsAfter(0), await overviewsAfter(25), await overviewsAfter(10)]).toEqual([1, 0, 1])

  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search' })
  // React shows lazily loaded code on a timer, which the paused clock holds back.
  await expect(async () => {
    await page.clock.runFor(100)
    await expect(box).toBeFocused({ timeout: 500 })
  }).toPass()
  const searchesFor = async (words: string) => {
    const before = requests.count('/api/search')
    // Fill the field at once, because each typed letter would send a request.
    await box.fill(words)
    await page.clock.runFor(200)
    await expect(async () => {
      await page.clock.runFor(10)
      await expect(page.getByText(`No results found for ${words}`)).toBeVisible({ timeout: 100 })
    }).toPass()
    return requests.count('/api/search') - before
  }
  expect([await searchesFor('zqa'), await searchesFor('zqb'), await searchesFor('zqa')]).toEqual([1, 1, 0])
  await requests.passing(31)
  expect([await searchesFor('zqb'), await searchesFor('zqa')]).toEqual([1, 1])
})

test('keeps loaded data; Refresh reloads all of it, even off-screen data', async ({ page }) => {
  await signUpQuickly(page)
  const requests = listen(page)
  await page.goto('/cases')
  const cases = page.getByRole('heading', { level: 1, name: 'Cases' })
  const toCases = async () => {
    await page.keyboard.press('c')
    await expect(cases).toBeVisible()
    await requests.quiet()
  }
  const toDashboard = async () => {
    await page.keyboard.press('h')
    await expect(page.getByText('Storage used')).toBeVisible()
    await requests.quiet()
  }
  await expect(cases).toBeVisible()
  await toDashboard()
  await requests.passing(0)
  await toCases()
  await toDashboard()
  expect(requests.count('/api/cases')).toBe(0)
  expect(requests.count('/api/dynamodb/stats')).toBe(0)
  await page.getByRole('button', { name: 'Refresh data' }).click()
  await expect(page.getByText('Data Refreshed', { exact: true })).toBeVisible()
  for (const path of ['system/overview', 'endpoints', 'dynamodb/stats', 'notifications'])
    expect([path, requests.count(`/api/${path}`)]).not.toEqual([path, 0])
  const casesReadByDashboard = requests.count('/api/cases')
  await toCases()
  expect(requests.count('/api/cases')).toBe(casesReadByDashboard + 1)
})

test('uses the phone layout below 768 px', async ({ page }) => {
  await signUpQuickly(page)
  await page.setViewportSize({ width: 767, height: 900 })
  await page.goto('/cases')
  const bar = page.getByRole('navigation', { name: 'Quick navigation' })
  const button = page.getByRole('button', { name: 'Quick actions' })
  await expect(bar).toBeVisible()
  await expect(button).toBeVisible()
  await page.setViewportSize({ width: 768, height: 900 })
  await expect(bar).toBeHidden()
  await expect(button).toBeHidden()
})

test('hides a scrollbar 600 ms after the pointer leaves', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await page.goto(`/videos/${videoId}`)
  await page.getByRole('tab', { name: 'Transcript' }).click()
  const area = page.getByRole('region', { name: 'Transcript text' })
  await expect(area).toBeVisible()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  const bar = () => area.evaluate((each) => getComputedStyle(each).scrollbarColor)
  const hidden = await bar()
  await area.hover()
  await expect.poll(bar).not.toBe(hidden)
  await page.mouse.move(2, 2)
  await page.clock.runFor(500)
  expect(await bar()).not.toBe(hidden)
  await page.clock.runFor(200)
  await expect.poll(bar).toBe(hidden)
})

test('the bell counts up to nine', async ({ page }) => {
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

test('hides toasts after five seconds; shows tooltips after 700 ms and the next after 300', async ({ page }) => {
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

  const leave = async () => {
    await expect(async () => {
      for (const y of [400, 410]) await page.mouse.move(2, y)
      await expect(tooltip).toBeHidden({ timeout: 500 })
    }).toPass()
  }
  await leave()
  await page.clock.runFor(200)
  await page.getByRole('button', { name: 'Show keyboard shortcuts' }).hover()
  await expect(tooltip).toBeVisible()
  await leave()
  await page.clock.runFor(400)
  await page.getByRole('button', { name: 'Search', exact: true }).hover()
  await page.clock.runFor(600)
  await expect(tooltip).toBeHidden()
})

test('a swipe of 50 px dismisses a toast, and a shorter one does not', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Refresh data' }).click()
  const toast = page.getByText('Data Refreshed', { exact: true })
  await toast.hover()
  const box = (await toast.boundingBox())!
  const [x, y] = [box.x + 5, box.y + 5]
  const swipe = async (length: number) => {
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + length, y, { steps: 5 })
    await page.mouse.up()
  }
  await swipe(45)
  await expect(toast.locator('xpath=ancestor::li')).toHaveAttribute('data-swipe', 'cancel')
  await expect(toast).toBeVisible()
  await swipe(55)
  await expect(toast).toBeHidden({ timeout: 2000 })
})

test('gives methods and severities distinct colors', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Show all \d+/ }).click()
  const colors = await page.locator('#endpoints').evaluate((card) =>
    ['GET', 'POST', 'PUT', 'DELETE'].map((method) => {
      const words = [...card.querySelectorAll('li span')].filter((each) => each.textContent === method)
      const badge = words.find((each) => each.childElementCount === 0)!
      return getComputedStyle(badge).color
    }),
  )
  expect(new Set(colors).size).toBe(4)
  const readTokens = (names: string[]) =>
    page.evaluate(
      (each) => each.map((name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`)),
      names,
    )
  const severities = await readTokens(['critical-solid', 'high-solid', 'medium-solid', 'low-solid'])
  const toParts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.trim().slice(at, at + 2), 16))
  const [critical, high, medium, low] = severities.map(toParts) as [number[], number[], number[], number[]]
  expect(critical[0]! > critical[1]! && critical[0]! > critical[2]!).toBe(true)
  expect(high[1]! > critical[1]!).toBe(true)
  expect(medium[1]! / medium[0]!).toBeGreaterThan(high[1]! / high[0]!)
  expect(low[2]! > low[0]! && low[2]! > low[1]!).toBe(true)
  const sentiments = await readTokens(['positive-fg', 'negative-fg', 'mixed-fg'])
  const [positive, negative, mixed] = sentiments.map(toParts) as [number[], number[], number[]]
  expect(positive[1]! > positive[0]! && positive[1]! > positive[2]!).toBe(true)
  expect(negative[0]!).toBeGreaterThan(2 * Math.max(negative[1]!, negative[2]!))
  expect(Math.min(mixed[0]!, mixed[1]!)).toBeGreaterThan(2 * mixed[2]!)
})
