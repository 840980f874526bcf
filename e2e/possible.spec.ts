import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

test('shows possible findings on request and counts them once a person adds them', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeLong(videoId, { turns: 40, findings: 3 })
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByText('3 suggested, 0 confirmed, 0 dismissed')).toBeVisible()
  const possible = page.getByRole('list', { name: 'Possible findings' })
  await expect(possible).toBeHidden()

  await page.getByRole('checkbox', { name: 'Show possible' }).press('Space')
  await expect(possible.getByRole('listitem')).toHaveCount(1)
  await expect(possible.getByText('Possible bias indicator')).toBeVisible()
  await expect(possible.getByText(/^Resembles known statements\./)).toBeVisible()
  await expect(page.getByText('3 suggested, 0 confirmed, 0 dismissed')).toBeVisible()
  await expectAccessible(page)

  await possible.getByRole('button', { name: 'Add to highlights' }).press('Enter')
  await expect(page.getByText('No possible findings.')).toBeVisible()
  await expect(page.getByText('3 suggested, 1 confirmed, 0 dismissed')).toBeVisible()
})
