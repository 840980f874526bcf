import { expect, test } from '@playwright/test'
import { signUp } from './people.ts'
import { sample } from './videos.ts'

test('sign up, upload, watch the analysis, play, annotate, edit, delete', async ({ page }) => {
  // Start waiting before the first key press so the file chooser event isn't missed.
  const choosing = page.waitForEvent('filechooser')
  await signUp(page)
  await page.goto('/video-processing')
  await expect(page.getByText('No videos uploaded yet. Start by uploading your first video.')).toBeVisible()

  await test.step('upload', async () => {
    await page.keyboard.press('u')
    const chooser = await choosing
    await chooser.setFiles(sample)
    await expect(page.getByRole('list', { name: 'Selected files' })).toContainText('4.76 MB')
    await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
    await expect(page.getByText('Upload Started', { exact: true })).toBeVisible()
    await expect(
      page.getByText('Your videos are being uploaded and will be processed automatically.').first(),
    ).toBeVisible()
    await expect(page.getByRole('list', { name: 'Selected files' })).toBeHidden()
  })

  await test.step('watch it complete', async () => {
    await expect(page.getByRole('progressbar', { name: /voir-dire\.mp4/ }).first()).toBeVisible()
    await page.getByRole('link', { name: 'View voir-dire.mp4' }).click({ timeout: 90_000 })
    await expect(page.getByRole('heading', { name: 'voir-dire.mp4', level: 1 })).toBeVisible()
    await expect(page.getByText('Completed').first()).toBeVisible()
  })

  await test.step('play: frames advance and the transcript follows', async () => {
    const video = page.locator('video')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(2)
    const frames = await video.evaluate(
      (element: HTMLVideoElement) => element.getVideoPlaybackQuality().totalVideoFrames,
    )
    expect(frames).toBeGreaterThan(10)
    await expect(page.locator('[aria-current="true"]')).toContainText('Good morning')
    await expect(page.locator('[data-current]')).toHaveCount(1)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect(page.getByText(/^\d+:\d\d \/ \d+:\d\d$/)).toBeVisible()
  })

  await test.step('a click on a word goes to within 0.1 s of it', async () => {
    const word = page.locator('[data-word]', { hasText: /^paid/ }).first()
    const asked = Number(await word.getAttribute('data-seconds'))
    await word.click()
    const video = page.locator('video')
    await expect
      .poll(async () => Math.abs((await video.evaluate((element: HTMLVideoElement) => element.currentTime)) - asked))
      .toBeLessThan(0.1)
    await expect(page.locator('[data-current]')).toHaveText(await word.innerText())
  })

  await test.step('annotate', async () => {
    await page.getByRole('button', { name: 'Add Annotation' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Add Annotation' })).toBeDisabled()
    await dialog.getByLabel('Title').fill('No pay while serving')
    await dialog.getByLabel('Category').selectOption('Hardship')
    await dialog.getByLabel('Severity').selectOption('High')
    await dialog.getByLabel('Tags').fill('pay, , sole earner')
    await dialog.getByLabel('End Time').fill('1')
    await dialog.getByRole('button', { name: 'Add Annotation' }).click()
    await expect(dialog.getByText('End time must be after start time.').first()).toBeVisible()
    await dialog.getByLabel('Start Time').fill('61')
    await dialog.getByLabel('End Time').fill('65')
    await dialog.getByLabel('Description').fill('Her employer pays one week.')
    await dialog.getByRole('button', { name: 'Add Annotation' }).click()
    await expect(page.getByText('Annotation Created', { exact: true })).toBeVisible()
    await expect(page.getByText('The annotation has been added successfully.', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Annotations (1)' })).toBeVisible()
    const annotation = page.getByRole('listitem').filter({ hasText: 'No pay while serving' })
    for (const fact of ['No pay while serving', '1:01 – 1:05', 'Her employer pays one week.', 'pay', 'sole earner']) {
      await expect(annotation.getByText(fact, { exact: true }), fact).toBeVisible()
    }
    for (const fact of ['High', 'Hardship']) await expect(annotation).toContainText(fact)
  })

  await test.step('edit', async () => {
    await page.getByRole('button', { name: 'Edit No pay while serving' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Sole income')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Annotation Updated', { exact: true })).toBeVisible()
    await expect(page.getByText('The annotation has been updated successfully.', { exact: true })).toBeVisible()
    await expect(page.getByText('Sole income', { exact: true })).toBeVisible()
  })

  await test.step('delete the annotation', async () => {
    await page.getByRole('button', { name: 'Delete Sole income' }).click()
    await page.getByRole('button', { name: 'Delete annotation' }).click()
    await expect(page.getByText('Annotation Deleted', { exact: true })).toBeVisible()
    await expect(page.getByText('The annotation has been removed successfully.', { exact: true })).toBeVisible()
    await expect(page.getByText('Add annotations to mark important moments')).toBeVisible()
  })

  await test.step('delete the video', async () => {
    await page.getByRole('button', { name: 'Delete Video' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete video' }).click()
    await expect(page.getByText('Video Deleted', { exact: true })).toBeVisible()
    await expect(page.getByText('The video has been successfully removed.', { exact: true })).toBeVisible()
    await expect(page).toHaveURL(/\/video-processing/)
    await expect(page.getByText('No videos uploaded yet. Start by uploading your first video.')).toBeVisible()
  })
})
