import { expect, type Locator, type Page, test } from '@playwright/test'
import { enterAsOperator, signUpQuickly } from './people.ts'
import { listen } from './requests.ts'
import { reviewable } from './reviewable.ts'

async function drag(page: Page, target: Locator, by: { x?: number; y?: number }): Promise<void> {
  const box = (await target.boundingBox())!
  const from = { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 60) }
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [{ x: from.x + (by.x ?? 0) * part, y: from.y + (by.y ?? 0) * part, id: 1 }],
    })
  await touch('touchStart', 0)
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', step / 10)
  await touch('touchEnd', 1)
}

test("shows the phone's bottom bar, menu, and floating button", async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/cases')
  const bar = page.getByRole('navigation', { name: 'Quick navigation' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Cases', 'Video', 'Profile'])
  const hrefs = bar.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href')))
  expect(await hrefs).toEqual(['/', '/cases', '/video-processing', '/profile'])
  const phone = page.viewportSize()!
  for (const [width, isMobile] of [
    [767, true],
    [768, false],
  ] as const) {
    await page.setViewportSize({ ...phone, width })
    await expect(bar, `${width}`).toBeVisible({ visible: isMobile })
    await expect(page.getByRole('button', { name: 'Quick actions' })).toBeVisible({ visible: isMobile })
  }
  await page.setViewportSize(phone)

  await page.getByRole('button', { name: 'Open menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu.getByRole('link', { name: 'New Case' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Upload Video', exact: true })).toBeVisible()
  await expect(menu.getByText('Professional Profile')).toBeVisible()
  await expect(menu.getByRole('heading', { level: 3 })).toHaveText([
    'Quick Actions',
    'Video Workflow',
    'Case Management',
    'System Monitoring',
  ])
  const nav = menu.getByRole('navigation', { name: 'Mobile' })
  for (const [label, count] of [
    ['Home', 1],
    ['Dashboard', 2],
    ['Upload Videos', 1],
    ['Analyze Videos', 1],
    ['Video History', 1],
    ['Cases', 1],
    ['Strike Log', 1],
    ['Export Center', 1],
    ['Database', 1],
    ['API Status', 1],
    ['System Settings', 1],
  ] as const) {
    await expect(nav.getByRole('link', { name: label }), label).toHaveCount(count)
  }
  for (const [badge, labels] of [
    ['Often used', ['Upload Videos', 'Analyze Videos', 'Cases']],
    ['In court', ['Strike Log', 'Export Center']],
  ] as const) {
    await expect(nav.getByRole('link').filter({ hasText: badge })).toHaveText(labels.map((label) => label + badge))
  }
  await expect(nav.getByRole('link', { name: 'Analyze Videos' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByText('v2.1')).toBeVisible()
  await nav.getByRole('link', { name: 'Database' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard#database$/)
  await page.getByRole('button', { name: 'Open menu' }).click()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await expect(menu).toBeVisible()
  await page.mouse.click(phone.width - 8, phone.height / 2)
  await expect(menu).toBeHidden()

  await page.evaluate(() => {
    const shaken: unknown[] = []
    Object.assign(window, { shaken })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => shaken.push(pattern) })
  })
  const shaken = () => page.evaluate(() => (window as unknown as { shaken: unknown[] }).shaken.splice(0))
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Quick actions' }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Add Endpoint', 'Refresh All', 'Settings'])
    await page.getByRole('menuitem', { name: item }).click()
  }
  // Light is 10 ms, medium is 25 ms, and heavy is 50 ms. Success, warning, and error vibrate twice with a pause.
  await choose('Refresh All')
  await expect(page.getByText('Data Refreshed', { exact: true })).toBeVisible()
  expect(await shaken()).toEqual([[10], [50], [10, 50, 10]])
  await choose('Settings')
  await expect(page).toHaveURL(/\/settings/)
  expect(await shaken()).toEqual([[10], [25]])
  await expect(page.locator('#main')).toBeFocused()
  await page.evaluate(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
  await page.route('**/api/notifications', (route) => route.abort())
  await choose('Refresh All')
  await expect(page.getByText('Couldn’t refresh data', { exact: true })).toBeVisible()
  expect(await shaken()).toEqual([[10], [25, 50, 25], [50, 50, 50]])
  await page.unroute('**/api/notifications')

  await page.getByRole('button', { name: 'Open menu' }).click()
  await nav.getByRole('link', { name: 'Strike Log' }).click()
  await expect(page).toHaveURL(/\/sessions\?to=strike-log/)
  await expect(page.getByRole('heading', { level: 1, name: 'Choose a session' })).toBeVisible()

  const data = { title: 'State v. Pocket', caseNumber: 'P-1' }
  const made = (await (await page.request.post('/api/cases', { data })).json()) as { id: string }
  const plan = { data: { type: 'jury_voir_dire', date: null } }
  const planned = await page.request.post(`/api/cases/${made.id}/sessions`, plan)
  const { id: sessionId } = (await planned.json()) as { id: string }
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const [label, screen] of [
    ['Strike Log', 'strike-log'],
    ['Export Center', 'exports'],
    ['Analyze Videos', 'review'],
  ] as const) {
    await page.getByRole('button', { name: 'Open menu' }).click()
    await nav.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(new RegExp(`/sessions/${sessionId}/${screen}`))
  }
})

