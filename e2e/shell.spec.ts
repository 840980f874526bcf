import { expect, type Page, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const visibleToasts = (page: Page) => page.getByRole('region', { name: /Notification/ }).getByRole('listitem')

test('the header and the sidebar lead to real places', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  const header = page.getByRole('banner')
  await expect(header.getByText('Production', { exact: true })).toBeVisible()
  await expect(header.getByRole('button', { name: /^TA, account menu/ })).toBeVisible()

  await header.getByRole('button', { name: 'Create new' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Upload Video', 'New Case', 'Invite Member'])
  await page.keyboard.press('Escape')
  await expect(header.getByRole('button', { name: 'Create new' })).toBeFocused()

  await header.getByRole('button', { name: 'Refresh data' }).click()
  await expect(visibleToasts(page)).toContainText('Data Refreshed')
  await expect(visibleToasts(page)).toContainText('All data has been refreshed from the server.')
  await page.keyboard.press('Control+r')
  await expect(visibleToasts(page)).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: /Notification/ }).getByRole('list')).toBeFocused()

  const sidebar = page.getByRole('navigation', { name: 'Main' })
  for (const title of ['API Management', 'Infrastructure', 'Monitoring']) {
    await expect(sidebar.getByText(title, { exact: true })).toBeVisible()
  }
  await sidebar.getByRole('link', { name: 'Performance' }).click()
  await expect(page).toHaveURL(/\/dashboard#performance$/)
  await expect(sidebar.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/')
  await header.getByRole('button', { name: 'Settings' }).click()
  await expect(page).toHaveURL(/\/settings$/)
})

test('single keys lead about, rest while somebody types, and tell themselves in the help', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await page.keyboard.press('c')
  await expect(heading(page, 'Cases')).toBeVisible()
  await page.keyboard.press('f')
  await page.keyboard.type('hv')
  await expect(page.getByRole('searchbox')).toHaveValue('hv')
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
  const help = page.getByRole('dialog', { name: 'Keyboard Shortcuts' })
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

test('the theme follows the system until one is chosen, and is kept under its key', async ({ page }) => {
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
  await page.getByRole('banner').getByRole('button', { name: /theme/i }).click()
  await expect.poll(background).toBe(dark)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.reload()
  expect(await background()).toBe(dark)
  expect(light).not.toBe(dark)
})

test('the banner says that the line is away, and that it is slow', async ({ page, context }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  await expect(heading(page, 'Dashboard')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByText("You're offline. Some features may not work.")).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText("You're offline. Some features may not work.")).toBeHidden()
  await page.addInitScript(() => {
    const facts = Object.assign(new EventTarget(), { effectiveType: '3g', downlink: 0.7, rtt: 400 })
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => facts })
  })
  await page.reload()
  await expect(page.getByText('Slow connection detected (3g). Loading may be delayed.')).toBeVisible()
})
