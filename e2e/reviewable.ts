import { expect, type Page } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { signUpQuickly } from './people.ts'
import type { SampleKind } from './sample.ts'
import { analyzedSample } from './videos.ts'

type Reviewable = { sessionId: string; videoId: string; caseId: string }

export async function reviewable(page: Page, kind: SampleKind = 'captioned'): Promise<Reviewable> {
  await signUpQuickly(page)
  const data = { title: 'State v. Example', caseNumber: `R-${Math.round(performance.now())}` }
  const { id: caseId } = (await (await page.request.post('/api/cases', { data })).json()) as CaseSummary
  await page.request.put(`/api/cases/${caseId}/recording-permission`, { data: { basis: 'own_mock' } })
  const plan = { data: { type: 'jury_voir_dire', date: '2026-03-14' } }
  const { id: sessionId } = (await (await page.request.post(`/api/cases/${caseId}/sessions`, plan)).json()) as Session
  for (const jurorNumber of ['7', '12']) {
    await page.request.post(`/api/cases/${caseId}/jurors`, { data: { jurorNumber } })
  }
  const videoId = await analyzedSample(page, kind)
  const attached = await page.request.post(`/api/sessions/${sessionId}/videos`, { data: { videoId } })
  expect(attached.status()).toBe(200)
  return { sessionId, videoId, caseId }
}
