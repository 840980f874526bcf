import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'
import { makeDemoFirm } from './videos.ts'

test('the tour of the sample case has four stops, and ends for good', { tag: '@zone' }, async ({ page }) => {
  const { sessionId } = await reviewable(page)
  const { firmId } = (await (await page.request.get('/api/auth/account')).json()) as { firmId: string }
  const tour = page.getByRole('region', { name: 'See Venire in one minute' })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Findings to review' })).toBeVisible()
  await expect(tour).toBeHidden()

  await makeDemoFirm(firmId)
  await page.reload()
  await expect(tour).toBeVisible()
  await expectAccessible(page)
  await tour.getByRole('button', { name: 'Start the tour' }).click()
  const stops = [
    ['Hear each finding as it was said', 'review'],
    ['Decide with one key', 'review'],
    ['Every strike shows its basis', 'strike-log'],
    ['Leave with a record', 'exports'],
  ] as const
  for (const [index, [title, path]] of stops.entries()) {
    const stop = page.getByRole('region', { name: title })
    await expect(stop.getByText(`Tour: ${index + 1} of 4`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/sessions/${sessionId}/${path}`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page)
    await stop.getByRole('button', { name: index < 3 ? 'Next' : 'Done' }).click()
  }
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Findings to review' })).toBeVisible()
  await expect(page.getByText(/Tour: |See Venire in one minute/)).toBeHidden()
})

test('the tour can be declined at the start and left on the way', { tag: '@zone' }, async ({ page, context }) => {
  await reviewable(page)
  const { firmId } = (await (await page.request.get('/api/auth/account')).json()) as { firmId: string }
  await makeDemoFirm(firmId)
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'No thanks' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Findings to review' })).toBeVisible()
  await expect(page.getByText('See Venire in one minute')).toBeHidden()

  const other = await context.newPage()
  await other.goto('/dashboard')
  await other.evaluate(() => localStorage.clear())
  await other.reload()
  await other.getByRole('button', { name: 'Start the tour' }).click()
  await other.getByRole('button', { name: 'Next' }).click()
  await other.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(other.getByText('Tour: 1 of 4')).toBeVisible()
  await other.getByRole('button', { name: 'End tour' }).click()
  await other.reload()
  await expect(
    other
      .getByRole('tab', { name: 'Transcript' })
      .or(other.getByRole('button', { name: /^Triage/ }))
      .first(),
  ).toBeVisible()
  await expect(other.getByText(/Tour: |See Venire in one minute/)).toBeHidden()
})
