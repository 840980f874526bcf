import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { type CaseRole, caseRoles } from '#contract/account/permissions.ts'
import { signIns } from '#server/features/auth/auth.table.ts'
import { collectCase } from '#server/features/exports/packs/archive/archive.write.ts'
import { sealFiles } from '#server/features/exports/packs/sealed/seal.ts'
import { joinCase } from '#server/features/videos/videos.factory.ts'
import { hashToken, newId, newToken } from '#server/platform/ids.ts'
import type { Person, TestApp } from './app.ts'
import { testPassword } from './app.ts'
import { buildFullCase } from './archive.case.ts'

/** Keyed by parameter or field name. For `:id`, the key includes the preceding path segment, as in "annotations.id". */
export type Ids = Readonly<Record<string, string>>

export type Firm = {
  mark: string
  known: ReadonlySet<string>
  administrator: Person
  lead: Person
  people: Record<CaseRole, Person>
  colleague: Person
  suspended: Person
  ids: Ids
  shareToken: string
}

const written: Readonly<Record<string, readonly string[]>> = {
  annotations: ['title', 'description'],
  api_tokens: ['name'],
  case_imports: ['failure'],
  cases: ['title', 'case_number', 'court', 'judge', 'courtroom', 'county', 'recording_note', 'outcome'],
  corrections: ['original_text', 'new_text'],
  excusals: ['reason', 'judge_words', 'end_reason'],
  exports: ['title', 'failure'],
  firms: ['name'],
  highlight_comments: ['text'],
  highlights: ['quote', 'question'],
  juror_events: ['reason'],
  juror_ratings: ['note'],
  jurors: ['display_name', 'occupation', 'employer', 'education', 'household_note', 'county', 'notes'],
  live_notes: ['text'],
  notifications: ['title', 'message'],
  passkeys: ['name'],
  restricted_records: ['value'],
  restricted_records_open: ['reason'],
  sessions: ['name', 'panel_name', 'notes'],
  share_links: ['label'],
  strike_evidence: ['quote', 'question', 'note'],
  strike_notes: ['text'],
  strikes: ['rationale', 'judge_words', 'review_comment'],
  transcript_turns: ['text'],
  users: ['name'],
  videos: ['filename', 'transcript_name'],
}

const inJson = [
  `update findings set body = jsonb_set(body, '{quote}', to_jsonb($1::text))`,
  `update analyses set summary = jsonb_set(summary, '{keyPhrases}', jsonb_build_array($1::text))`,
]

