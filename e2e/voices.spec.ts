import { expect, type Page, test } from '@playwright/test'
import type { VoiceNaming } from '#contract/speakers/naming.ts'
import type { Voices, VoiceTurn } from '#contract/speakers/voices.ts'
import { expectAccessible } from './accessible.ts'
import { tabTo } from './keys.ts'
import { reviewable } from './reviewable.ts'
import { makeHeard, makeShared } from './videos.ts'

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

test('Undo clears a name at once, even if an older answer arrives later', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page, 'plain')
  await page.goto(`/sessions/${sessionId}/review`)
  const panel = page.getByRole('region', { name: 'Who is speaking?' })
  const count = panel.getByText(/^\d of \d named$/)
  await expect(count).toHaveText(/^0 of/)
  const people = `**/api/videos/${videoId}/voices/people`
  await panel.getByRole('button', { name: 'Judge' }).first().click()
  await expect(page.getByText('is Judge', { exact: false }).first()).toBeVisible()
  await expect(count).toHaveText(/^1 of/)
  const named = await (await page.request.get(`/api/videos/${videoId}/voices/people`)).text()
  await page.route(people, (route) => route.fulfill({ body: named, contentType: 'application/json' }))
  const undo = Promise.withResolvers<void>()
  await page.route(`**/api/videos/${videoId}/voices/undo`, async (route) => {
    await undo.promise
    await route.continue()
  })
  const read = page.waitForResponse(people)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(count).toHaveText(/^0 of/, { timeout: 1000 })
  undo.resolve()
  await read
  await page.waitForTimeout(500)
  await expect(count).toHaveText(/^0 of/, { timeout: 1000 })
  await page.unroute(people)
})

test('names, splits, merges, and regroups voices by keyboard alone', async ({ page }) => {
  const { sessionId, videoId } = await reviewable(page, 'plain')
  await open(page, sessionId)
  const speakers = page.getByRole('tabpanel', { name: 'Juror' })
  const dialog = page.getByRole('dialog')
  const listLabels = async () => (await readVoices(page, videoId)).voices.map(({ label }) => label)

  await test.step('assign a juror in all videos', async () => {
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

  await test.step('split off a turn spoken by another voice', async () => {
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

  await test.step('merge two voices of one person', async () => {
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

  await test.step('regroup with a set number of voices', async () => {
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

test('numbers said name their own turns, all in one confirmation, and uncertain answers are asked', async ({
  page,
}) => {
  const { sessionId, videoId } = await reviewable(page)
  await makeShared(videoId)
  for (const path of [`/videos/${videoId}`, `/sessions/${sessionId}/review?tab=juror`]) {
    await page.goto(path)
    const skip = page.getByRole('button', { name: 'Skip for now' })
    if (path.startsWith('/sessions')) {
      await skip.click()
      await page.getByRole('tab', { name: 'Juror', exact: true }).click()
    }
    const suggested = page.getByRole('region', { name: 'Suggested jurors' })
    await expect(suggested.getByRole('checkbox', { name: 'Juror 7' })).toBeChecked()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 900 })
    const wide = page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wide).toBe(0)
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  const suggested = page.getByRole('region', { name: 'Suggested jurors' })
  const boxes = suggested.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  await expect(suggested.getByText('“Seven.”')).toBeVisible()
  await expect(suggested.getByText('“(Juror 12 enters.)”')).toBeVisible()
  await expect(suggested.getByRole('checkbox', { name: 'Juror 24' })).not.toBeChecked()
  await expect(suggested.getByText('Could you be fair to both sides?', { exact: false })).toBeVisible()
  await expect(suggested.getByText('Nothing further.', { exact: false })).toBeVisible()

  await suggested.getByRole('button', { name: 'Apply 2 names' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Apply 2 names?' })
  await expect(dialog).toContainText('3 turns and their findings will be assigned to these jurors.')
  const answered = page.waitForResponse(
    (each) => each.url().endsWith('/voices/stretches') && each.request().method() === 'POST',
  )
  await dialog.getByRole('button', { name: 'Apply' }).click()
  const { voices } = (await (await answered).json()) as VoiceNaming
  const named = voices.map(({ label, turns, person }) => [label, turns, person?.jurorNumber ?? null])
  expect(named).toEqual(
    expect.arrayContaining([
      ['JUROR 7', 2, '7'],
      ['JUROR 12', 1, '12'],
      ['JUROR', 2, null],
    ]),
  )
  await expect(page.getByText('2 names applied', { exact: true })).toBeVisible()
  const undone = page.waitForResponse((each) => each.url().endsWith('/voices/undo'))
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  expect((await undone).status()).toBe(200)
})

test('No leaves an uncertain answer unnamed', async ({ page }) => {
  const { videoId } = await reviewable(page)
  await makeShared(videoId)
  await page.goto(`/videos/${videoId}`)
  const no = page.waitForResponse((each) => each.url().endsWith('/voices/people') && each.request().method() === 'PUT')
  await page.getByRole('button', { name: 'A. is Juror 7: No' }).click()
  const left = ((await (await no).json()) as VoiceNaming).voices.find(({ label }) => label === 'A. (Juror 7?)')
  expect(left?.person).toMatchObject({ role: 'unknown', jurorNumber: null })
})
