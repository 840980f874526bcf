/**
 * Compares 20 states with stored pictures. To update them after a change that you've looked at, run
 * `npx playwright test e2e/visual.spec.ts --project=desktop --update-snapshots`.
 */
import { expect, type Page, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'
import { fillFirm, reviewable } from './reviewable.ts'
import { steady } from './steady.ts'

test.describe.configure({ timeout: 300_000 })

const sizes = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }
type Look = { colorScheme: 'light' | 'dark'; size: keyof typeof sizes }
const light: Look = { colorScheme: 'light', size: 'wide' }
const dark: Look = { colorScheme: 'dark', size: 'wide' }
const phone: Look = { colorScheme: 'light', size: 'phone' }
const darkPhone: Look = { colorScheme: 'dark', size: 'phone' }

async function compare(page: Page, name: string, path: string, look: Look): Promise<void> {
  await page.setViewportSize(sizes[look.size])
  await page.emulateMedia({ colorScheme: look.colorScheme, reducedMotion: 'reduce' })
  await page.goto(path)
  await expect(page.locator('h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle', { timeout: 5000 }).catch(() => {})
  await page.evaluate(() => document.fonts.ready)
  // Frames and times differ from run to run. The ratio leaves room for another version of Chromium.
  const mask = [page.locator('video'), page.locator('time')]
  await expect.soft(page).toHaveScreenshot(`${name}.png`, { maxDiffPixelRatio: 0.02, mask })
}

test('public screens', async ({ page }) => {
  await steady(page)
  await compare(page, 'landing', '/', light)
  await compare(page, 'landing-phone', '/', darkPhone)
  await compare(page, 'sign-in', '/sign-in', light)
})

test('screens of a case', async ({ page }) => {
  await steady(page)
  const { caseId, sessionId, videoId, jurorId } = await fillFirm(page)
  const inSession = `/sessions/${sessionId}`
  await compare(page, 'dashboard', '/dashboard', light)
  await compare(page, 'dashboard-phone', '/dashboard', darkPhone)
  await compare(page, 'new-case', '/cases/new', dark)
  await compare(page, 'case', `/cases/${caseId}`, light)
  await compare(page, 'jurors', `/cases/${caseId}?tab=jurors`, light)
  await compare(page, 'juror-phone', `/jurors/${jurorId}`, phone)
  await compare(page, 'video', `/videos/${videoId}`, light)
  await compare(page, 'review-room', `${inSession}/review`, light)
  await compare(page, 'review-room-phone', `${inSession}/review`, darkPhone)
  await compare(page, 'highlights', `${inSession}/highlights`, light)
  await compare(page, 'strike-log', `${inSession}/strike-log`, dark)
  await compare(page, 'board', `${inSession}/courtroom`, dark)
  await compare(page, 'board-phone', `${inSession}/courtroom`, phone)
  await compare(page, 'exports', `${inSession}/exports`, light)
})

test('findings to review', async ({ page }) => {
  await steady(page)
  const { sessionId } = await reviewable(page)
  await compare(page, 'triage', `/sessions/${sessionId}/review?triage=true`, dark)
})

test('screens without an answer', async ({ page }) => {
  await steady(page)
  await signUpQuickly(page)
  await compare(page, 'cases-empty', '/cases', light)
  await page.route(/\/api\/videos(\?|$)/, (route) =>
    route.fulfill({ status: 500, body: 'The answer couldn’t be read.' }),
  )
  await compare(page, 'videos-failed', '/videos', dark)
})
