import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Corrected } from '#contract/videos/corrections.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Juror } from '#contract/jurors/jurors.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { buildAnalysis } from '#server/features/analysis/analysis.factory.ts'
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

const plan = { type: 'jury_voir_dire', date: null }
const sessionOf = async (caseId: string) =>
  (await people.lead.call('POST', `/api/cases/${caseId}/sessions`, plan)).json<Session>().id
const jurorOf = async (caseId: string) =>
  (await people.lead.call('POST', `/api/cases/${caseId}/jurors`, { jurorNumber: '12' })).json<Juror>().id

async function furnish(caseId: string) {
  const sessionId = await sessionOf(caseId)
  const { id: videoId } = await buildVideo(at.parts, people.lead.actor, { caseId, durationMs: 60_000 })
  await buildAnalysis(at.parts.database.db, videoId)
  await people.lead.call('POST', `/api/sessions/${sessionId}/videos`, { videoId })
  const [highlight] = (await people.lead.call('GET', `/api/sessions/${sessionId}/highlights`)).json<Highlight[]>()
  return { sessionId, videoId, highlightId: highlight!.id }
}

const everyMember = [ok, ok, ok, ok, ok, gone, gone]
const team = [ok, ok, ok, ok, no, gone, gone]
const staff = [ok, ok, ok, no, no, gone, gone]
const leadAlone = [ok, no, no, no, no, gone, gone]

type Furnished = Awaited<ReturnType<typeof furnish>>
const ofSession = (name: string, statuses: readonly number[], call: (of: Furnished) => Call): Row => ({
  name,
  statuses,
  call: async ({ caseId }) => call(await furnish(caseId)),
})
const ofJuror = (name: string, statuses: readonly number[], call: (jurorId: string) => Call): Row => ({
  name,
  statuses,
  call: async ({ caseId }) => call(await jurorOf(caseId)),
})

