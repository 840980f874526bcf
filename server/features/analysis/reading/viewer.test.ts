import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseDetail } from '#contract/cases/cases.ts'
import { ExportFilters, ExportOptions } from '#contract/exports/exports.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { gather } from '#server/features/exports/documents/content/gather.ts'
import { toText } from '#server/features/exports/documents/content/doc.ts'
import { videoReport } from '#server/features/exports/documents/templates/sessions.ts'
import { buildSitting } from '#server/features/exports/exports.factory.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

let at: TestApp
let lead: Person
let viewer: Person
let place: { caseId: string; sessionId: string; videoId: string }
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  viewer = await at.person({ firmId: lead.actor.firmId, role: 'member' })
  place = await buildSitting(at.parts, lead.actor)
  await joinCase(at.parts.database.db, viewer.actor, place.caseId, 'viewer')
  const annotation = { title: 'Weak juror', description: 'Strike if budget allows.', startTime: 1 }
  expect((await lead.call('POST', `/api/videos/${place.videoId}/annotations`, annotation)).statusCode).toBe(200)
  const { pool } = at.parts.database
  const issues = [{ name: 'Damages', description: 'Their weak spot', watchWords: ['money'] }]
  await pool.query('update cases set issues = $2 where id = $1', [place.caseId, JSON.stringify(issues)])
  await pool.query('update sessions set notes = $2 where id = $1', [place.sessionId, 'Judge is tired.'])
  await pool.query(
    `update analyses set summary = summary || '{"topics":["Damages","police"],"themes":[{"name":"Damages","mentions":2}]}'
      where video_id = $1`,
    [place.videoId],
  )
})
afterAll(() => at.close())

async function readAs(person: Person) {
  const get = async <T>(url: string) => (await person.call('GET', url)).json<T>()
  const video = await get<VideoDetail>(`/api/videos/${place.videoId}`)
  const session = await get<Session>(`/api/sessions/${place.sessionId}`)
  const inCase = await get<CaseDetail>(`/api/cases/${place.caseId}`)
  const library = await get<{ analysis: { topics: string[] } }[]>('/api/videos')
  return {
    annotations: video.annotations.map(({ title, description }) => [title, description]),
    topics: [video.analysis?.topics, library[0]?.analysis.topics],
    notes: session.notes,
    themes: 'issues' in inCase && inCase.issues.map(({ name }) => name),
  }
}

test('only people who see work product read annotation descriptions, session notes, and themes', async () => {
  const both = ['Damages', 'police']
  expect(await readAs(lead)).toEqual({
    annotations: [['Weak juror', 'Strike if budget allows.']],
    topics: [both, both],
    notes: 'Judge is tired.',
    themes: ['Damages'],
  })
  expect(await readAs(viewer)).toEqual({
    annotations: [['Weak juror', '']],
    topics: [['police'], ['police']],
    notes: '',
    themes: [],
  })
})

test.each([true, false])('a video report has annotations only if it is privileged: %s', async (includePrivileged) => {
  const { firmId, userId } = lead.actor
  const order = {
    ...({ firmId, caseId: place.caseId, type: 'pdf', template: 'video_report', title: 'Video report' } as const),
    scope: { kind: 'video', id: place.videoId } as const,
    filters: ExportFilters.parse({}),
    options: ExportOptions.parse({ includePrivileged }),
    createdBy: userId,
  }
  const { db } = at.parts.database
  const report = await gather({ db, actor: lead.actor, publicUrl: 'https://firm.example', order })
  const text = toText(await videoReport(report))
  for (const words of ['Annotations (1)', 'Weak juror', 'Strike if budget allows.'])
    expect(text.includes(words)).toBe(includePrivileged)
})
