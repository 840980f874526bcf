import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis, buildResults, buildTurn } from '#server/features/analysis/analysis.factory.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { testApp, type TestApp } from './app.ts'
import { buildRoles, type Call, expectedOf, gone, no, ok, type Roles, type Row } from './roles.ts'

let at: TestApp
let people: Roles['people']
let roles: Roles
beforeAll(async () => {
  at = await testApp()
  roles = await buildRoles(at)
  ;({ people } = roles)
})
afterAll(() => at.close())

const everyMember = [ok, ok, ok, ok, ok, gone, gone]
const team = [ok, ok, ok, ok, no, gone, gone]

async function furnish(caseId: string) {
  const { lead } = people
  const plan = { type: 'jury_voir_dire', date: null }
  const { id: sessionId } = (await lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>()
  const { id: videoId } = await buildVideo(at.parts, lead.actor, { caseId, durationMs: 60_000 })
  const turns = ['voice-1', 'voice-2'].map((speaker, index) => buildTurn(index, { speaker, jurorNumber: '12' }))
  const results = buildResults({ turns })
  await buildAnalysis(at.parts.database.db, videoId, {
    ...results,
    speakers: { ...results.speakers, method: 'voices' },
  })
  await lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
  const [highlight] = (await lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  const { id: jurorId } = (await lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '12' })).json<Juror>()
  return { sessionId, videoId, jurorId, highlightId: highlight!.id }
}
type Furnished = Awaited<ReturnType<typeof furnish>>
const row = (name: string, statuses: readonly number[], call: (of: Furnished) => Call | Promise<Call>): Row => ({
  name,
  statuses,
  call: async ({ caseId }) => call(await furnish(caseId)),
})

const occupation = (jurorId: string) => `/api/jurors/${jurorId}/fact-quotes/occupation`
const rows: readonly Row[] = [
  row('see the voices', everyMember, ({ videoId }) => ({ method: 'GET', url: `/api/videos/${videoId}/voices` })),
  row('see the turns of a voice', everyMember, ({ videoId }) => ({
    method: 'GET',
    url: `/api/videos/${videoId}/voices/turns?label=voice-1`,
  })),
  row('give a turn to another voice', team, ({ videoId }) => ({
    method: 'POST',
    url: `/api/videos/${videoId}/voices/turns`,
    body: { version: 0, turns: [0], label: 'voice-2' },
  })),
  row('split a voice', team, ({ videoId }) => ({
    method: 'POST',
    url: `/api/videos/${videoId}/voices/turns`,
    body: { version: 0, turns: [0], label: null },
  })),
  row('see who may speak', everyMember, ({ videoId }) => ({
    method: 'GET',
    url: `/api/videos/${videoId}/voices/stretches`,
  })),
  row('name stretches', team, async ({ videoId }) => {
    const url = `/api/videos/${videoId}/voices/stretches`
    const { grouping } = (await people.lead.call('GET', url)).json<{ grouping: string }>()
    const names = [{ label: 'voice-1', fromTurn: 0, toTurn: 0, jurorNumber: '12' }]
    return { method: 'POST', url, body: { version: 0, grouping, names } }
  }),
  row('merge two voices', team, ({ videoId }) => ({
    method: 'POST',
    url: `/api/videos/${videoId}/voices/merge`,
    body: { version: 0, from: 'voice-1', into: 'voice-2' },
  })),
  row('group the voices anew', team, ({ videoId }) => ({
    method: 'POST',
    url: `/api/videos/${videoId}/voices/regroup`,
    body: { version: 0, count: 3 },
  })),
  row('say who a voice is', team, ({ sessionId, videoId, jurorId }) => ({
    method: 'PUT',
    url: `/api/sessions/${sessionId}/speakers`,
    body: { videoId, label: 'voice-1', version: 0, assignment: { role: 'juror', jurorId } },
  })),
  row('see the words behind the facts', everyMember, ({ jurorId }) => ({
    method: 'GET',
    url: `/api/jurors/${jurorId}/fact-quotes`,
  })),
  row('put words behind a fact', team, ({ jurorId, highlightId }) => ({
    method: 'PUT',
    url: occupation(jurorId),
    body: { highlightId },
  })),
  row('take the words away again', team, async ({ jurorId, highlightId }) => {
    await people.lead.call('PUT', occupation(jurorId), { highlightId })
    return { method: 'DELETE', url: occupation(jurorId) }
  }),
]

test.for(rows)('$name', async (each) => {
  expect(await roles.askRow(each)).toEqual(expectedOf(each))
})
