import { afterAll, beforeAll, expect, test } from 'vitest'
import { passkeys } from '#server/features/auth/auth.table.ts'
import { buildExport, buildSitting } from '#server/features/exports/exports.factory.ts'
import { buildSelection, buildStrike } from '#server/features/strikes/strikes.factory.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, type TestApp, testApp, testPassword } from './app.ts'

type Schema = {
  $ref?: string
  anyOf?: Schema[]
  const?: unknown
  enum?: unknown[]
  type?: string
  format?: string
  properties?: Record<string, Schema>
  items?: Schema
  minItems?: number
  minLength?: number
  minimum?: number
}
type Operation = { requestBody?: { content: Record<string, { schema: Schema }> } }
type Ids = Record<string, string>
type Document = { paths: Record<string, Record<string, Operation>> }

let at: TestApp
let document: Document
beforeAll(async () => {
  at = await testApp({ SIGN_UP: 'open' })
  document = (await at.app.inject({ url: '/api/openapi.json' })).json()
})
afterAll(() => at.close())

function resolve(schema: Schema): Schema {
  if (!schema.$ref) return schema
  const keys = schema.$ref.split('/').slice(1)
  return resolve(keys.reduce((found: unknown, key) => (found as Record<string, unknown>)[key], document) as Schema)
}

const toScalar = ({ type, format, minLength, minimum }: Schema, ids: Ids, name: string): unknown => {
  if (format === 'uuid' || name.endsWith('Id')) return ids[name] ?? newId()
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 0, 0)
  if (type === 'boolean') return false
  if (format === 'date-time') return new Date().toISOString()
  return type === 'string' ? 'text'.padEnd(minLength ?? 0, 'x') : null
}

function fillBody(given: Schema, ids: Ids, name = ''): unknown {
  const schema = resolve(given)
  if (schema.anyOf) return fillBody(schema.anyOf[0]!, ids, name)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.properties) {
    const fields = Object.entries(schema.properties)
    return Object.fromEntries(fields.map(([key, each]) => [key, fillBody(each, ids, key)]))
  }
  if (schema.type === 'array') return [fillBody(schema.items!, ids, name.replace(/s$/, ''))]
  return toScalar(schema, ids, name)
}

const secret = 'SECRETwords'

async function buildVictim(owner: Person): Promise<Ids> {
  const sitting = await buildSitting(at.parts, owner.actor, {
    juror: { displayName: secret, notes: secret },
    turns: [{ text: secret }, { text: secret }],
  })
  const { caseId, sessionId, jurorId } = sitting
  const { db } = at.parts.database
  const place = { caseId, sessionId, jurorIds: [jurorId] }
  const strike = await buildStrike(db, owner.actor, place, { rationale: secret })
  const made = await buildExport(at.parts, owner.actor, { caseId, title: secret, bytes: Buffer.from(secret) })
  const { link } = (await owner.call('POST', `/api/exports/${made.id}/links`, { label: secret })).json<{
    link: { id: string }
  }>()
  const { userId } = owner.actor
  return { ...sitting, strikeId: strike.id, exportId: made.id, linkId: link.id, userId, id: caseId, scopeId: caseId }
}

async function hashRows(caseId: string): Promise<unknown> {
  const { rows } = await at.parts.database.pool.query(
    `select (select md5(to_jsonb(cases)::text) from cases where id = $1) as case, ${[
      ['case_members', 'case_id'],
      ['sessions', 'case_id'],
      ['jurors', 'case_id'],
      ['videos', 'case_id'],
      ['strikes', 'case_id'],
      ['exports', 'case_id'],
    ]
      .map(
        ([table, key]) => `(select md5(string_agg(to_jsonb(x)::text, '' order by to_jsonb(x)::text))
        from ${table} x where ${key} = $1) as ${table}`,
      )
      .join(', ')}`,
    [caseId],
  )
  return rows[0]
}

const ownAccount = /\/sign-out|\/sessions\/end-others|\/api\/live|^\/s\//

