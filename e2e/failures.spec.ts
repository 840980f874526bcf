import { expect, type Page, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'
import { analyzedSample } from './videos.ts'

const failing = (page: Page, path: string, method: string) =>
  page.route(path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, body: 'The disk is gone.' }) : route.fallback(),
  )

/** Don't use getByRole, because it can't see the rest of the page while a dialog is open. */
const countToasts = (page: Page) => page.locator('[role=region][aria-label^=Notification] li').count()

test('a failed deletion shows its reason in the dialog, without a toast', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await failing(page, `**/api/videos/${videoId}`, 'DELETE')
  await page.goto(`/videos/${videoId}`)
  await page.getByRole('button', { name: 'Delete Video' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Delete video' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Delete failed500: The disk is gone.')
  expect(await countToasts(page)).toBe(0)
})

test("an annotation that can't be saved stays in its dialog unchanged", async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await failing(page, `**/api/videos/${videoId}/annotations`, 'POST')
  await page.goto(`/videos/${videoId}`)
  await page.getByRole('button', { name: 'Add Annotation' }).click()
  const dialog = page.getByRole('dialog')
  for (const [field, choices] of [
    ['Category', ['Select category', 'Bias', 'Hardship', 'Objection', 'Key Statement', 'General Note']],
    ['Severity', ['Select severity', 'Low', 'Medium', 'High', 'Critical']],
  ] as const) {
    await expect(dialog.getByLabel(field).getByRole('option')).toHaveText([...choices])
  }
  await dialog.getByLabel('Title').fill('No pay while serving')
  await dialog.getByLabel('End Time').fill('soon')
  await dialog.getByRole('button', { name: 'Add Annotation' }).click()
  for (const [field, sentence] of [
    ['End Time', 'Enter the end time in seconds or minutes and seconds, such as 90 or 1:30.'],
    ['Category', 'Select a category.'],
    ['Severity', 'Select a severity.'],
  ] as const) {
    await expect(dialog.getByLabel(field)).toHaveAccessibleDescription(sentence)
  }
  await expect(dialog.getByLabel('End Time')).toBeFocused()
  await dialog.getByLabel('End Time').fill('')
  await dialog.getByLabel('Category').selectOption('Hardship')
  await dialog.getByLabel('Severity').selectOption('High')
  await dialog.getByRole('button', { name: 'Add Annotation' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('500: The disk is gone.')
  await expect(dialog.getByLabel('Title')).toHaveValue('No pay while serving')
})

test('a failed notification update is only logged', async ({ page }) => {
  const logged: string[] = []
  page.on('console', (message) => void logged.push(message.text()))
  await signUpQuickly(page)
  const notice = {
    id: '00000000-0000-4000-8000-000000000000',
    type: 'info',
    category: 'system',
    title: 'News',
    message: 'Something happened.',
    read: false,
    timestamp: new Date().toISOString(),
    actionUrl: null,
    actionLabel: null,
  }
  await page.route('**/api/notifications', (route) => route.fulfill({ json: [notice] }))
  await failing(page, '**/api/notifications/read-all', 'PATCH')
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect.poll(() => logged.some((text) => text.includes('The disk is gone.'))).toBe(true)
  expect(await countToasts(page)).toBe(0)
})