const sessionRows: readonly Row[] = [
  {
    name: 'see the sessions',
    statuses: everyMember,
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/sessions` }),
  },
  {
    name: 'plan a session',
    statuses: staff,
    call: ({ caseId }) => ({ method: 'POST', url: `/api/cases/${caseId}/sessions`, body: plan }),
  },
  ...(
    [
      '',
      '/videos',
      '/progress',
      '/seats',
      '/highlights',
      '/highlight-summary',
      '/possible-findings',
      '/chains',
      '/speakers',
    ] as const
  ).map((part) =>
    ofSession(`see a session${part}`, everyMember, ({ sessionId }) => ({
      method: 'GET',
      url: `/api/sessions/${sessionId}${part}`,
    })),
  ),
  ofSession('change a session', staff, ({ sessionId }) => ({
    method: 'PATCH',
    url: `/api/sessions/${sessionId}`,
    body: { version: 1, notes: 'Panel B' },
  })),
  ofSession('say how far the review is', team, ({ sessionId }) => ({
    method: 'POST',
    url: `/api/sessions/${sessionId}/status`,
    body: { status: 'in_review' },
  })),
  ofSession('lock a session', staff, ({ sessionId }) => ({ method: 'POST', url: `/api/sessions/${sessionId}/lock` })),
  {
    name: 'unlock a session',
    statuses: leadAlone,
    call: async ({ caseId }) => {
      const { sessionId } = await furnish(caseId)
      await people.lead.call('POST', `/api/sessions/${sessionId}/lock`)
      return { method: 'POST', url: `/api/sessions/${sessionId}/unlock`, body: { reason: 'A word was wrong' } }
    },
  },
  ofSession('delete a session', staff, ({ sessionId }) => ({ method: 'DELETE', url: `/api/sessions/${sessionId}` })),
  {
    name: 'bring a session back',
    statuses: staff,
    call: async ({ caseId }) => {
      const sessionId = await sessionOf(caseId)
      await people.lead.call('DELETE', `/api/sessions/${sessionId}`)
      return { method: 'POST', url: `/api/sessions/${sessionId}/restore` }
    },
  },
]

const videoRows: readonly Row[] = [
  {
    name: 'begin an upload to the case',
    statuses: [201, 201, 201, 201, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'POST',
      url: '/api/uploads',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${btoa('day-1.mp4')},caseId ${btoa(caseId)}`,
      },
    }),
  },
  {
    name: 'attach a video to a session',
    statuses: team,
    call: async ({ caseId }) => {
      const sessionId = await sessionOf(caseId)
      const { id: videoId } = await buildVideo(at.parts, people.lead.actor, { caseId })
      return { method: 'POST', url: `/api/sessions/${sessionId}/videos`, body: { videoId } }
    },
  },
  ofSession('place a video on the clock', staff, ({ sessionId, videoId }) => ({
    method: 'PATCH',
    url: `/api/sessions/${sessionId}/videos/${videoId}`,
    body: { offset: 5 },
  })),
  ofSession('take a video out of a session', staff, ({ sessionId, videoId }) => ({
    method: 'DELETE',
    url: `/api/sessions/${sessionId}/videos/${videoId}`,
  })),
  ofSession('attach a transcript', staff, ({ videoId }) => ({
    method: 'PUT',
    url: `/api/videos/${videoId}/transcript`,
    body: { name: 'day-1.txt', text: 'THE COURT: Good morning.' },
  })),
  ...(['', '/transcript', '/findings', '/finding-decisions', '/corrections', '/voices', '/stream'] as const).map(
    (part) =>
      ofSession(`read a video${part}`, everyMember, ({ videoId }) => ({
        method: 'GET',
        url: `/api/videos/${videoId}${part}`,
      })),
  ),
  ofSession('correct a word', team, ({ videoId }) => ({
    method: 'POST',
    url: `/api/videos/${videoId}/corrections`,
    body: { turn: 0, from: 0, to: 0, newText: 'We' },
  })),
  {
    name: 'take a correction back',
    statuses: team,
    call: async ({ caseId }) => {
      const { videoId } = await furnish(caseId)
      const word = { turn: 0, from: 0, to: 0, newText: 'We' }
      const { correction } = (
        await people.lead.call('POST', `/api/videos/${videoId}/corrections`, word)
      ).json<Corrected>()
      return { method: 'DELETE', url: `/api/videos/${videoId}/corrections/${correction.id}` }
    },
  },
  ofSession('say who speaks', team, ({ sessionId, videoId }) => ({
    method: 'PUT',
    url: `/api/sessions/${sessionId}/speakers`,
    body: { videoId, label: 'JUROR 12', version: 0, assignment: { role: 'juror' } },
  })),
  ofSession('mark a highlight', team, ({ sessionId, videoId }) => ({
    method: 'POST',
    url: `/api/sessions/${sessionId}/highlights`,
    body: { videoId, start: 0, end: 2 },
  })),
  ofSession('confirm a highlight', team, ({ sessionId, highlightId: id }) => ({
    method: 'POST',
    url: `/api/sessions/${sessionId}/highlight-decisions`,
    body: { decision: 'confirm', items: [{ id, version: 1 }] },
  })),
  ofSession('change a highlight', team, ({ highlightId }) => ({
    method: 'PATCH',
    url: `/api/highlights/${highlightId}`,
    body: { version: 1, severity: 'high' },
  })),
  ofSession('comment on a highlight', everyMember, ({ highlightId }) => ({
    method: 'POST',
    url: `/api/highlights/${highlightId}/comments`,
    body: { text: 'Look at this.' },
  })),
  ofSession('read the comments on a highlight', everyMember, ({ highlightId }) => ({
    method: 'GET',
    url: `/api/highlights/${highlightId}/comments`,
  })),
]

