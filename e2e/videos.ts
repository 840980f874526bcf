import { expect, type Page } from '@playwright/test'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { UploadResult } from '#contract/uploads.ts'
import type { VideoDetail } from '#contract/videos.ts'

export const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

/** Uploads the sample by the call alone and waits for its analysis; answers its id. */
export async function analysedSample(page: Page): Promise<string> {
  const file = { name: 'panel-b.mp4', mimeType: 'video/mp4', buffer: await readFile(sample) }
  const response = await page.request.post('/api/videos/upload', { multipart: { videos: file } })
  const { videos } = (await response.json()) as UploadResult
  const { id } = videos[0]!
  await expect
    .poll(async () => ((await (await page.request.get(`/api/videos/${id}`)).json()) as VideoDetail).status, {
      timeout: 90_000,
      intervals: [500],
    })
    .toBe('completed')
  return id
}
