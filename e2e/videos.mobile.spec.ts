import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test.use({ viewport: { width: 390, height: 844 } })

test('a video shows its transcript once on a phone and folds the rest', async ({ page }) => {
  test.setTimeout(240_000)
  const { videoId } = await reviewable(page)
  await page.goto(`/videos/${videoId}`)
  await expect(page.getByRole('heading', { name: 'Transcript', exact: true })).toBeVisible()
  const all = page.getByRole('button', { name: /^Show all \d+ findings$/ })
  const findings = page.getByRole('list', { name: 'Findings' }).getByRole('listitem')
  await expect(all).toBeVisible()
  await expect(findings.filter({ visible: true })).toHaveCount(3)
  await expect(page.getByRole('tab', { name: 'Transcript' })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000)
  await expectAccessible(page)

  await page.getByRole('heading', { name: 'AI Analysis Results' }).tap()
  await expect(page.locator('video')).toBeInViewport({ ratio: 1 })
  await page.getByRole('tab', { name: 'Transcript' }).tap()
  await expect(page.getByRole('tabpanel')).toContainText('Good morning')
  const count = Number((await all.textContent())!.replaceAll(/\D/g, ''))
  await all.tap()
  await expect(findings.filter({ visible: true })).toHaveCount(count)
  await expect(all).toHaveCount(0)
})