const jurorRows: readonly Row[] = [
  {
    name: 'see the jurors',
    statuses: everyMember,
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/jurors` }),
  },
  {
    name: 'add a juror',
    statuses: staff,
    call: ({ caseId }) => ({ method: 'POST', url: `/api/cases/${caseId}/jurors`, body: { jurorNumber: '1' } }),
  },
  {
    name: 'import jurors',
    statuses: staff,
    call: ({ caseId }) => ({
      method: 'POST',
      url: `/api/cases/${caseId}/jurors/import`,
      body: { columns: [{ header: 'No', target: 'jurorNumber' }], rows: [['1']] },
    }),
  },
  ofJuror('see a juror', everyMember, (id) => ({ method: 'GET', url: `/api/jurors/${id}` })),
  ofJuror('change what a juror said', staff, (id) => ({
    method: 'PATCH',
    url: `/api/jurors/${id}`,
    body: { version: 1, occupation: 'Nurse' },
  })),
  ofJuror('write notes on a juror', team, (id) => ({
    method: 'PATCH',
    url: `/api/jurors/${id}`,
    body: { version: 1, notes: 'Looked at our table.' },
  })),
  ofJuror('rate a juror', team, (id) => ({ method: 'PUT', url: `/api/jurors/${id}/rating`, body: { lean: -1 } })),
  ofJuror('take a rating back', team, (id) => ({ method: 'DELETE', url: `/api/jurors/${id}/rating` })),
  ofJuror('record what happened to a juror', staff, (id) => ({
    method: 'POST',
    url: `/api/jurors/${id}/events`,
    body: { kind: 'questioned' },
  })),
  ofJuror('delete a juror', staff, (id) => ({ method: 'DELETE', url: `/api/jurors/${id}` })),
  {
    name: 'bring a juror back',
    statuses: staff,
    call: async ({ caseId }) => {
      const id = await jurorOf(caseId)
      await people.lead.call('DELETE', `/api/jurors/${id}`)
      return { method: 'POST', url: `/api/jurors/${id}/restore` }
    },
  },
  {
    name: 'seat a juror',
    statuses: staff,
    call: async ({ caseId }) => {
      const [sessionId, jurorId] = [await sessionOf(caseId), await jurorOf(caseId)]
      return { method: 'POST', url: `/api/sessions/${sessionId}/seats`, body: { jurorId, seat: 1 } }
    },
  },
  {
    name: 'fill the seats',
    statuses: staff,
    call: async ({ caseId }) => ({ method: 'POST', url: `/api/sessions/${await sessionOf(caseId)}/seats/fill` }),
  },
  {
    name: 'arrange the seats',
    statuses: staff,
    call: async ({ caseId }) => {
      const [sessionId, jurorId] = [await sessionOf(caseId), await jurorOf(caseId)]
      const body = { places: [{ jurorId, seat: 2 }], replaces: [] }
      return { method: 'PUT', url: `/api/sessions/${sessionId}/seats`, body }
    },
  },
]

const reason = 'The court asked for what the jurors reported.'
async function openRecord(caseId: string): Promise<string> {
  await people.lead.call('POST', `/api/cases/${caseId}/restricted-records`, { reason })
  return jurorOf(caseId)
}
const restrictedRows: readonly Row[] = [
  {
    name: 'ask whether restricted records are kept',
    statuses: leadAlone,
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/restricted-records` }),
  },
  {
    name: 'begin restricted records',
    statuses: leadAlone,
    call: ({ caseId }) => ({ method: 'POST', url: `/api/cases/${caseId}/restricted-records`, body: { reason } }),
  },
  {
    name: 'end restricted records',
    statuses: leadAlone,
    call: async ({ caseId }) => {
      await openRecord(caseId)
      return { method: 'DELETE', url: `/api/cases/${caseId}/restricted-records` }
    },
  },
  {
    name: 'read a restricted record',
    statuses: leadAlone,
    call: async ({ caseId }) => ({ method: 'GET', url: `/api/jurors/${await openRecord(caseId)}/restricted-record` }),
  },
  {
    name: 'write a restricted record',
    statuses: leadAlone,
    call: async ({ caseId }) => ({
      method: 'PUT',
      url: `/api/jurors/${await openRecord(caseId)}/restricted-record`,
      body: { record: { source: 'self_reported', value: 'as on the form' } },
    }),
  },
]

test.for([...sessionRows, ...videoRows, ...jurorRows, ...restrictedRows])('$name', async (row) => {
  expect(await roles.askRow(row)).toEqual(expectedOf(row))
})
