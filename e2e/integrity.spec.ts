import { expect, test } from '@playwright/test'
import { openOperations, signUpQuickly } from './people.ts'
import { analyzedSample, changeOriginal } from './videos.ts'

const longReason =
  `Compared with the court’s copy by ear. ${'The reporter’s certified copy has the same words. '.repeat(19)}`.trim()

test('shows what a changed recording blocks and continues for a recorded reason', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  const held = Promise.withResolvers<void>()
  let isFailing = true
  await page.route(`**/api/videos/${videoId}/accesses*`, async (route) => {
    await held.promise
    return isFailing ? route.fulfill({ status: 500, body: 'The disk is gone.' }) : route.fallback()
  })
  await page.request.get(`/api/videos/${videoId}/download`, { headers: { range: 'bytes=-1024' } })
  // Byte counts are saved every two seconds.
  await expect
    .poll(async () => (await page.request.get(`/api/videos/${videoId}/accesses`)).json())
    .toMatchObject([{ bytes: 1024 }])
  await page.goto(`/videos/${videoId}`)
  const access = page.locator('section', { has: page.getByRole('heading', { name: 'Access', exact: true }) })
  await page.getByText('Video Information').click()
  // The server checks the whole file even if only part of it was downloaded.
  await expect(page.getByText(/^Unchanged, checked/)).toBeVisible()
  await expect(access).toBeVisible()
  await expect(access).not.toContainText('No views or downloads yet')
  held.resolve()
  await expect(access).toContainText('The disk is gone.')
  isFailing = false
  await access.getByRole('button', { name: /try again|retry/i }).click()
  await expect(access.getByRole('listitem').filter({ hasText: 'Downloaded original' })).toContainText('1.00 KB')

  await changeOriginal(videoId)
  await page.reload()
  const notice = page.getByRole('region', { name: 'The stored file doesn’t match the upload.' })
  await expect(notice).toContainText('Playback and exports are blocked.')
  await page.getByText('Video Information').click()
  await expect(page.getByText(/^Changed, checked/)).toBeVisible()
  await expect(page.getByText('Playback is blocked because a stored file changed.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toHaveCount(0)
  const decision = `**/api/videos/${videoId}/integrity-decision`
  await page.route(decision, (route) => route.fulfill({ status: 500, body: 'The disk is gone.' }))
  await notice.getByLabel('Reason for using this file').fill(longReason)
  await notice.getByRole('button', { name: 'Use this file' }).click()
  await expect(notice).toContainText('The disk is gone.')
  await expect(notice.getByLabel('Reason for using this file')).toHaveValue(longReason)
  await page.unroute(decision)
  await notice.getByRole('button', { name: 'Use this file' }).click()
  await expect(notice).toContainText('approved use of this file')
  await expect(notice).toContainText(longReason)
  await expect(notice).not.toContainText('Playback and exports are blocked.')
  await expect(notice.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  await page.goto('/dashboard')
  await openOperations(page)
  await expect(page.getByRole('heading', { name: 'Stored recordings' })).toBeVisible()
})
