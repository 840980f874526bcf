import { expect, type Locator, type Page, test } from '@playwright/test'
import { signUpQuickly } from './people.ts'
import { analyzedSample } from './videos.ts'

async function drop(page: Page, files: { name: string; type: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((dropped) => {
    const data = new DataTransfer()
    for (const { name, type } of dropped) data.items.add(new File(['not much'], name, { type }))
    return data
  }, files)
  await page.getByRole('button', { name: /Drop videos here/ }).dispatchEvent('drop', { dataTransfer: transfer })
}

test('accepts only videos and reports failed uploads and deletions', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto('/video-processing')
  await expect(page.getByText('Supports MP4, MOV, AVI, WebM')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Upload \d+ file/ })).toBeHidden()
  await drop(page, [{ name: 'notes.txt', type: 'text/plain' }])
  await expect(page.getByText('Invalid Files', { exact: true })).toBeVisible()
  await expect(page.getByText('Please select only video files.', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Selected files' })).toBeHidden()

  await drop(page, [
    { name: 'day one.mp4', type: 'video/mp4' },
    { name: 'notes.txt', type: 'text/plain' },
    { name: 'day two.mov', type: 'video/quicktime' },
  ])
  const selected = page.getByRole('list', { name: 'Selected files' })
  await expect(selected.getByRole('listitem')).toHaveCount(2)
  await expect(selected).toContainText('8 Bytes')
  const held = Promise.withResolvers<void>()
  await page.route('**/api/videos/upload', async (route) => {
    await held.promise
    await route.abort()
  })
  const upload = page.getByRole('button', { name: 'Upload 2 file(s)' })
  await upload.click()
  await expect(upload).toBeDisabled()
  held.resolve()
  await expect(page.getByText('Upload Failed', { exact: true })).toBeVisible()
  await expect(upload).toBeEnabled()
  await expect(page.getByText('There was an error uploading your videos. Please try again.').first()).toBeVisible()
  await expect(selected.getByRole('listitem')).toHaveCount(2)
})

