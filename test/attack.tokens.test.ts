import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { type Person, testApp, type TestApp, testPassword } from './app.ts'

let at: TestApp
let lead: Person
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
})
afterAll(() => at.close())

test('the audit record tells what an API token did from what its owner did', async () => {
  const { database } = at.parts
  const caseId = await buildCase(database.db, lead.actor)
  const video = await buildVideo(at.parts, lead.actor, { caseId })
  const made = await buildExport(at.parts, lead.actor, { caseId })
  const createToken = async (name: string) => {
    const asked = { name, scopes: ['read', 'write'], days: null, password: testPassword }
    return (await lead.call('POST', '/api/auth/tokens', asked)).json<{ token: string; record: { id: string } }>()
  }
  const tokens = [await createToken('First script'), await createToken('Second script')]
  const scripts = tokens.map(({ token }) => ({ authorization: `Bearer ${token}` }))
  const person = { cookie: lead.cookie }
  const plan = { type: 'csv', template: 'jurors', scope: { kind: 'case', id: caseId } }
  let number = 0
  for (const headers of [person, ...scripts]) {
    const post = (url: string, payload: object) => at.app.inject({ method: 'POST', url, headers, payload })
    number += 1
    expect((await post(`/api/cases/${caseId}/jurors`, { jurorNumber: String(number) })).statusCode).toBe(200)
    expect((await post('/api/exports', plan)).statusCode).toBe(200)
    for (const url of [`/api/videos/${video.id}/download`, `/api/exports/${made.id}/file`])
      expect((await at.app.inject({ url, headers })).statusCode).toBe(200)
    await upload(headers, caseId)
  }
  const { rows } = await database.pool.query<{ action: string; details: string }>(
    `select action, details from audit_events where case_id = $1 order by seq`,
    [caseId],
  )
  const acts = ['juror.created', 'export.created', 'video.downloaded', 'export.downloaded', 'video.uploaded']
  const known = rows.filter(({ action }) => acts.includes(action))
  expect(known.map(({ action, details }) => [action, (JSON.parse(details) as { apiToken?: string }).apiToken])).toEqual(
    [undefined, ...tokens.map(({ record }) => record.id)].flatMap((id) => acts.map((action) => [action, id])),
  )
})

async function upload(headers: Record<string, string>, caseId: string): Promise<void> {
  const encode = (text: string) => Buffer.from(text).toString('base64')
  const metadata = `filename ${encode('day.mp4')},caseId ${encode(caseId)}`
  const tus = { ...headers, 'tus-resumable': '1.0.0' }
  const started = await at.app.inject({
    ...{ method: 'POST', url: '/api/uploads' },
    headers: { ...tus, 'upload-length': '3', 'upload-metadata': metadata },
  })
  const sent = await at.app.inject({
    ...{ method: 'PATCH', url: started.headers.location!, payload: Buffer.from('day') },
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
  })
  expect([started.statusCode, sent.statusCode]).toEqual([201, 204])
}