test('the floating button covers no control on any screen', async ({ page }) => {
  const { sessionId, videoId, caseId } = await reviewable(page)
  const [juror] = (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as { id: string }[]
  await page.setViewportSize({ width: 390, height: 844 })
  const inSession = ['progress', 'review', 'highlights', 'strike-log', 'exports'].map(
    (each) => `/sessions/${sessionId}/${each}`,
  )
  const inCase = ['', '/new-session', '/exports', '?tab=jurors', '?tab=team'].map((each) => `/cases/${caseId}${each}`)
  const firm = [
    '/dashboard',
    '/cases',
    '/cases/new',
    '/video-processing',
    '/videos',
    '/sessions?choose=true',
    '/approvals',
  ]
  const person = ['/team', '/settings', '/profile', `/videos/${videoId}`, `/jurors/${juror!.id}`]
  for (const path of [...firm, ...person, ...inCase, ...inSession]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const button = page.getByRole('button', { name: 'Quick actions' })
    await expect(button).toBeVisible()
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await expect(async () => {
      const belowPx = await page.evaluate(async () => {
        const root = document.documentElement
        window.scrollTo(0, root.scrollHeight)
        for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
        return root.scrollHeight - root.clientHeight - window.scrollY
      })
      expect(belowPx, path).toBeLessThan(1)
      const found = await page.evaluate(() => {
        const box = (each: Element) => each.getBoundingClientRect()
        const bar = document.querySelector('nav[aria-label="Quick navigation"]')!
        const button = document.querySelector('button[aria-label="Quick actions"]')!
        const meets = (a: DOMRect, b: DOMRect) =>
          a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        const controls = [...document.querySelectorAll('#main :is(a, button, input, select, textarea, summary)')]
        return {
          isInBar: box(button).top >= box(bar).top && box(button).bottom <= box(bar).bottom,
          ofBar: [...bar.querySelectorAll('a')].filter((each) => meets(box(each), box(button))).length,
          hidden: controls
            .filter((each) => each.checkVisibility() && box(each).width > 1 && box(each).height > 1)
            .filter((each) => meets(box(each), box(bar)) && getComputedStyle(each).position !== 'absolute')
            .map((each) => each.outerHTML.slice(0, 100)),
        }
      })
      expect(found, path).toEqual({ isInBar: true, ofBar: 0, hidden: [] })
    }).toPass({ timeout: 10_000 })
  }
})

test('pulling refreshes everything; swiping reveals row actions', async ({ page }) => {
  await enterAsOperator(page)
  const requests = listen(page)
  await page.goto('/dashboard')
  const title = page.getByRole('heading', { level: 1, name: 'Dashboard' })
  await expect(title).toBeVisible()

  await test.step('pull', async () => {
    const overscroll = () => page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
    expect(await overscroll()).toBe('contain')
    await drag(page, title, { y: 60 })
    await expect(page.getByText('Refreshing...')).toBeHidden()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    await requests.passing(0)
    await drag(page, title, { y: 160 })
    await expect(page.getByText('Refreshing...')).toBeVisible()
    await requests.quiet()
    expect(requests.count('/api/system/overview')).toBe(1)
    await page.evaluate(async () => (await fetch('/readyz')).text())
    await page.clock.runFor(900)
    await expect(page.getByText('Refreshing...')).toBeVisible()
    await expect(async () => {
      await page.clock.runFor(200)
      await expect(page.getByText('Refreshing...')).toBeHidden({ timeout: 100 })
    }).toPass()
  })

  await test.step('swipe', async () => {
    const row = page.locator('#endpoints li').first()
    await row.scrollIntoViewIfNeeded()
    await drag(page, row, { x: -60 })
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeHidden()
    await drag(page, row, { x: -110 })
    await expect(row.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
    await page.clock.runFor(2900)
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
    await page.clock.runFor(200)
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeHidden()
    await page.clock.resume()
    await drag(page, row, { x: 110 })
    await row.getByRole('button', { name: 'View', exact: true }).waitFor()
    // Chromium merges touches into one gesture if they are too close together.
    await page.waitForTimeout(400)
    await row.getByRole('button', { name: 'View', exact: true }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
