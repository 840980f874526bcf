import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { buildExport, buildSitting } from '#server/features/exports/exports.factory.ts'
import { newId } from '#server/platform/ids.ts'
import { type Person, type TestApp, testPassword } from './app.ts'

export type Ids = Record<string, string>

/** In every text of the case except its title, so that it shows wherever any of them leaks. */
export const canary = 'Quetzalcoatl'
export const canaryTitle = 'State v. Titania'
export const canaryDate = '2031-02-03'

export async function buildFilledCase(at: TestApp, lead: Person, word = canary): Promise<Ids> {
  const { pool } = at.parts.database
  const ids: Ids = await buildSitting(at.parts, lead.actor, {
    turns: [
      { text: `Do you know ${word}?`, speaker: 'THE COURT', role: 'judge', jurorNumber: null },
      { text: `I know ${word} well.` },
      { text: `I could be fair to ${word}.` },
    ],
    juror: { displayName: `Ada ${word}`, employer: `${word} Works`, occupation: word, notes: word },
  })
  const { caseId, sessionId, videoId, jurorId } = ids
  await pool.query(
    `update cases set status = 'in_selection', title = $2, case_number = $3, judge = $3, court = $3, trial_date = $4,
      our_side = 'defense', selection_method = 'struck_panel', strike_budget = $5 where id = $1`,
    [
      caseId,
      ...(word === canary ? [canaryTitle, word, canaryDate] : ['State v. Other', word, '2032-04-05']),
      JSON.stringify({
        ...{
          us: 10,
          them: 6,
          alternatesUs: 1,
          alternatesThem: 1,
          perDefendant: null,
          source: 'default',
          orderNote: '',
        },
      }),
    ],
  )
  await pool.query(`update sessions set name = $2 where id = $1`, [sessionId, word])
  await pool.query(`update videos set filename = $2 where id = $1`, [videoId, `${word}.mp4`])
  const { rows: others } = await pool.query<{ id: string }>('select id from jurors where case_id = $1 and id <> $2', [
    caseId,
    jurorId,
  ])
  const { rows: findings } = await pool.query<{ id: string }>('select id from findings where video_id = $1', [videoId])
  const make = async <T extends object>(method: 'POST' | 'PUT', url: string, body: object): Promise<T> => {
    const response = await lead.call(method, `/api${url}`, body)
    if (response.statusCode !== 200) throw new Error(`${method} ${url}: ${response.statusCode} ${response.body}`)
    return response.json<T>()
  }
  type Made = { id: string }
  const inSession = `/sessions/${sessionId}`
  const highlight = await make<Made>('POST', `${inSession}/highlights`, { videoId, start: 4, end: 7 })
  const onVideo = `/videos/${videoId}`
  const annotation = await make<Made>('POST', `${onVideo}/annotations`, { title: word, startTime: 1 })
  const { correction } = await make<{ correction: Made }>('POST', `${onVideo}/corrections`, {
    ...{ turn: 2, from: 0, to: 0, newText: 'Eye' },
  })
  await make('POST', `/highlights/${highlight.id}/comments`, { text: word })
  const [liveNoteId, otherJurorId, findingId] = [newId(), others[0]!.id, findings[0]!.id]
  await make('POST', `${inSession}/live-notes`, { eventId: liveNoteId, jurorId, kind: 'note', text: word })
  const strike = await make<Made & { evidence: Made[] }>('POST', `${inSession}/strikes`, {
    ...{ eventId: newId(), jurorId, kind: 'cause', rationale: word },
    evidence: [{ source: 'highlight', highlightId: highlight.id, note: word }],
  })
  const excusal = await make<Made>('POST', `${inSession}/excusals`, {
    ...{ eventId: newId(), jurorId: otherJurorId, reason: word },
  })
  const step = await make<Made>('POST', `${inSession}/selection-steps`, {
    ...{ eventId: newId(), kind: 'passed', side: 'us' },
  })
  const made = await buildExport(at.parts, lead.actor, { caseId: caseId!, title: word, filename: `${word}.csv` })
  const { link } = await make<{ link: Made }>('POST', `/exports/${made.id}/links`, { label: word, expiresInHours: 5 })
  await make('PUT', `/jurors/${jurorId}/rating`, { lean: 1, confidence: 1, leader: false, note: word })
  await make('POST', `/cases/${caseId}/restricted-records`, { reason: `to answer an objection by ${word}` })
  await make('PUT', `/jurors/${jurorId}/restricted-record`, { record: { source: 'self_reported', value: word } })
  await make('PUT', `/jurors/${jurorId}/fact-quotes/occupation`, { highlightId: highlight.id })
  await make('PUT', `${inSession}/reel`, { highlightIds: [highlight.id] })
  return {
    ...ids,
    ...{ otherJurorId, findingId, liveNoteId, exportId: made.id, linkId: link.id, userId: lead.actor.userId },
    ...{ highlightId: highlight.id, annotationId: annotation.id, correctionId: correction.id, strikeId: strike.id },
    ...{ evidenceId: strike.evidence[0]!.id, excusalId: excusal.id, stepId: step.id, field: 'occupation' },
  }
}

