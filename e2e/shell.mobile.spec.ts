import { expect, type Locator, type Page, test } from '@playwright/test'
import { enterAsOperator, signUpQuickly } from './people.ts'

/** A finger that goes down in the middle of something, moves and lets go. */
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

test('the bottom bar, the menu and the floating button of a phone', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/cases')
  const bar = page.getByRole('navigation', { name: 'Quick navigation' })
  await expect(bar.getByRole('link')).toHaveText(['Home', 'Cases', 'Video', 'Profile'])

  await page.getByRole('button', { name: 'Open the menu' }).click()
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
  await expect(nav.getByRole('link', { name: 'Analyze Videos' })).toHaveAttribute('aria-current', 'page')
  await expect(menu.getByText('v2.1')).toBeVisible()
  await nav.getByRole('link', { name: 'Database' }).click()
  await expect(menu).toBeHidden()
  await expect(page).toHaveURL(/\/dashboard#database$/)
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await menu.getByRole('button', { name: 'Close' }).click()
  await expect(menu).toBeHidden()

  await page.evaluate(() => {
    const shaken: unknown[] = []
    Object.assign(window, { shaken })
    Object.defineProperty(navigator, 'vibrate', { value: (pattern: unknown) => shaken.push(pattern) })
  })
  await page.getByRole('button', { name: 'Quick actions' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Add Endpoint', 'Refresh All', 'Settings'])
  await page.getByRole('menuitem', { name: 'Refresh All' }).click()
  await expect(page.getByText('Data Refreshed', { exact: true })).toBeVisible()
  // Light 10 ms, medium 25 ms.
  expect(await page.evaluate(() => (window as unknown as { shaken: unknown[] }).shaken)).toEqual([[10], [25]])

  // No session was opened on this device yet: the menu asks which.
  await page.getByRole('button', { name: 'Open the menu' }).click()
  await nav.getByRole('link', { name: 'Strike Log' }).click()
  await expect(page).toHaveURL(/\/sessions\?to=strike-log/)
})

test('the floating button leaves the words to who reads down a page, and comes back on the way up and at the end', async ({
  page,
}) => {
  await enterAsOperator(page)
  await page.goto('/dashboard')
  await expect(page.locator('#endpoints li').first()).toBeVisible()
  const button = page.getByRole('button', { name: 'Quick actions' })
  const at = () => page.evaluate(() => Math.round(window.scrollY))
  const scroll = async (to: number) => {
    const end = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
    await page.mouse.wheel(0, to - (await at()))
    await expect.poll(at).toBe(Math.min(to, end))
  }
  await expect(button).toBeInViewport()
  await scroll(200)
  await expect(button).not.toBeInViewport()
  await scroll(150)
  await expect(button).toBeInViewport()
  await scroll(400)
  await expect(button).not.toBeInViewport()
  // Again until it holds: panels that come late make the page longer.
  await expect(async () => {
    await scroll(1e6)
    await expect(button).toBeInViewport({ timeout: 1000 })
    const lowest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('#main *')]
          // What is folded away has a box, too, below what can be seen.
          .filter((each) => each.checkVisibility())
          .map((each) => each.getBoundingClientRect().bottom),
      ),
    )
    expect(lowest).toBeLessThanOrEqual((await button.boundingBox())!.y)
  }).toPass()
  await scroll(400)
  await expect(button).toBeInViewport()
  await scroll(500)
  await expect(button).not.toBeInViewport()
  await button.focus()
  await expect(button).toBeInViewport()
})

test('a pull reads everything again, and a swipe shows what can be done with a row', async ({ page }) => {
  await enterAsOperator(page)
  await page.goto('/dashboard')
  const title = page.getByRole('heading', { level: 1, name: 'Dashboard' })
  await expect(title).toBeVisible()

  await test.step('pull', async () => {
    await drag(page, title, { y: 60 })
    await expect(page.getByText('Refreshing...')).toBeHidden()
    const answered = page.waitForResponse('**/api/system/overview')
    await drag(page, title, { y: 160 })
    await expect(page.getByText('Refreshing...')).toBeVisible()
    await answered
    await expect(page.getByText('Refreshing...')).toBeHidden()
  })

  await test.step('swipe', async () => {
    const row = page.locator('#endpoints li').first()
    await row.scrollIntoViewIfNeeded()
    await drag(page, row, { x: -60 })
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeHidden()
    await drag(page, row, { x: -110 })
    await expect(row.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeVisible()
    await expect(row.getByRole('button', { name: 'Delete', exact: true })).toBeHidden()
    await drag(page, row, { x: 110 })
    await row.getByRole('button', { name: 'View', exact: true }).waitFor()
    // Chromium takes a touch that follows at once for a part of the same gesture.
    await page.waitForTimeout(400)
    await row.getByRole('button', { name: 'View', exact: true }).tap()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