test("the library shows each video's details and actions", { tag: '@zone' }, async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  await page.goto('/video-processing')
  for (const tile of ['Total', 'Processing', 'Completed', 'Failed']) {
    await expect(page.getByText(tile, { exact: true }).first()).toBeVisible()
  }
  const row = page.getByRole('listitem').filter({ hasText: 'panel-b.mp4' })
  await expect(row).toContainText('Completed')
  await expect(row).toContainText('4.76 MB')
  await expect(row).toContainText(/\d+ speakers/)
  await expect(row.getByText('2:45', { exact: true })).toBeVisible()
  await expect(row.locator('time')).toHaveText(/just now|ago$/)
  await expect(row.getByText(/^(Positive|Negative|Mixed|Neutral)/)).toBeVisible()
  await expect(row.getByRole('progressbar')).toHaveCount(0)
  await expect(row.getByRole('link', { name: /^View/ })).toHaveAttribute('href', `/videos/${videoId}`)
  const saves = async (press: Locator) => {
    const saved = page.waitForEvent('download')
    await press.click()
    return (await saved).suggestedFilename()
  }
  expect(await saves(row.getByRole('link', { name: /^Download/ }))).toBe('panel-b.mp4')
  expect(await saves(row.getByRole('button', { name: /^Export transcript/ }))).toMatch(/panel-b.*\.(txt|vtt)$/)

  await page.goto(`/videos/${videoId}`)
  await expect(page.getByRole('link', { name: 'Back to Library' })).toHaveAttribute('href', '/video-processing')
  for (const card of ['AI Analysis Results', 'Video Information', 'Processing Details', 'Quick Actions']) {
    await expect(page.getByRole('heading', { name: card })).toBeVisible()
  }
  await page.getByRole('heading', { name: 'Video Information' }).click()
  await page.getByRole('heading', { name: 'Processing Details' }).click()
  for (const action of ['Reprocess Analysis', 'Export Transcript', 'Add to Case', 'Delete Video']) {
    await expect(page.getByRole('button', { name: action })).toBeEnabled()
  }
  await expect(page.getByRole('button', { name: 'Export Report' })).toBeVisible()
  await expect(page.getByText('2:45', { exact: true }).first()).toBeVisible()
  expect(await saves(page.getByRole('link', { name: 'Download', exact: true }))).toBe('panel-b.mp4')
  for (const fact of ['File name', 'Original name', 'File size', 'Provider', 'Job ID', 'Started']) {
    await expect(page.getByText(fact, { exact: true })).toBeVisible()
  }
  const tabs = page.getByRole('tablist', { name: 'AI analysis results' })
  await expect(tabs.getByRole('tab')).toHaveText(['Overview', 'Transcript', 'Speakers', 'Insights'])
  await expect(page.getByRole('tabpanel')).toContainText('EN')
  expect(await saves(page.getByRole('button', { name: 'Export Transcript' }))).toMatch(/panel-b.*\.(txt|vtt)$/)

  await page.getByRole('button', { name: 'Add Annotation' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Category').locator('option')).toHaveText([
    'Select category',
    'Bias',
    'Hardship',
    'Objection',
    'Key Statement',
    'General Note',
  ])
  await expect(dialog.getByLabel('Severity').locator('option')).toHaveText([
    'Select severity',
    'Low',
    'Medium',
    'High',
    'Critical',
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Add to Case' }).click()
  await expect(page.getByRole('dialog', { name: 'Add to Case' }).getByLabel('Case')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Reprocess Analysis' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reprocess' }).click()
  await page.getByRole('button', { name: 'Cancel analysis' }).click()
  await expect(page.getByRole('button', { name: 'Reprocess Analysis' })).toBeVisible()

  await page.goto('/video-processing')
  await row.getByRole('button', { name: 'Delete panel-b.mp4' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete video' }).click()
  await expect(row).toHaveCount(0)
})

test('lists what was left out of an attached transcript', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  const text = `THE COURT: Any trouble?
JUROR NO. 3: No, Your Honor.
THE COURT: Thank you.
CERTIFICATE
I certify that the foregoing transcript is correct.
`
  await page.request.put(`/api/videos/${videoId}/transcript`, { data: { name: 'day.txt', text } })
  await page.goto(`/videos/${videoId}`)
  await page.getByText('Left out of the transcript').click()
  const words = page.getByText('I certify that the foregoing transcript is correct.')
  await expect(words).toBeHidden()
  await page.getByText('Certificate, 2 lines').click()
  await expect(words).toBeVisible()
})

test('shows a page for a video without data and for a missing one', async ({ page }) => {
  await signUpQuickly(page)
  const videoId = await analyzedSample(page)
  const known = (await (await page.request.get(`/api/videos/${videoId}`)).json()) as {
    createdAt: string
    duration: number
  }
  let status = 'processing'
  const held = Promise.withResolvers<void>()
  await page.route(`**/api/videos/${videoId}?brief=true`, async (route) => {
    await held.promise
    await route.fulfill({ json: { ...known, status, progress: 40, duration: null, analysis: null } })
  })
  await page.goto(`/videos/${videoId}`)
  const skeleton = page.locator('#main').getByRole('status').filter({ hasText: 'Loading' })
  await expect(skeleton.locator('[aria-hidden=true]')).toHaveCount(4)
  await expect(page.getByRole('heading', { name: 'panel-b.mp4' })).toHaveCount(0)
  held.resolve()
  await expect(page.getByRole('heading', { name: 'panel-b.mp4', level: 1 })).toBeVisible()
  await expect(skeleton).toHaveCount(0)
  const head = page
    .locator('#main div')
    .filter({ has: page.getByRole('heading', { level: 1 }) })
    .last()
  await expect(page.getByRole('link', { name: 'Back to Library' })).toHaveAttribute('href', '/video-processing')
  for (const fact of ['Processing', '4.76 MB', 'Unknown duration']) await expect(head).toContainText(fact)
  await expect(head.locator('time')).toHaveAttribute('datetime', known.createdAt)
  await expect(page.getByRole('tabpanel').getByText('Analysis in progress...')).toBeVisible()
  await expect(page.getByText('Unknown duration').first()).toBeVisible()
  await expect(page.getByText('40%').first()).toBeVisible()
  status = 'failed'
  await page.reload()
  await expect(page.getByText('No analysis available')).toBeVisible()
  await expect(page.getByText('No transcript available').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Transcript' }).click()
  await expect(page.getByRole('tabpanel').getByText('No transcript available')).toBeVisible()
  await page.getByRole('tab', { name: 'Speakers' }).click()
  await expect(page.getByText('No speaker data available')).toBeVisible()
  await page.getByRole('tab', { name: 'Insights' }).click()
  await expect(page.getByText('No insights available')).toBeVisible()
  await expect(page.getByText('No annotations yet')).toBeVisible()
  await expect(page.getByText('Add annotations to mark important moments')).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  const lasts = Math.floor(known.duration)
  await expect(head).toContainText(`${Math.floor(lasts / 60)}:${String(lasts % 60).padStart(2, '0')}`)
  await expect(page.getByRole('tabpanel').getByText('EN', { exact: true })).toBeVisible()

  await page.goto('/videos/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Video Not Found' })).toBeVisible()
  await expect(
    page.getByText("The video you're looking for doesn't exist or you don't have access to it."),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Back to Video Library' }).click()
  await expect(page).toHaveURL(/\/video-processing$/)
  const picker = page.locator('input[type=file]')
  await expect(picker).toHaveAttribute('accept', 'video/*')
  await expect(picker).toHaveJSProperty('multiple', true)
})

test('shows the frame at the displayed time before playback', async ({ page }) => {
  await signUpQuickly(page)
  await page.goto(`/videos/${await analyzedSample(page)}`)
  await expect(page.getByTestId('clock')).toHaveText(/^0:00/)
  const video = page.locator('video')
  const picture = () =>
    video.evaluate((element: HTMLVideoElement) => [element.poster, element.currentTime, element.readyState >= 2])
  await expect.poll(picture).toEqual(['', 0, true])
})
