import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase, joinCase } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'

type Who = CaseRole | 'administrator' | 'colleague'
const everybody: readonly Who[] = [...caseRoles, 'administrator', 'colleague']
type Row = {
  name: string
  statuses: readonly number[]
  call: (cell: { caseId: string; person: Person }) => Promise<Call> | Call
}
type Call = { method: 'GET' | 'POST'; url: string; body?: object }
const [ok, no, gone] = [200, 403, 404]

let at: TestApp
let people: Record<Who, Person>
beforeAll(async () => {
  at = await testApp()
  const administrator = await at.person()
  const { firmId } = administrator.actor
  const member = () => at.person({ firmId, role: 'member', profession: 'paralegal' })
  const [lead, attorney, paralegal] = [await member(), await member(), await member()]
  people = {
    ...{ lead, attorney, paralegal, administrator },
    ...{ consultant: await member(), viewer: await member(), colleague: await member() },
  }
})
afterAll(() => at.close())

async function newCase(): Promise<string> {
  const { db } = at.parts.database
  const caseId = await buildCase(db, people.lead.actor)
  for (const role of caseRoles) if (role !== 'lead') await joinCase(db, people[role].actor, caseId, role)
  return caseId
}

const made = async (caseId: string, by = people.lead) => (await buildExport(at.parts, by.actor, { caseId })).id
const plan = (caseId: string, template = 'jurors', options = {}) => ({
  type: 'csv',
  template,
  scope: { kind: 'case', id: caseId },
  options,
})

const rows: readonly Row[] = [
  {
    name: 'export',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: ({ caseId }) => ({ method: 'POST', url: '/api/exports', body: plan(caseId) }),
  },
  {
    name: 'see the exports',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: ({ caseId }) => ({ method: 'GET', url: `/api/cases/${caseId}/exports` }),
  },
  {
    name: 'export privileged content',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: ({ caseId }) => ({
      method: 'POST',
      url: '/api/exports',
      body: plan(caseId, 'jurors', { includePrivileged: true }),
    }),
  },
  {
    name: 'export the activity',
    statuses: [ok, ok, no, no, no, gone, gone],
    call: ({ caseId }) => ({ method: 'POST', url: '/api/exports', body: plan(caseId, 'audit') }),
  },
  {
    name: 'download an export',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => ({ method: 'GET', url: `/api/exports/${await made(caseId)}/file` }),
  },
  {
    name: 'download the activity',
    statuses: [ok, ok, no, no, no, gone, gone],
    call: async ({ caseId }) => {
      const { id } = await buildExport(at.parts, people.lead.actor, { caseId, template: 'audit' })
      return { method: 'GET', url: `/api/exports/${id}/file` }
    },
  },
  {
    name: 'share by link',
    statuses: [ok, ok, no, no, no, gone, gone],
    call: async ({ caseId }) => ({ method: 'POST', url: `/api/exports/${await made(caseId)}/links`, body: {} }),
  },
  {
    name: 'revoke an export of somebody else',
    statuses: [ok, no, no, no, no, gone, gone],
    call: async ({ caseId }) => ({ method: 'POST', url: `/api/exports/${await made(caseId)}/revoke`, body: {} }),
  },
  {
    name: 'revoke an export of their own',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId, person }) => ({
      method: 'POST',
      url: `/api/exports/${await made(caseId, person)}/revoke`,
      body: {},
    }),
  },
  {
    name: 'make an export again',
    statuses: [ok, ok, ok, ok, no, gone, gone],
    call: async ({ caseId }) => ({ method: 'POST', url: `/api/exports/${await made(caseId)}/rerun`, body: {} }),
  },
]

test.for(rows)('$name', async ({ statuses, call }) => {
  const answers: [Who, number][] = []
  for (const who of everybody) {
    const person = people[who]
    const { method, url, body } = await call({ caseId: await newCase(), person })
    answers.push([who, (await person.call(method, url, body)).statusCode])
  }
  expect(answers).toEqual(everybody.map((who, index) => [who, statuses[index]]))
})

test("the firm's administrators change the export policy, which applies to everyone", async () => {
  const policy = { passwordRequired: true, maxExpiryDays: 3, allowNever: false, allowLinks: true }
  const { administrator, lead } = people
  expect((await lead.call('PUT', '/api/export-policy', policy)).statusCode).toBe(403)
  expect((await administrator.call('PUT', '/api/export-policy', policy)).json()).toEqual(policy)
  const caseId = await newCase()
  const refused = await lead.call('POST', '/api/exports', { ...plan(caseId), expiresInHours: 24 })
  expect([refused.statusCode, refused.body]).toEqual([400, 'Your firm requires a password on every export and link.'])
  const link = await lead.call('POST', `/api/exports/${await made(caseId)}/links`, { expiresInHours: 24 })
  expect([link.statusCode, link.body]).toEqual([400, expect.stringContaining('requires a password')])
})