export async function buildFirm(at: TestApp, mark: string, given: { firmId?: string } = {}): Promise<Firm> {
  const { pool, db } = at.parts.database
  const there = idsIn(await dumpTables(at))
  const administrator = await at.person(given)
  const { firmId } = administrator.actor
  const member = (profession: 'attorney' | 'paralegal' = 'paralegal') =>
    at.person({ firmId, role: 'member', profession })
  const lead = await member('attorney')
  const consultant = await member()
  const { exportId, ...sitting } = await buildFullCase(at, lead, consultant)
  const people: Record<CaseRole, Person> = {
    lead,
    consultant,
    attorney: await member(),
    paralegal: await member(),
    viewer: await member(),
  }
  for (const role of caseRoles)
    if (role !== 'lead' && role !== 'consultant') await joinCase(db, people[role].actor, sitting.caseId, role)
  const colleague = await member()
  const bystander = await member()
  await joinCase(db, bystander.actor, sitting.caseId, 'viewer')
  const suspended = await member()
  const { userId } = lead.actor
  await pool.query(`update members set status = 'suspended' where user_id = $1`, [suspended.actor.userId])

  const [passkeyId, notificationId, importId, uploadId] = [newId(), newId(), newId(), newId()]
  await pool.query(
    `insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_synced) values ($1, $2, $3, '', 0, 'key', false)`,
    [passkeyId, userId, newToken()],
  )
  await pool.query(
    `insert into notifications (id, firm_id, user_id, case_id, topic, entity_id, type, category, title, message) values ($1, $2, $3, $4, 'case.import', $1, 'info', 'case', 't', 'm')`,
    [notificationId, firmId, userId, sitting.caseId],
  )
  await pool.query(
    `insert into case_imports (id, firm_id, status, failure, created_by) values ($1, $2, 'failed', 'f', $3)`,
    [importId, firmId, userId],
  )
  await pool.query(
    `insert into videos (id, firm_id, case_id, uploaded_by, filename, size_bytes, resumable) values ($1, $2, $3, $4, 'part.mp4', 10, true)`,
    [uploadId, firmId, sitting.caseId, userId],
  )
  const must = async <T>(person: Person, url: string, body: object): Promise<T> => {
    const response = await person.call('POST', url, body)
    if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`)
    return response.json<T>()
  }
  const { record } = await must<{ record: { id: string } }>(lead, '/api/auth/tokens', {
    ...{ name: 'Script', scopes: ['read'], days: null, password: testPassword },
  })
  const shared = await must<{ link: { id: string }; url: string }>(lead, `/api/exports/${exportId}/links`, {})
  await must(administrator, '/api/team/invitations', {
    ...{ email: `invited-${mark.toLowerCase()}@firm.example`, role: 'member', profession: 'attorney' },
  })
  const idIn = async (table: string, where: string): Promise<string> => {
    const { rows } = await pool.query<{ id: string }>(`select id from ${table} where ${where} limit 1`)
    if (!rows[0]) throw new Error(`${table} has no row of the firm`)
    return rows[0].id
  }
  const inCase = `case_id = '${sitting.caseId}'`
  const inVideo = `video_id = '${sitting.videoId}'`
  const ofFirm = `firm_id = '${firmId}'`
  const strikeId = await idIn('strikes', `${inCase} and state = 'draft'`)
  const ids = {
    ...sitting,
    exportId,
    userId: bystander.actor.userId,
    successorId: people.attorney.actor.userId,
    field: 'occupation',
    passkeyId,
    importId,
    tokenId: record.id,
    linkId: shared.link.id,
    highlightId: await idIn('highlights', `session_id = '${sitting.sessionId}'`),
    findingId: await idIn('findings', inVideo),
    strikeId,
    evidenceId: await idIn('strike_evidence', `strike_id = '${strikeId}'`),
    excusalId: await idIn('excusals', inCase),
    stepId: await idIn('selection_steps', inCase),
    invitationId: await idIn('one_time_links', `${ofFirm} and kind = 'invitation'`),
    requestId: newId(),
    'endpoints.id': newId(),
    'annotations.id': await idIn('annotations', inVideo),
    'corrections.id': await idIn('corrections', inVideo),
    'notifications.id': notificationId,
    'sessions.id': lead.actor.signInId,
    'uploads.id': uploadId,
    liveNoteId: await idIn('live_notes', ofFirm),
    strikeEventId: await idIn('strike_events', `strike_id = '${strikeId}'`),
    excusalEventId: await idIn('excusal_events', 'true order by at desc'),
    commentId: await idIn('highlight_comments', 'true order by created_at desc'),
    firmId,
  }
  for (const [table, columns] of Object.entries(written))
    for (const column of columns) {
      const value = `${mark}-${table}-${column}`
      const unique = table === 'cases' && column === 'case_number' ? `'${value}-' || left(id::text, 8)` : `'${value}'`
      // Bypasses triggers that forbid changes.
      await pool.query(`begin; set local session_replication_role = replica;
        update ${table} set ${column} = ${unique} where ${column} not like 'MARK%'; commit`)
    }
  for (const statement of inJson)
    await pool.query(`${statement} where position('MARK' in ${/set (\w+)/.exec(statement)![1]}::text) = 0`, [
      `${mark}-json`,
    ])
  const known = new Set([...idsIn(await dumpTables(at))].filter((id) => !there.has(id)))
  return { mark, known, administrator, lead, people, colleague, suspended, ids, shareToken: shared.url.slice(-43) }
}

export async function signInAgain(at: TestApp, { actor }: Person, expiresInMs = 3_600_000): Promise<string> {
  const token = newToken()
  await at.parts.database.db.insert(signIns).values({
    ...{ id: newId(), tokenHash: hashToken(token), userId: actor.userId, firmId: actor.firmId },
    expiresAt: new Date(Date.now() + expiresInMs),
  })
  return `venire_session=${token}`
}

const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
export const uuidsIn = (text: string): string[] => text.match(uuids) ?? []

export const idsIn = (dump: Dump): Set<string> => new Set([...dump.values()].flat().flatMap(uuidsIn))

export type Dump = ReadonlyMap<string, readonly string[]>

export async function dumpTables({ parts }: TestApp): Promise<Dump> {
  const { pool } = parts.database
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename not in ('schema_migrations', 'guesses', 'idempotency_keys') order by 1`,
  )
  const dump = new Map<string, string[]>()
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from "${name}" t order by 1`)
    dump.set(
      name,
      found.rows.map(({ row }) => row),
    )
  }
  return dump
}

type Json = { [name: string]: unknown }

const jsonSchemas = new Map<Endpoint, Json>()
function schemaOf(endpoint: Endpoint): Json {
  const known = jsonSchemas.get(endpoint)
  if (known) return known
  const made = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as Json
  jsonSchemas.set(endpoint, made)
  return made
}

const texts: readonly string[] = [
  'A sample of text that is long enough',
  '12',
  '09:30',
  'ABC12',
  'someone@firm.example',
  'https://venire.firm.example/s/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'data:image/png;base64,iVBORw0KGgo=',
]
const named: Readonly<Record<string, string>> = {
  email: 'someone@firm.example',
  timeZone: 'America/New_York',
  cursor: '01990000-0000-7000-8000-000000000000',
  password: testPassword,
  current: testPassword,
  code: '123456',
  jurorNumber: '99',
}

function sampleText(schema: Json, name: string): string {
  if (schema.format === 'email') return 'someone@firm.example'
  if (schema.format === 'date') return '2027-01-04'
  if (schema.format === 'date-time') return '2027-01-04T15:00:00Z'
  if (schema.format === 'uri') return 'http://127.0.0.1:1/'
  const pattern = typeof schema.pattern === 'string' ? new RegExp(schema.pattern, 'u') : null
  const least = Number(schema.minLength ?? 0)
  const most = Number(schema.maxLength ?? Infinity)
  const given = [named[name] ?? [], texts].flat()
  const fits = given.find((each) => each.length >= least && each.length <= most && (pattern?.test(each) ?? true))
  return fits ?? 'x'.repeat(Math.min(Math.max(least, 1), most))
}

type Making = {
  all: boolean
  idFor: (name: string) => unknown
  variant?: number | undefined
  text?: string | undefined
  number?: number | undefined
}

function sample(schema: Json, name: string, making: Making): unknown {
  const { all, idFor, variant = 0, text, number } = making
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[variant] ?? schema.enum[0]
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return sample(choices[variant] ?? choices[0]!, name, making)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') {
    const required = new Set((schema.required as string[] | undefined) ?? [])
    const fields = Object.entries((schema.properties as Record<string, Json> | undefined) ?? {})
    return Object.fromEntries(
      fields
        .filter(([field]) => all || required.has(field))
        .map(([field, each]) => [field, sample(each, field, making)]),
    )
  }
  if (type === 'array') {
    const least = Number(schema.minItems ?? 0)
    const item = schema.items as Json
    return all || least > 0 ? [sample(item, name.replace(/s$/, ''), making)] : []
  }
  if (type === 'string' && schema.format === 'uuid') return idFor(name)
  if (type === 'string' && text !== undefined && schema.format === undefined && named[name] === undefined)
    return text.slice(0, Number(schema.maxLength ?? Infinity))
  if (type === 'string') return sampleText(schema, name)
  if (number !== undefined && (type === 'integer' || type === 'number')) return number
  if (type === 'integer' || type === 'number')
    return name === 'version' ? 1 : Math.max(Number(schema.minimum ?? 1), Math.min(1, Number(schema.maximum ?? 1)))
  return type === 'boolean' ? false : null
}

export const freeIds = ['eventId', 'id'] as const
const isFree = (name: string): boolean => (freeIds as readonly string[]).includes(name)

const overrides: Readonly<Record<string, (ids: Ids) => object>> = {
  'POST /api/sessions/:sessionId/highlights': ({ videoId }) => ({ videoId, start: 1, end: 2 }),
  'POST /api/sessions/:sessionId/highlight-decisions': ({ highlightId }) => ({
    decision: 'confirm',
    items: [{ id: highlightId, version: 1 }],
  }),
  'POST /api/exports': ({ caseId }) => ({ type: 'csv', template: 'jurors', scope: { kind: 'case', id: caseId } }),
  'POST /api/exports/estimate': ({ caseId }) => ({
    type: 'csv',
    template: 'jurors',
    scope: { kind: 'case', id: caseId },
  }),
  'PUT /api/cases/:caseId/second-opinion': () => ({ enabled: false }),
  'PUT /api/sessions/:sessionId/motion-quotes': ({ videoId }) => ({
    quoteId: 'ab'.repeat(32),
    videoId,
    verified: true,
  }),
  'POST /api/videos/:videoId/voices/merge': () => ({ version: 1, from: 'JUROR 12', into: 'JUROR 13' }),
  'PUT /api/videos/:videoId/transcript': () => ({ name: 'day.txt', text: 'THE COURT: Good morning.' }),
  'POST /api/cases/:caseId/jurors/import': () => ({
    columns: [{ header: 'No', target: 'jurorNumber' }],
    rows: [['77']],
  }),
}

export const nameEndpoint = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`

export function sampleInput(
  endpoint: Endpoint,
  ids: Ids,
  { all = false, free, ...given }: Partial<Omit<Making, 'idFor'>> & { free?: string } = {},
): Json {
  const override = overrides[nameEndpoint(endpoint)]
  if (override && !all && given.variant === undefined) return override(ids) as Json
  const idFor = (name: string) => (isFree(name) ? (free ?? newId()) : (ids[name] ?? newId()))
  return sample(schemaOf(endpoint), '', { all, idFor, ...given }) as Json
}

export const takesIds = (endpoint: Endpoint): boolean => JSON.stringify(schemaOf(endpoint)).includes('"format":"uuid"')

export function foreignInputs(endpoint: Endpoint, ids: Ids, others: Ids): Json[] {
  const own = sampleInput(endpoint, ids)
  return [0, 1].flatMap((variant) => {
    const [minimal, full] = [false, true].map((all) => sampleInput(endpoint, others, { all, variant }))
    const fields = Object.entries(full!).map(([field, value]) => ({ ...own, [field]: value }))
    return [minimal!, full!, { ...sampleInput(endpoint, ids, { variant }), ...minimal }, ...fields]
  })
}

export const listParams = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)

