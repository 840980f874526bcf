import { expect, type Page } from '@playwright/test'
import type { CaseSummary } from '#contract/cases/cases.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { password, signUpQuickly } from './people.ts'
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

export async function fillFirm(page: Page) {
  const { caseId, sessionId, videoId } = await reviewable(page)
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(path, { data })
    expect([path, answer.status()], await answer.text()).toEqual([path, 200])
  }
  const inSession = `/api/sessions/${sessionId}`
  const [first] = (await (await page.request.get(`/api/cases/${caseId}/jurors`)).json()) as { id: string }[]
  const jurorId = first!.id
  const stamp = () => ({ eventId: crypto.randomUUID() })
  await send(`${inSession}/seats/fill`, {})
  const found = (await (await page.request.get(`${inSession}/highlights`)).json()) as Highlight[]
  const items = found.slice(0, 20).map(({ id, version }) => ({ id, version }))
  await send(`${inSession}/highlight-decisions`, { decision: 'confirm', items })
  await send(`${inSession}/strikes`, { ...stamp(), jurorId, kind: 'cause' })
  await send(`${inSession}/excusals`, { ...stamp(), jurorId, reason: 'Not paid while serving' })
  await send('/api/exports', { type: 'csv', template: 'strikes', scope: { kind: 'case', id: caseId } })
  await send('/api/exports', { type: 'csv', template: 'transcript', scope: { kind: 'session', id: sessionId } })
  await send(`/api/videos/${videoId}/annotations`, {
    ...{ title: 'Hardship', description: '', startTime: 1, endTime: null, category: 'hardship', severity: 'low' },
    ...{ tags: [], type: 'note', isAiGenerated: false },
  })
  await send('/api/team/invitations', { email: 'new@firm.example', role: 'member', profession: 'attorney' })
  await send('/api/auth/tokens', { name: 'Reports', scopes: ['read'], days: 30, password })
  await analyzedSample(page)
  return { caseId, sessionId, videoId, jurorId }
}