/** Fills a path's parameters. Some paths call their own ID just `id`. */
export const fillPath = (path: string, ids: Ids): string =>
  path.replace(/:(\w+)/g, (_match, name: string) => {
    if (name !== 'id') return ids[name] ?? newId()
    return (
      (path.includes('annotations') ? ids.annotationId : path.includes('corrections') && ids.correctionId) || newId()
    )
  })

const written: Record<string, (ids: Ids) => object> = {
  'POST /api/sessions/:sessionId/highlights': ({ videoId }) => ({ videoId, start: 4, end: 7 }),
  'PATCH /api/highlights/:highlightId': () => ({ version: 1, pinned: true }),
  'POST /api/sessions/:sessionId/highlight-decisions': ({ highlightId: id }) => ({
    decision: 'reopen',
    items: [{ id, version: 1 }],
  }),
  'POST /api/cases/:caseId/status': () => ({ to: 'active', reason: 'moved on too early' }),
  'PATCH /api/cases/:caseId': () => ({ version: 1, judge: 'Judge 4' }),
  'PATCH /api/cases/:caseId/members/:userId': () => ({ role: 'viewer' }),
  'POST /api/cases/:caseId/members': ({ userId }) => ({ userId, role: 'viewer' }),
  'PUT /api/cases/:caseId/second-opinion': () => ({ enabled: false }),
  'POST /api/cases/:caseId/jurors/import': () => ({
    columns: [{ header: 'Number', target: 'jurorNumber' }],
    rows: [['77']],
    dryRun: false,
  }),
  'POST /api/cases/:caseId/sessions': () => ({ type: 'jury_voir_dire', date: null }),
  'POST /api/cases/:caseId/jurors': () => ({ jurorNumber: '99' }),
  'PATCH /api/jurors/:jurorId': () => ({ version: 1, occupation: 'Clerk' }),
  'PUT /api/jurors/:jurorId/rating': () => ({ lean: 2, confidence: 2, leader: true, note: '' }),
  'PATCH /api/sessions/:sessionId': () => ({ version: 1, name: 'Day 9' }),
  'PATCH /api/videos/:videoId': () => ({ caseId: null }),
  'PUT /api/videos/:videoId/transcript': () => ({ name: 'a.srt', text: '1\n00:00:01,000 --> 00:00:02,000\nYes.\n' }),
  'POST /api/videos/:videoId/corrections': () => ({ turn: 1, from: 0, to: 0, newText: 'You' }),
  'POST /api/videos/:videoId/voices/stretches': () => ({
    ...{ version: 0, grouping: newId() },
    names: [{ label: 'JUROR 12', fromTurn: 1, toTurn: 1, jurorNumber: '13' }],
  }),
  'POST /api/videos/:videoId/voices/merge': () => ({ version: 0, from: 'JUROR 12', into: 'THE COURT' }),
  'PUT /api/sessions/:sessionId/speakers': ({ videoId, jurorId }) => ({
    ...{ videoId, label: 'JUROR 12', version: 0, assignment: { role: 'juror', jurorId } },
  }),
  'PUT /api/sessions/:sessionId/motion-quotes': ({ videoId }) => ({
    ...{ quoteId: 'a'.repeat(64), videoId, verified: true },
  }),
  'POST /api/sessions/:sessionId/selection-steps': ({ otherJurorId }) => ({
    ...{ eventId: newId(), kind: 'drawn', jurorId: otherJurorId },
  }),
  'POST /api/sessions/:sessionId/strikes': ({ otherJurorId, highlightId }) => ({
    ...{ eventId: newId(), jurorId: otherJurorId, kind: 'cause' },
    evidence: [{ source: 'highlight', highlightId, note: '' }],
  }),
  'PATCH /api/strikes/:strikeId': () => ({ version: 1, rationale: 'Nothing.' }),
  'POST /api/strikes/:strikeId/evidence': ({ highlightId }) => ({
    version: 1,
    item: { source: 'highlight', highlightId, note: '' },
  }),
  'POST /api/strikes/:strikeId/moves': () => ({ eventId: newId(), version: 1, move: 'void', reason: 'not needed' }),
  'POST /api/excusals/:excusalId/moves': () => ({ eventId: newId(), version: 1, move: 'void', reason: 'not needed' }),
  'POST /api/exports': ({ caseId: id }) => ({ type: 'csv', template: 'jurors', scope: { kind: 'case', id } }),
  'POST /api/exports/estimate': ({ caseId: id }) => ({ type: 'csv', template: 'jurors', scope: { kind: 'case', id } }),
}

