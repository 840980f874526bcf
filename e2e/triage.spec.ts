import { expect, type Locator, type Page, test } from '@playwright/test'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { expectAccessible } from './accessible.ts'
import { reviewable } from './reviewable.ts'

test.describe.configure({ timeout: 240_000 })

const readHighlights = async (page: Page, sessionId: string): Promise<Highlight[]> =>
  (await (await page.request.get(`/api/sessions/${sessionId}/highlights`)).json()) as Highlight[]

async function openTriage(page: Page): Promise<{ sessionId: string; found: Highlight[]; triage: Locator }> {
  const { sessionId } = await reviewable(page)
  const found = (await readHighlights(page, sessionId)).filter(({ source }) => source === 'ai')
  await page.goto(`/sessions/${sessionId}/review`)
  await page.getByRole('button', { name: `Triage (${found.length})` }).click()
  const triage = page.getByRole('dialog', { name: 'Review findings' })
  await expect(triage.getByText(`${found.length} left of ${found.length}`)).toBeVisible()
  return { sessionId, found, triage }
}

test('each key of triage acts on the finding that plays, and Undo takes it back', async ({ page }) => {
  const { sessionId, found, triage } = await openTriage(page)
  const total = found.length
  const left = (count: number) => expect(triage.getByText(`${count} left of ${total}`)).toBeVisible()
  const status = (index: number) =>
    expect.poll(async () => (await readHighlights(page, sessionId)).find(({ id }) => id === found[index]!.id)?.status)
  const shows = (index: number) => expect(triage.getByText(found[index]!.quote).first()).toBeVisible()
  const { keyboard } = page

  await test.step('it plays from the question', async () => {
    await shows(0)
    await expect(triage.getByText('from the question')).toBeVisible()
    const video = triage.locator('video')
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    await expect
      .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
      .toBeLessThan(found[0]!.end! + 2)
    await expectAccessible(page)
  })

  await test.step('C confirms and goes on; Z takes it back', async () => {
    await keyboard.press('c')
    await left(total - 1)
    await shows(1)
    await status(0).toBe('confirmed')
    await keyboard.press('z')
    await left(total)
    await shows(0)
    await status(0).toBe('suggested')
  })
  await test.step('Enter confirms too', async () => {
    await keyboard.press('Enter')
    await status(0).toBe('confirmed')
    await shows(1)
  })
  await test.step('X dismisses with the last reason, which can be changed', async () => {
    await keyboard.press('x')
    await shows(2)
    await expect(triage.getByText('Highlight Dismissed: Not relevant')).toBeVisible()
    await keyboard.press('z')
    await status(1).toBe('suggested')
    await triage.getByRole('button', { name: /^Dismiss for another reason/ }).click()
    await page.getByRole('menuitem', { name: 'Hypothetical' }).click()
    await status(1).toBe('dismissed')
    await shows(2)
    await keyboard.press('x')
    await expect(triage.getByText('Highlight Dismissed: Hypothetical')).toBeVisible()
    await triage.getByRole('button', { name: 'Undo (Z)' }).click()
    await status(2).toBe('suggested')
  })
  await test.step('the arrows go on without deciding, and back', async () => {
    await shows(2)
    await keyboard.press('ArrowRight')
    await shows(3)
    await keyboard.press('ArrowLeft')
    await shows(2)
    await left(total - 2)
  })
})
