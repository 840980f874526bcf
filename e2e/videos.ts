import { type Page, test } from '@playwright/test'
import { fileURLToPath } from 'node:url'
import type { SampleKind } from './sample.ts'
import type { Account } from '#contract/account/auth.ts'

export const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))

async function ask(path: string): Promise<string> {
  const url = new URL(path, test.info().project.use.baseURL)
  url.port = String(Number(url.port) + 1)
  const answer = await fetch(url, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}

async function describeOwner(page: Page): Promise<string> {
  const { userId, firmId } = (await (await page.request.get('/api/auth/account')).json()) as Account
  return `userId=${userId}&firmId=${firmId}`
}

export const analyzedSample = async (page: Page, kind: SampleKind = 'captioned'): Promise<string> =>
  ask(`/sample?${await describeOwner(page)}${kind === 'plain' ? '&plain=yes' : ''}`)
export const makeMany = async (page: Page, count: number): Promise<string> =>
  ask(`/many/${count}?${await describeOwner(page)}`)

export const makeLong = (
  videoId: string,
  size?: { turns: number; findings: number; opinions?: number },
): Promise<string> =>
  ask(`/long/${videoId}${size ? `?turns=${size.turns}&findings=${size.findings}&opinions=${size.opinions ?? 0}` : ''}`)

export const makeDemoFirm = (firmId: string): Promise<string> => ask(`/demo/${firmId}`)
export const makeHeard = (videoId: string): Promise<string> => ask(`/heard/${videoId}`)
export const makeShared = (videoId: string): Promise<string> => ask(`/shared/${videoId}`)

export const changeOriginal = (videoId: string): Promise<string> => ask(`/changed/${videoId}`)
