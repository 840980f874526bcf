import { type Page, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import type { Account } from '#contract/account/auth.ts'

export const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

/** Asks the door of the tests beside the platform (`server.ts`). */
async function ask(path: string): Promise<string> {
  const url = new URL(path, test.info().project.use.baseURL)
  url.port = String(Number(url.port) + 1)
  const answer = await fetch(url, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

/** The sample with its results, as a video of the person who is signed in; answers its id. */
export async function analysedSample(page: Page): Promise<string> {
  const { userId, firmId } = (await (await page.request.get('/api/auth/account')).json()) as Account
  return ask(`/sample?userId=${userId}&firmId=${firmId}`)
}

/** Puts a day of 10,000 turns and 300 findings, or of this size, in the place of what was found in a video. */
export const makeLong = (videoId: string, size?: { turns: number; findings: number }): Promise<string> =>
  ask(`/long/${videoId}${size ? `?turns=${size.turns}&findings=${size.findings}` : ''}`)

/** Puts three voices that were told apart by ear in the place of what was found in a video. */
export const makeHeard = (videoId: string): Promise<string> => ask(`/heard/${videoId}`)

/** Flips one byte of the stored original of a video, and has it checked. */
export const changeOriginal = (videoId: string): Promise<string> => ask(`/changed/${videoId}`)
