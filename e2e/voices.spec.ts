import { expect, type Page, test } from '@playwright/test'
import type { Voices } from '#contract/speakers/voices.ts'
import { expectAccessible } from './accessible.ts'
import { tabTo } from './keys.ts'
import { reviewable } from './reviewable.ts'
import { makeHeard } from './videos.ts'

test.describe.configure({ timeout: 240_000 })

const readVoices = async (page: Page, videoId: string): Promise<Voices> =>
  (await (await page.request.get(`/api/videos/${videoId}/voices`)).json()) as Voices
const press = async (page: Page, name: string): Promise<void> => {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
const open = async (page: Page, sessionId: string): Promise<void> => {
  await page.goto(`/sessions/${sessionId}/review`)
  await page.getByRole('tab', { name: 'Juror', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Regroup voices' })).toBeVisible()
}

test('names, splits, merges, and regroups voices by keyboard alone', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeHeard(videoId)
  await open(page, sessionId)
  const speakers = page.getByRole('tabpanel', { name: 'Juror' })
  const dialog = page.getByRole('dialog')
  await expect(speakers.getByText('Overlapping speech isn’t detected', { exact: false })).toBeVisible()
  await expectAccessible(page)

  await test.step('what fits no voice can be neither assigned nor joined', async () => {
    await expect(speakers.getByRole('button', { name: 'Unidentified: Assign' })).toHaveCount(0)
    await press(page, 'Unidentified: Turns')
    await expect(dialog).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Merge' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('assign the juror whose number was said, in all videos', async () => {
    await press(page, 'Voice 2: Assign')
    await expect(
      dialog.getByText('This voice may be juror 12, based on a number spoken aloud.', { exact: false }),
    ).toBeVisible()
    await expectAccessible(page)
    await press(page, 'Choose juror 12')
    await tabTo(page, 'Apply to all videos in this session')
    await page.keyboard.press('Space')
    await press(page, 'Assign')
    await expect(dialog).toBeHidden()
    await expect(speakers.getByText('Juror 12', { exact: true }).first()).toBeVisible()
  })

  await test.step('split: one turn is another voice’s', async () => {
    await press(page, 'Voice 1: Turns')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, '“And is there anybody who knows the parties?”')
    await page.keyboard.press('Space')
    await press(page, 'Assign 1 turn')
    await expect
      .poll(async () => (await readVoices(page, videoId)).voices.map(({ label }) => label))
      .toContain('voice-4')
    await page.keyboard.press('Escape')
    await expect(speakers.getByText('Voice 4', { exact: true })).toBeVisible()
  })

  await test.step('merge: two voices are one person', async () => {
    await press(page, 'Voice 4: Turns')
    await tabTo(page, 'Merge Voice 4 with')
    await page.keyboard.type('Voice 1')
    await press(page, 'Merge')
    await expect(dialog).toBeHidden()
    await expect(speakers.getByText('Voice 4', { exact: true })).toBeHidden()
    expect((await readVoices(page, videoId)).voices.find(({ label }) => label === 'voice-1')?.turns).toBe(4)
  })

  await test.step('group anew with a number', async () => {
    await tabTo(page, 'Number of speakers (optional)')
    await page.keyboard.type('3')
    await press(page, 'Regroup')
    await expect(page.getByText('Grouping voices. This list updates automatically.')).toBeVisible()
    expect(await readVoices(page, videoId)).toMatchObject({ count: 3 })
    await page.request.post(`/api/videos/${videoId}/cancel`)
  })
})

test('the voices fit a phone', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeHeard(videoId)
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, sessionId)
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await wide()).toBe(0)
  await page.getByRole('button', { name: 'Voice 1: Turns' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await wide()).toBe(0)
  await expectAccessible(page)
})
