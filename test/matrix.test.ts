import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CaseMember } from '#contract/cases/members.ts'
import type { CaseDetail } from '#contract/cases/cases.ts'
import { type CaseAction, caseActions } from '#contract/account/permissions.ts'
import { buildVideo } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, testApp, type TestApp } from './app.ts'
import { buildRoles, type Call, everybody, expectedOf, gone, no, ok, type Roles, type Row, type Who } from './roles.ts'

let at: TestApp
let people: Roles['people']
let firmId: string
let roles: Roles
beforeAll(async () => {
  at = await testApp()
  roles = await buildRoles(at)
  ;({ people, firmId } = roles)
})
afterAll(() => at.close())

const rows: readonly Row[] = [
  {
    name: 'see the case',
    statuses: [ok, ok, ok, ok, ok, ok, gone],
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}` }),
  },
  {
    name: 'see its members',
    statuses: [ok, ok, ok, ok, ok, gone, gone],
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/members` }),
  },
  {
    name: 'see its analytics',
    statuses: [ok, ok, ok, ok, ok, gone, gone],
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/analytics` }),
  },
  {
    name: 'edit data',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: ({ caseId }) => ({ method: 'PATCH', url: `/api/cases/${caseId}`, body: { version: 1, judge: 'Judge 4' } }),
  },
  {
    name: 'edit the budget',
    statuses: [ok, no, no, no, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'PATCH',
      url: `/api/cases/${caseId}`,
      body: {
        version: 1,
        strikeBudget: { us: 10, them: 10, alternatesUs: 1, alternatesThem: 1, source: 'default' },
      },
    }),
  },
  {
    name: 'edit the method',
    statuses: [ok, no, no, no, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'PATCH',
      url: `/api/cases/${caseId}`,
      body: { version: 1, selectionMethod: 'struck_panel' },
    }),
  },
  {
    name: 'switch the second opinion',
    statuses: [ok, no, no, no, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'PUT',
      url: `/api/cases/${caseId}/second-opinion`,
      body: { enabled: false },
    }),
  },
  {
    name: 'declare the recording permission',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'PUT',
      url: `/api/cases/${caseId}/recording-permission`,
      body: { basis: 'court_order' },
    }),
  },
  {
    name: 'move it on',
    // 400 means that the role is allowed to do this but the draft case is incomplete.
    statuses: [400, 400, no, no, no, no, gone],
    call: ({ caseId }) => ({ method: 'POST', url: `/api/cases/${caseId}/status`, body: { to: 'active' } }),
  },
  {
    name: 'archive it',
    statuses: [ok, no, no, no, no, ok, gone],
    call: ({ caseId }) => ({ method: 'POST', url: `/api/cases/${caseId}/status`, body: { to: 'archived' } }),
  },
  {
    name: 'take it out of the archive',
    statuses: [ok, no, no, no, no, ok, gone],
    call: async ({ caseId }) => {
      await people.lead.call('POST', `/api/cases/${caseId}/status`, { to: 'archived' })
      return { method: 'POST', url: `/api/cases/${caseId}/restore` }
    },
  },
  {
    name: 'delete it',
    statuses: [no, no, no, no, no, ok, gone],
    call: ({ caseId }) => ({ method: 'DELETE', url: `/api/cases/${caseId}`, body: {} }),
  },
  {
    name: 'add a member',
    statuses: [ok, no, no, no, no, gone, gone],
    call: async ({ caseId }) => {
      const { actor } = await at.person({ firmId, role: 'member' })
      return { method: 'POST', url: `/api/cases/${caseId}/members`, body: { userId: actor.userId, role: 'viewer' } }
    },
  },
  {
    name: 'change a role',
    statuses: [ok, no, no, no, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'PATCH',
      url: `/api/cases/${caseId}/members/${people.viewer.actor.userId}`,
      body: { role: 'consultant' },
    }),
  },
  {
    name: 'remove a member',
    statuses: [ok, no, no, no, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'DELETE',
      url: `/api/cases/${caseId}/members/${people.viewer.actor.userId}`,
      body: {},
    }),
  },
  {
    name: 'read its activity',
    statuses: [ok, ok, no, no, no, gone, gone],
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/activity` }),
  },
  {
    name: 'break the glass',
    statuses: [no, no, no, no, no, ok, no],
    call: ({ caseId }) => ({
      method: 'POST',
      url: `/api/cases/${caseId}/break-glass`,
      body: { reason: 'The lead is in the hospital, and the court is calling.' },
    }),
  },
  {
    name: 'add a video',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId, person }) => {
      const { id } = await buildVideo(at.parts, person.actor)
      return { method: 'PATCH', url: `/api/videos/${id}`, body: { caseId } }
    },
  },
  {
    name: 'see a video',
    statuses: [ok, ok, ok, ok, ok, gone, gone],
    call: async ({ caseId }) => ({ method: 'GET', url: `/api/videos/${await videoOf(caseId)}` }),
  },
  {
    name: 'annotate a video',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => ({
      method: 'POST',
      url: `/api/videos/${await videoOf(caseId)}/annotations`,
      body: { title: 'Note', startTime: 1 },
    }),
  },
  {
    name: 'have a video analyzed again',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: async ({ caseId }) => ({ method: 'POST', url: `/api/videos/${await videoOf(caseId)}/reprocess`, body: {} }),
  },
  {
    name: 'delete a video of somebody else',
    statuses: [ok, ok, no, no, no, gone, gone],
    call: async ({ caseId }) => ({ method: 'DELETE', url: `/api/videos/${await videoOf(caseId)}`, body: {} }),
  },
  {
    name: 'delete a video of their own',
    statuses: [ok, ok, ok, no, no, gone, gone],
    call: async ({ caseId, person }) => {
      const { id } = await buildVideo(at.parts, person.actor, { caseId, durationMs: 60_000 })
      return { method: 'DELETE', url: `/api/videos/${id}`, body: {} }
    },
  },
]

