import { expect, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'
import { makeLong } from './videos.ts'

test('hides findings that the second opinion disagrees with, on request or for the whole case', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeLong(videoId, { turns: 40, findings: 4, opinions: 3 })
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByText('4 suggested, 0 confirmed, 0 dismissed')).toBeVisible()
  const agreedOnly = page.getByRole('checkbox', { name: 'Hide findings the second opinion disagrees with' })
  await expect(agreedOnly).not.toBeChecked()
  const disputed = page.getByRole('listitem').filter({ hasText: 'Second opinion disagrees' })
  await expect(disputed).toHaveCount(1)
  await disputed.getByRole('button', { name: 'Why flagged' }).press('Enter')
  await expect(disputed.getByText(/^Second opinion \(counsel-7b\) disagrees: “.*” The juror speaks/)).toBeVisible()
  await expectAccessible(page)

  await agreedOnly.press('Space')
  await expect(page.getByText('3 suggested, 0 confirmed, 0 dismissed')).toBeVisible()
  await expect(page.getByText('1 suggestion is hidden.')).toBeVisible()
  await expect(disputed).toHaveCount(0)

  const session = (await (await page.request.get(`/api/sessions/${sessionId}`)).json()) as { caseId: string }
  const caseUrl = `/api/cases/${session.caseId}/second-opinion`
  await page.request.put(caseUrl, { data: { agreedOnly: true }, headers: { origin: new URL(page.url()).origin } })
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(agreedOnly).toBeChecked()
  await page.goto(`/cases/${session.caseId}`)
  const card = page.getByRole('checkbox', { name: 'Hide findings the second opinion disagrees with' })
  await expect(card).toBeChecked()
  await card.press('Space')
  await expect(card).not.toBeVisible()
  await page.goto(`/sessions/${sessionId}/highlights`)
  await expect(page.getByText('4 suggested, 0 confirmed, 0 dismissed')).toBeVisible()
})

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