function idOf(path: string, name: string, ids: Ids): string {
  const before = new RegExp(`([\\w-]+)/:${name}(?=/|$)`).exec(path)?.[1] ?? ''
  const found = name === 'id' ? ids[`${before}.id`] : ids[name]
  if (found === undefined) throw new Error(`${path}: buildFirm in test/attack.ts has no id for ":${name}". Add one.`)
  return found
}

export const buildUrl = (path: string, ids: Ids, other: Ids = ids, foreign: readonly number[] = []): string => {
  let position = 0
  return path.replace(/:(\w+)/g, (_match, name: string) => idOf(path, name, foreign.includes(position++) ? other : ids))
}

export const withQuery = (url: string, input: Json): string => {
  const query = new URLSearchParams(
    Object.entries(input).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  return query === '' ? url : `${url}?${query}`
}

export const wordsOfLibraries =
  /\bat .+:\d+:\d+|node_modules|SQLSTATE|drizzle|pglite|postgres|\bzod\b|expected (string|number|object|array)|Invalid (input|option|UUID|type)|invalid_type|FST_|ECONN|ENOENT|relation "|column "|constraint|duplicate key|insert into|undefined|\[object Object\]|\bNaN\b|TypeError|RangeError|SyntaxError|Unexpected token/

export const foreignSites: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost.evil.example' },
  { origin: 'http://evil.example', host: 'evil.example' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
export const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
]

export const hostileTexts = [
  'NUL \0 inside',
  'half \ud800 a character',
  "'; drop table cases; -- %_\\% ((((& | ! <-> :* * /* ${7*7} {{7*7}} %n%s",
  '\u202Egnp.exe\r\nSet-Cookie: a=b <script>alert(1)</script>"><img src=x onerror=alert(1)>',
  'long '.repeat(30_000),
]
export const hostileNumbers = [-1, 1e308]
export const rawBodies = [
  '{"__proto__":{"isOperator":true,"polluted":true}}',
  '[]',
  'null',
  `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`,
  '{"constructor":{"prototype":{"polluted":true}}}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '"text"',
  '1e999',
  '{"a":',
  '',
  '\uFEFF{}',
]

export const mapValues = (value: unknown, change: (value: unknown) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((each) => mapValues(each, change))
  if (typeof value !== 'object' || value === null) return change(value)
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapValues(each, change)]))
}