const videoOf = async (caseId: string): Promise<string> => {
  const stranger = await at.person({ firmId, role: 'member' })
  return (await buildVideo(at.parts, stranger.actor, { caseId, durationMs: 60_000 })).id
}

test.for(rows)('$name', async (row) => {
  expect(await roles.askRow(row)).toEqual(expectedOf(row))
})

test("administrators manage the firm's members, and others see the list", async () => {
  const asked = async (person: Person) => {
    const { actor } = await at.person({ firmId, role: 'member' })
    // The order matters because the calls change the person before removing them.
    const calls: Call[] = [
      { method: 'GET', url: '/api/team' },
      { method: 'GET', url: '/api/team/invitations' },
      {
        method: 'POST',
        url: '/api/team/invitations',
        body: { email: `${newId()}@firm.example`, role: 'member', profession: 'attorney' },
      },
      { method: 'PATCH', url: `/api/team/${actor.userId}`, body: { role: 'member' } },
      { method: 'PATCH', url: '/api/firm', body: { retentionDays: 400 } },
      { method: 'DELETE', url: `/api/team/${actor.userId}`, body: {} },
    ]
    const statuses: number[] = []
    for (const { method, url, body } of calls) statuses.push((await person.call(method, url, body)).statusCode)
    return statuses
  }
  expect(await asked(people.administrator)).toEqual([200, 200, 200, 200, 200, 200])
  expect(await asked(people.lead)).toEqual([200, 403, 403, 403, 403, 403])
})

test('only administrators and attorneys can create a case', async () => {
  const created: number[] = []
  for (const [role, profession] of [
    ['administrator', 'paralegal'],
    ['member', 'attorney'],
    ['member', 'paralegal'],
    ['member', 'consultant'],
  ] as const) {
    const person = await at.person({ firmId, role, profession })
    created.push(
      (await person.call('POST', '/api/cases', { title: 'State v. Example', caseNumber: newId() })).statusCode,
    )
  }
  expect(created).toEqual([200, 200, 403, 403])
})

test("a case's listed permissions match the matrix for every action", async () => {
  const expected: Record<Who, CaseAction[] | null> = {
    lead: caseActions.filter((each) => each !== 'remove'),
    attorney: caseActions.filter(
      (each) =>
        ![
          'editBudget',
          'askOpinion',
          'moveStatusBack',
          'archive',
          'remove',
          'approveStrikes',
          'overrideStrikes',
          'restrictedRecord',
          'keepRestrictedRecords',
          'revokeExports',
          'manageMembers',
        ].includes(each),
    ),
    paralegal: [
      'seeTitle',
      'see',
      'editData',
      'declareRecording',
      'manageSessions',
      'uploadVideos',
      'reprocessVideos',
      'manageJurors',
      'annotate',
      'review',
      'rateJurors',
      'comment',
      'draftStrikes',
      'recordRulings',
      'seeWorkProduct',
      'export',
    ],
    consultant: [
      'seeTitle',
      'see',
      'uploadVideos',
      'annotate',
      'review',
      'rateJurors',
      'comment',
      'draftStrikes',
      'seeWorkProduct',
      'export',
    ],
    viewer: ['seeTitle', 'see', 'comment'],
    administrator: ['seeTitle', 'moveStatusBack', 'archive', 'remove'],
    colleague: null,
  }
  const caseId = await roles.newCase()
  for (const who of everybody) {
    const response = await people[who].call('GET', `/api/cases/${caseId}`)
    const allowed =
      response.statusCode === 200 ? caseActions.filter((action) => response.json<CaseDetail>().may[action]) : null
    expect([who, allowed]).toEqual([who, expected[who]])
  }
})

test('an attorney can approve strikes only with that permission', async () => {
  const caseId = await roles.newCase()
  const url = `/api/cases/${caseId}/members/${people.attorney.actor.userId}`
  expect((await people.lead.call('PATCH', url, { canApproveStrikes: true })).json<CaseMember>()).toMatchObject({
    canApproveStrikes: true,
  })
  const seen = (await people.attorney.call('GET', `/api/cases/${caseId}`)).json<CaseDetail>()
  expect([seen.may.approveStrikes, seen.may.overrideStrikes]).toEqual([true, false])
})
