import { expect, type Page, test } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import type { Notification } from '#contract/operations/notifications.ts'
import type { UploadResult } from '#contract/videos/uploads.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { expectAccessible } from './accessible.ts'
import { signUpQuickly } from './people.ts'
import { sample } from './videos.ts'

async function completedUpload(page: Page): Promise<string> {
  const buffer = await readFile(sample)
  const answer = await page.request.post('/api/videos/upload', {
    multipart: { videos: { name: 'panel-b.mp4', mimeType: 'video/mp4', buffer } },
  })
  const { id } = ((await answer.json()) as UploadResult).videos[0]!
  const status = async () => ((await (await page.request.get(`/api/videos/${id}`)).json()) as VideoDetail).status
  await expect.poll(status, { timeout: 90_000, intervals: [200] }).toBe('completed')
  return id
}

const openPanel = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  return page.getByRole('dialog', { name: 'Notifications' })
}

test('the panel shows loading, then empty, and closes', async ({ page }) => {
  await signUpQuickly(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/notifications', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard')
  const panel = await openPanel(page)
  await expect(panel.getByRole('status').getByText('Loading')).toBeAttached()
  await expect(panel.getByText('No notifications')).toBeHidden()
  held.resolve()
  await expect(panel.getByText('No notifications')).toBeVisible()
  await expect(panel.getByRole('status')).toHaveCount(0)
  await expect(panel.getByRole('heading', { name: 'Notifications' })).toBeVisible()
  await expect(panel.getByText("You're all caught up!")).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeFocused()
})

test('announces a completed video live; the notification can be read, opened, and deleted', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/dashboard')
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  const videoId = await completedUpload(page)
  await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({ timeout: 5000 })
  await openPanel(page)
  await expect(panel.getByText('1 new')).toBeVisible()
  await expect(panel.getByText(/panel-b\.mp4 is ready for review with \d+ findings?\./)).toBeVisible()
  await expect(panel.getByText(/just now|ago/)).toBeVisible()
  await panel.getByRole('button', { name: /^Unread/ }).click()
  await expect(panel.getByText('1 new')).toBeHidden()
  for (const [actionLabel, shown] of [
    ['Watch', 'Watch'],
    [null, 'View'],
  ] as const) {
    await page.unrouteAll({ behavior: 'wait' })
    await page.route('**/api/notifications', async (route) => {
      const answer = await route.fetch()
      const found = (await answer.json()) as Notification[]
      await route.fulfill({ response: answer, json: found.map((each) => ({ ...each, actionLabel })) })
    })
    await page.reload()
    await openPanel(page)
    await expect(panel.getByRole('button', { name: shown, exact: true })).toBeVisible()
  }
  await panel.getByRole('button', { name: 'View' }).click()
  await expect(page).toHaveURL(new RegExp(`/videos/${videoId}$`))
  await expect(panel).toBeHidden()

  await openPanel(page)
  await panel.getByRole('button', { name: 'Delete Video analysis completed' }).click()
  await expect(panel.getByText('No notifications')).toBeVisible()
})

test('marks all read and mutes a category; axe finds no problems in the open panel', async ({ page }) => {
  await signUpQuickly(page)
  await completedUpload(page)
  await page.goto('/dashboard')
  const panel = await openPanel(page)
  await panel.getByRole('button', { name: 'Mark all read' }).click()
  await expect(panel.getByRole('button', { name: 'Mark all read' })).toBeDisabled()
  await panel.getByRole('button', { name: 'Notification settings' }).click()
  await expect(panel.getByLabel('Videos')).toBeVisible()
  await expectAccessible(page)
  await panel.getByLabel('Videos').click()
  await expect(panel.getByLabel('Videos')).not.toBeChecked()
  await expect
    .poll(async () => (await page.request.get('/api/notifications/settings')).json())
    .toMatchObject({ muted: ['video'] })
})