type Schema = {
  type?: string
  enum?: unknown[]
  const?: unknown
  format?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minItems?: number
  minimum?: number
}

/** Returns a body that passes validation and refers to `ids` wherever it can. */
export function buildBody({ method, path, input }: Endpoint, ids: Ids): object {
  const own = written[`${method} ${path}`]
  if (own) return own(ids)
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema
  return toSample(schema, '', ids) as object
}

function toSample(schema: Schema, name: string, ids: Ids): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return toSample(schema.anyOf[0], name, ids)
  switch (schema.type) {
    case 'string':
      if (schema.format === 'uuid') return ids[name] ?? (name === 'highlightIds' ? ids.highlightId : newId())
      if (schema.format === 'date-time') return '2031-11-21T10:00:00Z'
      if (schema.format === 'email') return `${newId()}@firm.example`
      if (name === 'password' || name === 'current') return testPassword
      return name === 'url' ? 'http://127.0.0.1:9/' : 'a reason that is long enough'
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1)
    case 'boolean':
      return false
    case 'array':
      return schema.items && (schema.minItems || name === 'highlightIds') ? [toSample(schema.items, name, ids)] : []
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field, each]) => schema.required?.includes(field) || (each.format === 'uuid' && ids[field]))
          .map(([field, each]) => [field, toSample(each, field, ids)]),
      )
    default:
      return null
  }
}

/** These tables change with every request, or hold only what a person does with their own account. */
const volatile =
  /^(sign_ins|sign_in_places|audit_.*|changes|guesses|idempotency_keys|entry_steps|file_accesses|.*_hours|nodes|notifications)$/

export async function hashTables({ parts }: TestApp): Promise<Ids> {
  const { pool } = parts.database
  const { rows } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const hashes: Ids = {}
  for (const { name } of rows.filter((each) => !volatile.test(each.name))) {
    const found = await pool.query<{
      hash: string
    }>(`select md5(coalesce(string_agg(text, '|' order by text), '')) as hash
      from (select (to_jsonb(row) - 'last_seen_at')::text as text from "${name}" as row) as lines`)
    hashes[name] = found.rows[0]!.hash
  }
  return hashes
}
