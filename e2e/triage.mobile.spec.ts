import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test('triage on a phone: every act is a tap, and nothing is wider than the screen', async ({ page }) => {
  test.setTimeout(240_000)
  await page.setViewportSize({ width: 390, height: 844 })
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  await page.getByRole('button', { name: /^Triage \(\d+\)/ }).tap()
  const triage = page.getByRole('dialog', { name: 'Review findings' })
  const count = triage.getByText(/^\d+ of \d+ left$/)
  await expect(count).toBeVisible()
  const total = Number((await count.textContent())!.split(' ')[0])
  const left = (to: number) => expect(triage.getByText(`${to} of ${total} left`)).toBeVisible()
  expect(await triage.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0)
  await expectAccessible(page)

  await triage.getByRole('button', { name: 'Confirm' }).tap()
  await left(total - 1)
  await triage.getByRole('button', { name: 'Undo' }).tap()
  await left(total)
  await triage.getByRole('button', { name: /^Dismiss for another reason/ }).tap()
  await page.getByRole('menuitem', { name: 'Duplicate' }).tap()
  await left(total - 1)
  await expect(triage.getByText('Highlight Dismissed: Duplicate')).toBeVisible()
  await triage.getByRole('button', { name: 'Skip' }).tap()
  await triage.getByRole('button', { name: 'Back' }).tap()
  await triage.getByRole('button', { name: 'Severity' }).tap()
  await expect(page.getByRole('menuitem', { name: /^Critical/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await triage.getByRole('button', { name: 'Close' }).tap()
  await expect(triage).toBeHidden()
})