export async function forgeArchive(
  at: TestApp,
  caseId: string,
  change: (folder: string, files: { path: string; name: string }[]) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'venire-forged-'))
  const { db } = at.parts.database
  const collected = await collectCase({ db, storage: at.parts.storage, caseId, folder }, () => {})
  const { release, ...what } = collected
  await change(folder, what.files)
  const out = join(folder, 'out.zip')
  await sealFiles({ ...what, folder, out }, () => {})
  await release()
  const bytes = await readFile(out)
  await rm(folder, { recursive: true, force: true })
  return bytes
}

export const editRows = (table: string, edit: (row: Record<string, unknown>) => object) => async (folder: string) => {
  const path = join(folder, 'records', `${table}.jsonl`)
  const lines = (await readFile(path, 'utf8')).trim().split('\n')
  await writeFile(
    path,
    lines.map((line) => `${JSON.stringify(edit(JSON.parse(line) as Record<string, unknown>))}\n`).join(''),
  )
}
export const addFile = (name: string) => async (folder: string, files: { path: string; name: string }[]) => {
  const path = join(folder, `extra${files.length}`)
  await writeFile(path, '<script>alert(1)</script>')
  files.push({ path, name })
}

export const sendAtOnce = (
  at: TestApp,
  count: number,
  url: string,
  payload: object,
  headers: Record<string, string> = {},
) =>
  Promise.all(
    Array.from({ length: count }, (_each, index) => {
      const remoteAddress = `203.0.113.${index}`
      const claims = { 'x-forwarded-for': `198.51.100.${index}`, 'x-real-ip': `198.51.100.${index}` }
      return at.app.inject({ method: 'POST', url, payload, remoteAddress, headers: { ...claims, ...headers } })
    }),
  )

export const oddAddresses = [
  '/api/cases/',
  '//api/cases',
  '/api//cases',
  '/api/./cases',
  '/x/../api/cases',
  '/api/%63ases',
  '/api/cases%00',
  '/API/CASES',
  '/api/cases;x=1',
  '/api/cases%2f..%2fcases',
  '/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/../../package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/api/videos/..%2f..%2fetc%2fpasswd/stream',
  '/api/jurors/__proto__',
  '/api/jurors/%',
  `/api/jurors/${'a'.repeat(3000)}`,
  "/api/jurors/' or 1=1--",
  '/api/jurors/%00',
]

export const foreignHosts = [
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '10.0.0.1',
  '0.0.0.0',
  '0x7f.1.evil.example',
  'metadata.internal',
  '127.0.0.1.nip.io',
  'localhost.evil.example',
  '2852039166',
  '[fe80::1]',
  'localhost@evil.example',
  '[::]',
]
