import { expect, test } from '@playwright/test'
import type { StrikeBoard } from '#contract/strikes/board.ts'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test('every screen that shows work product says so, on paper too, and no other does', async ({ page }) => {
  const { sessionId, caseId, videoId } = await reviewable(page)
  const board = (await (await page.request.get(`/api/sessions/${sessionId}/strike-board`)).json()) as StrikeBoard
  const mark = page.getByText('Privileged: attorney work product', { exact: true })
  for (const path of [
    `/cases/${caseId}`,
    `/cases/${caseId}/exports`,
    `/sessions/${sessionId}/progress`,
    `/sessions/${sessionId}/review`,
    `/sessions/${sessionId}/highlights`,
    `/sessions/${sessionId}/strike-log`,
    `/sessions/${sessionId}/courtroom`,
    `/sessions/${sessionId}/strike-sheet`,
    `/sessions/${sessionId}/exports`,
    `/jurors/${board.jurors[0]!.id}`,
    `/videos/${videoId}`,
    '/approvals',
  ]) {
    await page.goto(path)
    await expect(page.locator('h1').first(), path).toBeVisible()
    await expect(mark, path).toHaveCount(1)
    await expect(mark, path).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expect(mark, `${path} on paper`).toBeVisible()
    await page.emulateMedia({ media: 'screen' })
  }
  await expectAccessible(page)

  await page.goto('/cases')
  await expect(page.getByRole('heading', { level: 1, name: 'Cases' })).toBeVisible()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('dialog', { name: 'Search' })
  await search.getByRole('combobox').fill('income')
  await expect(search.getByRole('option').first()).toBeVisible()
  await expect(search.getByText('Privileged: attorney work product')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  for (const path of ['/cases', '/team', '/profile', '/videos']) {
    await page.goto(path)
    await expect(page.locator('h1').first(), path).toBeVisible()
    await expect(mark, path).toHaveCount(0)
  }
})
