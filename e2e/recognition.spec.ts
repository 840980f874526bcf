import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'
import { sample } from './videos.ts'

const run = promisify(execFile)

test('the built-in recognizer transcribes a video without a transcript', async ({ page }, info) => {
  const plain = info.outputPath('plain.mp4')
  await run('ffmpeg', ['-v', 'error', '-i', sample, '-map', '0:v', '-map', '0:a', '-t', '30', '-c', 'copy', plain])
  await signUpQuickly(page)
  await page.goto('/video-processing')
  await page.locator('input[type=file]').setInputFiles(plain)
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
  await page.getByRole('link', { name: 'View plain.mp4' }).click({ timeout: 90_000 })
  await expect(page.getByText('Completed').first()).toBeVisible()

  const words = page.locator('[data-word]')
  await expect(words.filter({ hasText: /^hardship$/ }).first()).toBeVisible()
  await expect(page.getByText('check its transcript against the recording')).toBeVisible()
  await test.step('shows recognition confidence and doesn’t take anyone for a juror', async () => {
    await expect(page.getByText('Confidence', { exact: true }).locator('..')).toContainText(/^Confidence[1-9]\d?%$/)
    await expect(page.getByText('No speaker is identified as a juror yet.')).toBeVisible()
  })
})

test('an audio file is a recording of its own, with its waveform in place of a picture', async ({ page }, info) => {
  const sound = info.outputPath('hearing.flac')
  await run('ffmpeg', ['-v', 'error', '-i', sample, '-map', '0:a', '-t', '10', sound])
  await signUpQuickly(page)
  await page.goto('/video-processing')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose audio files' }).click()
  await (await chooser).setFiles(sound)
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
  await page.getByRole('link', { name: 'View hearing.flac' }).click({ timeout: 90_000 })
  const picture = page.getByTestId('sound-picture')
  await expect(picture).toContainText('Audio only')
  await expect(picture.locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect(page.getByTestId('clock')).toContainText(/0:0[1-9] \/ 0:10/)
})
