import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildExport } from '#server/features/exports/exports.factory.ts'
import { buildCase, buildVideo } from '#server/features/videos/videos.factory.ts'
import { fileKinds, videoFiles, videoPrefix } from '#server/features/videos/videos.table.ts'
import { type Person, testApp, type TestApp } from './app.ts'

let at: TestApp
let owner: Person
let paths: Record<string, string>
let opening: string
const attack = '<script>fetch("/api/auth/account")</script>'

const sendsNoFile = ['/s/:token', '/api/openapi.json', '/api/docs', '/healthz', '/readyz', '/metrics', '/api/live']

beforeAll(async () => {
  at = await testApp()
  owner = await at.person()
  const caseId = await buildCase(at.parts.database.db, owner.actor)
  const video = await buildVideo(at.parts, owner.actor, {
    caseId,
    bytes: Buffer.from(attack),
    container: 'text/html',
    durationMs: 1000,
    filename: 'day-1.html',
  })
  for (const kind of fileKinds.filter((each) => each !== 'proxy')) {
    const key = `${videoPrefix(video)}derived/1/${kind}.html`
    const { sizeBytes } = await at.parts.storage.put(key, Buffer.from(attack))
    await at.parts.database.db.insert(videoFiles).values({ videoId: video.id, kind, key, mime: 'text/html', sizeBytes })
  }
  const made = await buildExport(at.parts, owner.actor, { caseId, mime: 'text/html', filename: 'jurors.html' })
  const linked = await owner.call('POST', `/api/exports/${made.id}/links`, { expiresInHours: 1 })
  const { url } = linked.json<{ url: string }>()
  const session = (
    await owner.call('POST', `/api/cases/${caseId}/sessions`, { type: 'jury_voir_dire', date: null })
  ).json<{
    id: string
  }>()
  const sharePath = new URL(url, 'http://localhost').pathname
  opening = String((await at.app.inject({ url: sharePath })).headers['set-cookie']).split(';')[0]!
  paths = {
    '/s/:token': sharePath,
    '/api/videos/:videoId/': `/api/videos/${video.id}/`,
    '/api/exports/:exportId/': `/api/exports/${made.id}/`,
    '/api/sessions/:sessionId/': `/api/sessions/${session.id}/`,
  }
})
afterAll(() => at.close())

function listFileRoutes(): string[] {
  const endpoints = new Set(at.app.mounted.map(({ method, path }) => `${method} ${path}`))
  return at.app.waysIn
    .filter((way) => way.startsWith('GET ') && !endpoints.has(way))
    .map((way) => way.slice('GET '.length))
    .filter((path) => !sendsNoFile.includes(path))
}

function requestFile(route: string, range?: string) {
  const prefix = Object.keys(paths).find((each) => route.startsWith(each)) ?? ''
  return at.app.inject({
    url: `${paths[prefix] ?? ''}${route.slice(prefix.length)}`,
    headers: { cookie: `${owner.cookie}; ${opening}`, ...(range !== undefined && { range }) },
  })
}

const unrecorded = [
  '/api/videos/:videoId/poster',
  '/api/videos/:videoId/sprite',
  '/api/videos/:videoId/waveform',
  '/api/videos/:videoId/captions',
  '/api/sessions/:sessionId/question-balance.csv',
  '/api/profile/data',
]

// Films, packs, and archives are exports. This test must run first because access is recorded only once per half hour.
test('every route that sends evidence records the access, even of a single byte', async () => {
  const recorded: Record<string, string[]> = {}
  const readEvents = async () =>
    (await at.parts.database.pool.query<{ action: string }>('select action from audit_events order by seq')).rows
  for (const route of listFileRoutes()) {
    const before = (await readEvents()).length
    expect([route, (await requestFile(route, 'bytes=-1')).statusCode < 300]).toEqual([route, true])
    recorded[route] = (await readEvents()).slice(before).map(({ action }) => action)
  }
  for (const route of unrecorded) delete recorded[route]
  expect(recorded).toEqual({
    '/api/videos/:videoId/stream': ['video.viewed'],
    '/api/videos/:videoId/download': ['video.downloaded'],
    '/api/exports/:exportId/file': ['export.downloaded'],
    '/s/:token/file': ['export.link_downloaded', 'export.accessed_by_link'],
  })
})

test('no page, response, or file can be framed', async () => {
  for (const url of [
    ...new Set([
      paths['/s/:token'],
      `${paths['/s/:token']}/file`,
      '/',
      '/dashboard',
      '/api/videos',
      '/healthz',
      `${paths['/api/videos/:videoId/']}stream`,
    ]),
  ]) {
    const { headers } = await at.app.inject({ url: url!, headers: { cookie: `${owner.cookie}; ${opening}` } })
    expect([url, headers['content-security-policy']]).toEqual([url, expect.stringContaining("frame-ancestors 'none'")])
  }
})

test('every file route sets the type by kind and sends it sandboxed', async () => {
  const sent: Record<string, unknown[]> = {}
  for (const route of listFileRoutes()) {
    const { statusCode, headers, rawPayload } = await requestFile(route)
    expect([route, statusCode, rawPayload.length > 0]).toEqual([route, 200, true])
    expect([route, headers]).toMatchObject([
      route,
      {
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      },
    ])
    sent[route] = [headers['content-type'], String(headers['content-disposition']).split(';')[0]]
  }
  expect(sent).toEqual({
    '/api/profile/data': ['application/json; charset=utf-8', 'attachment'],
    '/api/videos/:videoId/stream': ['application/octet-stream', 'attachment'],
    '/api/videos/:videoId/download': ['application/octet-stream', 'attachment'],
    '/api/videos/:videoId/poster': ['image/jpeg', 'inline'],
    '/api/videos/:videoId/sprite': ['image/jpeg', 'inline'],
    '/api/videos/:videoId/waveform': ['application/octet-stream', 'attachment'],
    '/api/videos/:videoId/captions': ['text/vtt; charset=utf-8', 'inline'],
    '/api/exports/:exportId/file': ['text/csv; charset=utf-8', 'attachment'],
    '/api/sessions/:sessionId/question-balance.csv': ['text/csv; charset=utf-8', 'attachment'],
    '/s/:token/file': ['text/csv; charset=utf-8', 'attachment'],
  })
})
