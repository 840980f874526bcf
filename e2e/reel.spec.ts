import { expect, test } from '@playwright/test'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Reel } from '#contract/highlights/reels.ts'
import { expectAccessible } from './accessible.ts'
import { tabTo } from './keys.ts'
import { reviewable } from './reviewable.ts'

const run = promisify(execFile)

test.describe.configure({ timeout: 300_000 })

test('builds a reel by keyboard and by dragging, and exports it as a film', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/highlights`)
  const add = page.getByRole('button', { name: 'Add to reel' })
  await expect(add.first()).toBeVisible()
  for (let count = 1; count <= 3; count++) {
    await add.first().click()
    await expect(page.getByRole('button', { name: `Reel (${count})` })).toBeVisible()
  }
  const order = async () => {
    const { highlights } = (await (await page.request.get(`/api/sessions/${sessionId}/reel`)).json()) as Reel
    return highlights.map(({ id }) => id)
  }
  await expect.poll(async () => (await order()).length).toBe(3)
  const [first, second, third] = (await order()) as [string, string, string]

  await page.getByRole('button', { name: 'Reel (3)' }).click()
  const list = page.getByRole('list', { name: 'Reel clips' })
  await expect(list.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)
  await test.step('reorder with the keyboard', async () => {
    await list.getByRole('listitem').nth(2).getByRole('button', { name: / up$/ }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(order).toEqual([first, third, second])
    await expect(page.getByText(/ is now 2 of 3\.$/)).toBeAttached()
  })
  await test.step('reorder by dragging', async () => {
    const findHandle = async (at: number) =>
      (await list.getByRole('listitem').nth(at).locator('svg').first().boundingBox())!
    const [from, to] = [await findHandle(0), await findHandle(2)]
    await page.mouse.move(from.x + 5, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y + 5, { steps: 12 })
    await page.mouse.up()
    await expect.poll(order).toEqual([third, second, first])
  })
  await test.step('remove a clip', async () => {
    await list
      .getByRole('button', { name: / from the reel$/ })
      .nth(1)
      .click()
    await expect.poll(order).toEqual([third, first])
  })

  await tabTo(page, 'Export reel')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Export reel' })
  await expect(dialog.getByText('Uses the 2 highlights you selected.')).toBeVisible()
  await expect(dialog.getByText(/About .* of video, 2 items/)).toBeVisible()
  await dialog.getByLabel('Seconds before and after').fill('0')
  await dialog.getByLabel('Captions').selectOption('Burned in')
  await dialog.getByRole('button', { name: 'Create export' }).click()
  const row = dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem').first()
  await expect(row).toContainText('Ready', { timeout: 200_000 })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    row.getByRole('link', { name: 'Download' }).click(),
  ])
  const folder = await mkdtemp(join(tmpdir(), 'venire-reel-'))
  try {
    const film = join(folder, 'reel.mp4')
    await download.saveAs(film)
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-show_entries',
      'stream=codec_name',
      '-of',
      'csv=p=0',
      film,
    ])
    expect(stdout.trim().split('\n').slice(0, 2)).toEqual(['h264', 'aac'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('orders a clip of one highlight from the review room', async ({ page }) => {
  const { sessionId } = await reviewable(page)
  await page.goto(`/sessions/${sessionId}/review`)
  const rail = page.getByRole('list', { name: 'Highlights' })
  await rail.getByRole('button', { expanded: false }).first().click()
  await rail.getByRole('button', { name: 'More actions' }).first().click()
  await rail.getByRole('button', { name: 'Export this clip' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Export clip' })
  await expect(dialog.getByLabel('Template')).toHaveValue('highlight_clip')
  await expect(dialog.getByText('Uses the highlight you selected.')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create export' }).click()
  const row = dialog.getByRole('list', { name: 'Exports' }).getByRole('listitem').first()
  await expect(row).toContainText('Clip', { timeout: 30_000 })
  await expect(row).toContainText('Ready', { timeout: 200_000 })
})
