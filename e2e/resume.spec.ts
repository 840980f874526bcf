import { expect, test } from '@playwright/test'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VideoSummary } from '#contract/videos/videos.ts'
import { openLine } from './line.ts'
import { signUpQuickly } from './people.ts'
import { sample } from './videos.ts'

const paddingBytes = 40 * 1024 * 1024

test('an upload survives two disconnects and a reload byte for byte', async ({ page, baseURL }) => {
  const folder = await mkdtemp(join(tmpdir(), 'venire-resume-'))
  const path = join(folder, 'long voir dire.mp4')
  // Players skip this box, so it only makes the sample larger.
  const header = Buffer.from([0, 0, 0, 0, ...Buffer.from('free')])
  header.writeUInt32BE(paddingBytes + 8)
  const bytes = Buffer.concat([await readFile(sample), header, randomBytes(paddingBytes)])
  await writeFile(path, bytes)

  await signUpQuickly(page)
  const line = await openLine(baseURL ?? '')
  line.slowTo(8 * 1024 * 1024)
  await page.goto(`${line.url}/video-processing`)
  const sent = async () =>
    Number(
      await page
        .getByRole('progressbar', { name: /^Uploading long/ })
        .first()
        .getAttribute('aria-valuenow'),
    )

  await page.getByLabel('Choose videos').setInputFiles(path)
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
  for (const percent of [10, 30]) {
    await expect.poll(sent, { intervals: [50] }).toBeGreaterThan(percent)
    line.cut()
    await page.waitForTimeout(700)
    line.mend()
  }
  await expect.poll(sent, { intervals: [50] }).toBeGreaterThan(45)

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByText('Unfinished uploads')).toBeVisible()
  await page.getByLabel('Choose videos').setInputFiles(path)
  await page.getByRole('button', { name: 'Upload 1 file(s)' }).click()
  await expect.poll(sent, { intervals: [20] }).toBeGreaterThan(40)
  line.slowTo(null)
  await expect(page.getByRole('list', { name: 'Selected files' })).toBeHidden({ timeout: 60_000 })

  const videos = (await (await page.request.get('/api/videos')).json()) as VideoSummary[]
  expect(videos.map((each) => each.filename)).toEqual(['long voir dire.mp4'])
  const download = await (await page.request.get(`/api/videos/${videos[0]!.id}/download`)).body()
  expect(createHash('sha256').update(download).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
  await line.close()
  await rm(folder, { recursive: true })
})
