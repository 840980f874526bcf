import { expect, type Page, test } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { expectAccessible } from './accessible.ts'
import { signUpQuickly } from './people.ts'
import { analyzedSample } from './videos.ts'

const open = [
  '/',
  '/sign-in',
  '/sign-up',
  '/reset',
  '/reset?token=aaaaaaaaaaaaaaaaaaaaaaaa',
  '/invitation?token=aaaaaaaaaaaaaaaaaaaaaaaa',
  '/legal',
  '/help',
  '/no-such-page',
]
const signedIn = [
  '/dashboard',
  '/video-processing',
  '/videos',
  '/videos/00000000-0000-4000-8000-000000000000',
  '/cases',
  '/cases/new',
  '/cases/00000000-0000-4000-8000-000000000000',
  '/sessions/00000000-0000-4000-8000-000000000000/review',
  '/sessions/00000000-0000-4000-8000-000000000000/highlights',
  '/team',
  '/profile',
]

async function expectNothing(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle').catch(() => {})
  await expect(page.locator('h1').first()).toBeVisible()
  await expectAccessible(page)
}

test('axe finds no problems on public screens', async ({ page }) => {
  for (const path of open) await expectNothing(page, path)
})

test('axe finds no problems on the API page, which works by keyboard', async ({ page }) => {
  await page.goto('/api/docs')
  const widest = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(widest).toBeLessThanOrEqual(page.viewportSize()!.width)
  // The removed sections use the same components, and it would take axe half a minute to check them.
  await page.evaluate(() => {
    for (const each of document.querySelectorAll('section:not(:nth-last-of-type(-n+4)), details:nth-of-type(n+3)'))
      each.remove()
  })
  for (const summary of await page.locator('summary').all()) await summary.press('Enter')
  await expect(page.locator('details:not([open])')).toHaveCount(0)
  await expectAccessible(page)
})

test('axe finds no problems on session and juror screens', async ({ page }) => {
  await signUpQuickly(page)
  const post = async <T>(path: string, data: object) => (await (await page.request.post(path, { data })).json()) as T
  const { id: caseId } = await post<CaseSummary>('/api/cases', {
    title: 'State v. Example',
    caseNumber: 'A-1',
  })
  const plan = { type: 'jury_voir_dire', date: '2026-03-14' }
  const session = await post<Session>(`/api/cases/${caseId}/sessions`, plan)
  const juror = await post<Juror>(`/api/cases/${caseId}/jurors`, { jurorNumber: '12', occupation: 'Nurse' })
  const missing = '00000000-0000-4000-8000-000000000000'
  for (const path of [
    `/cases/${caseId}/new-session`,
    `/sessions/${session.id}/progress`,
    `/sessions/${missing}/progress`,
    `/cases/${caseId}?tab=sessions`,
    `/cases/${caseId}?tab=jurors`,
    `/jurors/${juror.id}`,
    `/jurors/${missing}`,
  ]) {
    await expectNothing(page, path)
  }
})

test('axe finds no problems on firm screens', async ({ page }) => {
  await signUpQuickly(page)
  for (const path of signedIn) await expectNothing(page, path)
})

test("axe finds no problems on an analyzed video's screens", async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  for (const path of [`/videos/${videoId}`, '/video-processing', '/videos']) await expectNothing(page, path)
  await page.goto(`/videos/${videoId}`)
  const results = page.getByRole('heading', { name: 'AI Analysis Results' })
  await results.waitFor()
  if (await page.getByRole('tab', { name: 'Transcript' }).isHidden()) await results.click()
  for (const tab of ['Transcript', 'Speakers', 'Insights']) {
    await page.getByRole('tab', { name: tab }).click()
    await expectAccessible(page)
  }
})
