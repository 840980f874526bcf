import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import type { ChainRecord } from '#contract/highlights/chains.ts'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test('a motion to strike for cause waits until a person has checked each quote', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  const api = `/api/sessions/${sessionId}`
  const chains = (await (await page.request.get(`${api}/chains`)).json()) as ChainRecord[]
  const { concern } = chains.find((chain) => chain.concern.juror?.id)!
  const draft = { eventId: randomUUID(), jurorId: concern.juror!.id, kind: 'cause', groundCode: 'actual_bias' }
  const drafted = await page.request.post(`${api}/strikes`, { data: draft })
  expect(drafted.status(), await drafted.text()).toBe(200)

  await page.goto(`/sessions/${sessionId}/exports?template=cause_motion`)
  await expect(page.getByText('No quotes yet.')).toBeVisible()
  const items = [{ id: concern.id, version: concern.version }]
  await page.request.post(`${api}/highlight-decisions`, { data: { decision: 'confirm', items } })

  await page.reload()
  const quotes = page.getByRole('region', { name: /^Quotes/ })
  const ticks = quotes.getByRole('checkbox')
  await expect(quotes).toContainText(concern.quote)
  await expect(quotes).toContainText('Actual bias')
  await expect(quotes.getByRole('link', { name: /^Play/ }).first()).toHaveAttribute('href', /review\?v=.*&t=/)
  await expect(page.getByText(/^Verify these quotes against the recording first: juror /)).toBeVisible()
  await page.getByRole('button', { name: 'Create export' }).click()
  await expect(page.getByRole('alert')).toContainText('Verify these quotes against the recording first')
  await expectAccessible(page)

  const count = await ticks.count()
  for (let at = 0; at < count; at++) await ticks.nth(at).click()
  await expect(quotes.getByText(`(${count} of ${count} verified)`)).toBeVisible()
  await expect(page.getByText(/^Verify these quotes/)).toHaveCount(0)
  await page.getByRole('button', { name: /^Cause motion packet/ }).click()
  await page.getByRole('button', { name: 'Create export' }).click()
  const row = page.getByRole('list', { name: 'Exports' }).getByRole('listitem').first()
  await expect(row).toContainText('Ready', { timeout: 60_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^cause-motion-.*work-product\.docx$/)
})
