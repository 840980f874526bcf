import { expect, type Page, test } from '@playwright/test'
import type { Voices, VoiceTurn } from '#contract/speakers/voices.ts'
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
  await page.getByRole('button', { name: 'Skip for now' }).click()
  await page.getByRole('tab', { name: 'Juror', exact: true }).click()
  await expect(page.getByRole('form', { name: 'Regroup voices' })).toBeVisible()
}

test('offers no name for unidentified turns, and proposes a number spoken aloud', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeHeard(videoId)
  await open(page, sessionId)
  const speakers = page.getByRole('tabpanel', { name: 'Juror' })
  const dialog = page.getByRole('dialog')
  await expect(speakers.getByText('Overlapping speech isn’t detected', { exact: false })).toBeVisible()
  await expectAccessible(page)
  await expect(speakers.getByRole('button', { name: 'Unidentified: Assign' })).toHaveCount(0)
  await press(page, 'Unidentified: Turns')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Merge' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Voice 2: Assign' }).click()
  await expect(
    dialog.getByText('This voice may be juror 12, based on a number spoken aloud.', { exact: false }),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Choose juror 12' })).toBeVisible()
})

test('names, splits, merges, and regroups voices by keyboard alone', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page, 'plain')
  await open(page, sessionId)
  const speakers = page.getByRole('tabpanel', { name: 'Juror' })
  const dialog = page.getByRole('dialog')
  const listLabels = async () => (await readVoices(page, videoId)).voices.map(({ label }) => label)

  await test.step('assign a juror, in all videos', async () => {
    await press(page, 'Voice 2: Assign')
    await tabTo(page, 'Role')
    await page.keyboard.type('Juror')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Juror 12')
    await tabTo(page, 'Apply to all videos in this session')
    await page.keyboard.press('Space')
    await expectAccessible(page)
    await press(page, 'Assign')
    await expect(dialog).toBeHidden()
    await expect(speakers.getByText('Juror 12', { exact: true }).first()).toBeVisible()
  })

  await test.step('split: one turn is another voice’s', async () => {
    await press(page, 'Voice 1: Turns')
    await expect(dialog).toBeVisible()
    await expectAccessible(page)
    await tabTo(page, '“Can anyone else cover your route?”')
    await page.keyboard.press('Space')
    await press(page, 'Assign 1 turn')
    await expect.poll(listLabels).toContain('voice-8')
    await page.keyboard.press('Escape')
    await expect(speakers.getByText('Voice 8', { exact: true })).toBeVisible()
    await expect.poll(async () => (await readVoices(page, videoId)).isBusy, { timeout: 60_000 }).toBe(false)
    await expect(speakers.getByText('Grouping voices.', { exact: false })).toBeHidden()
  })

  await test.step('merge: two voices are one person', async () => {
    await press(page, 'Voice 8: Turns')
    await tabTo(page, 'Merge Voice 8 with')
    await page.keyboard.type('Voice 1')
    await press(page, 'Merge')
    await expect(dialog).toBeHidden()
    await expect(speakers.getByText('Voice 8', { exact: true })).toBeHidden()
    await expect.poll(async () => (await readVoices(page, videoId)).isBusy, { timeout: 60_000 }).toBe(false)
    const response = await page.request.get(`/api/videos/${videoId}/voices/turns?label=voice-1`)
    const texts = ((await response.json()) as VoiceTurn[]).map(({ text }) => text)
    expect(texts).toContain('Can anyone else cover your route?')
  })

  await test.step('group anew with a number', async () => {
    await tabTo(page, 'Number of speakers (optional)')
    await page.keyboard.type('3')
    await press(page, 'Regroup')
    await expect(page.getByText('Grouping voices. This list updates automatically.')).toBeVisible()
    expect(await readVoices(page, videoId)).toMatchObject({ count: 3 })
    await expect.poll(async () => (await readVoices(page, videoId)).voices.length, { timeout: 60_000 }).toBe(3)
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

test('a suggested juror is confirmed where the voices are listed', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeHeard(videoId)
  await open(page, sessionId)
  const suggested = page.getByRole('region', { name: 'Suggested jurors' })
  await expect(suggested).toBeVisible()
  const question = await suggested.locator('p.font-medium').first().innerText()
  await suggested.getByRole('button', { name: `${question}: Yes` }).click()
  await expect(suggested.getByText(question, { exact: true })).toBeHidden()
  await expect(page.getByText(/^Identified by/).first()).toBeVisible()
})