test('no endpoint shows or changes a case to another firm, a colleague outside it, or a stranger', async () => {
  const lead = await at.person()
  const victim = await buildVictim(lead)
  const attackers = {
    'another firm': await at.person(),
    colleague: await at.person({ firmId: lead.actor.firmId, role: 'member' }),
    stranger: null,
  }
  const before = await hashRows(victim.caseId!)
  const faults: string[] = []
  let asked = 0
  for (const [who, person] of Object.entries(attackers))
    for (const [path, item] of Object.entries(document.paths)) {
      if (ownAccount.test(path)) continue
      for (const [verb, { requestBody }] of Object.entries(item)) {
        if (!/^(get|post|put|patch|delete|head)$/.test(verb)) continue
        const url = path.replace(/\{(\w+)\}/g, (_, name: string) => victim[name] ?? newId())
        const schema = requestBody?.content['application/json']?.schema
        const response = await at.app.inject({
          method: verb.toUpperCase() as 'GET',
          url: path === '/api/search' ? `${url}?q=${secret}` : url,
          headers: person ? { cookie: person.cookie } : {},
          ...(schema ? { payload: fillBody(schema, victim) as object } : {}),
        })
        asked++
        if (response.statusCode >= 500 || response.body.includes(secret))
          faults.push(`${who}: ${verb} ${path}: ${response.statusCode} ${response.body.slice(0, 200)}`)
      }
    }
  expect(faults).toEqual([])
  expect(asked).toBeGreaterThan(600)
  expect(await hashRows(victim.caseId!)).toEqual(before)
})

test('a conflict describes no juror of another case, and a repeated event ID returns no strike of another session', async () => {
  const { db } = at.parts.database
  const [owner, attacker] = [await at.person(), await at.person()]
  const colleague = await at.person({ firmId: attacker.actor.firmId, role: 'member' })
  const [theirs, mine] = [await buildSelection(db, owner.actor), await buildSelection(db, attacker.actor)]
  const other = await buildSelection(db, attacker.actor)
  await joinCase(db, colleague.actor, mine.caseId, 'attorney')
  const draft = (person: Person, sessionId: string, jurorId: string, eventId: string) =>
    at.app.inject({
      method: 'POST',
      url: `/api/sessions/${sessionId}/strikes`,
      headers: { cookie: person.cookie, accept: 'application/problem+json' },
      payload: { eventId, jurorId, kind: 'cause' },
    })
  const [used, own] = [newId(), newId()]
  expect((await draft(colleague, mine.sessionId, mine.jurorIds[0]!, used)).statusCode).toBe(200)
  const asked = await draft(attacker, mine.sessionId, theirs.jurorIds[4]!, used)
  expect(asked.statusCode).toBe(409)
  expect(asked.json()).not.toHaveProperty('current')

  expect((await draft(attacker, other.sessionId, other.jurorIds[0]!, own)).statusCode).toBe(200)
  expect((await draft(attacker, other.sessionId, other.jurorIds[0]!, own)).statusCode).toBe(200)
  expect((await draft(attacker, mine.sessionId, mine.jurorIds[1]!, own)).statusCode).toBe(409)
})

test('an invalid request can’t make the response headers too long for a proxy', async () => {
  const payload = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`field${index}${'x'.repeat(100)}`, 1]))
  const response = await at.app.inject({ method: 'POST', url: '/api/auth/sign-in/email', payload })
  expect(response.statusCode).toBe(400)
  expect(JSON.stringify(response.headers).length).toBeLessThan(8192)
})

test('a passkey added before the owner of the address reset the password no longer works', async () => {
  const { db, pool } = at.parts.database
  const administrator = await at.person()
  const squatter = await at.person({ firmId: administrator.actor.firmId, role: 'member' })
  const { userId } = squatter.actor
  const key = { userId, publicKey: '', counter: 0, name: 'Key', isSynced: false }
  await db.insert(passkeys).values({ ...key, id: newId(), credentialId: newId() })
  const reset = async () => {
    const { url } = (
      await administrator.call('POST', `/api/team/${userId}/reset-link`, { password: testPassword })
    ).json<{ url: string }>()
    const payload = { token: new URL(url).searchParams.get('token'), password: `${testPassword} again` }
    return (await at.app.inject({ method: 'POST', url: '/api/auth/password-reset/confirm', payload })).statusCode
  }
  const held = async () => (await pool.query('select from passkeys where user_id = $1', [userId])).rowCount
  expect([await reset(), await held()]).toEqual([200, 0])
  await pool.query('update users set email_proven_at = now() where id = $1', [userId])
  await db.insert(passkeys).values({ ...key, id: newId(), credentialId: newId() })
  expect([await reset(), await held()]).toEqual([200, 1])
})
