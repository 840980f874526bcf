import { expect, test, afterAll, beforeAll, beforeEach } from 'vitest'
import { eq } from 'drizzle-orm'
import { type Export, ExportOptions } from '#contract/exports/exports.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import {
  getFilmUrl,
  readClips,
  type FilmClip,
  filmFacts,
  type FilmLink,
  getLength,
  findFilmSecond,
  openFilm,
} from '../core/film-link.ts'
import { buildExport, buildSitting, type Sitting, tablesHolding } from '../exports.factory.ts'
import { type ExportRow, exports, shareLinks } from '../core/exports.table.ts'

const [videoId, otherId] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const clip = (startMs: number, endMs: number, atMs: number, given: Partial<FilmClip> = {}): FilmClip => ({
  videoId,
  startMs,
  endMs,
  firstFrameMs: startMs,
  atMs,
  ...given,
})
const reel = [clip(3000, 8000, 9000), clip(20_000, 30_000, 17_000, { videoId: otherId, firstFrameMs: 20_013 })]

test("counts a clip's own card and earlier cards", () => {
  expect(findFilmSecond(reel, videoId, 3)).toBe(9)
  expect(findFilmSecond(reel, videoId, 4.25)).toBe(10.25)
  expect(findFilmSecond(reel, otherId, 25)).toBe(21.987)
  expect(findFilmSecond(reel, otherId, 20.001)).toBe(17)
})

test('returns null for a moment in no clip', () => {
  for (const seconds of [0, 2.999, 8, 20]) expect(findFilmSecond(reel, videoId, seconds)).toBeNull()
  expect(findFilmSecond(reel, '00000000-0000-4000-8000-000000000003', 4)).toBeNull()
})

test('prefers the clip that runs longer, in any order', () => {
  const [long, short] = [clip(5000, 20_000, 9000), clip(0, 10_000, 30_000)]
  expect(findFilmSecond([long, short], videoId, 8)).toBe(12)
  expect(findFilmSecond([short, long], videoId, 8)).toBe(12)
  expect(findFilmSecond([short, long], videoId, 4)).toBe(34)
})

test('never starts before the first frame, where a player would show the card', () => {
  expect(findFilmSecond([clip(3000, 8000, 7007.3333)], videoId, 3)).toBe(7.008)
  expect(findFilmSecond([clip(3000, 8000, 9000.0000000001)], videoId, 3)).toBe(9)
})

test("returns the film's length, and 0 if unknown", () => {
  expect(getLength(readClips({ clips: [{ ...reel[0], reelMs: 14_000, method: 'encoded' }] }))).toBe(14)
  const { atMs: _, ...single } = clip(3000, 8000, 0, { firstFrameMs: 3020 })
  expect(getLength(readClips({ clips: [single] }))).toBe(4.98)
  for (const none of [null, {}, { clips: 'x' }, { clips: [{ videoId }] }]) expect(readClips(none)).toEqual([])
  expect(getLength([])).toBe(0)
})

test('a manifest names the film and counts its timecodes but omits its URL', () => {
  const film: FilmLink = {
    exportId: 'e',
    sha256: 'h',
    title: 'Reel',
    address: 'https://firm.example/s/SECRET',
    clips: reel,
    linkEndsAt: '2026-01-01T00:00:00.000Z',
    hasPassword: false,
    hasEmailCode: false,
    maxDownloads: null,
  }
  const content = [getFilmUrl(film, videoId, 4), getFilmUrl(film, videoId, 1), { url: getFilmUrl(film, otherId, 21) }]
  expect(content[0]).toBe('https://firm.example/s/SECRET?t=10')
  expect(filmFacts(film, content)).toEqual({ film: { exportId: 'e', sha256: 'h', timecodes: 2 } })
  expect(filmFacts(null, content)).toEqual({})
})

const password = 'Quartz-Lagoon-82!vexing'
const unknown = 'This link doesn’t open a reel or clip in this case. Create a new share link and paste it in full.'

let at: TestApp
let lead: Person
let sitting: Sitting
let film: ExportRow
beforeAll(async () => {
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor)
})
afterAll(() => at.close())
beforeEach(async () => {
  film = await buildFilm(lead, sitting)
})

const buildFilm = (person: Person, { caseId, videoId }: Sitting, given: Partial<Omit<ExportRow, 'caseId'>> = {}) =>
  buildExport(at.parts, person.actor, {
    caseId,
    type: 'mp4',
    template: 'highlight_reel',
    title: 'Highlight reel: Voir dire day 1',
    mime: 'video/mp4',
    filename: 'reel.mp4',
    manifest: {
      clips: [{ videoId, startMs: 3000, endMs: 8000, firstFrameMs: 3000, atMs: 9000, reelMs: 14_000 }],
    },
    ...given,
  })

type Made = { url: string; path: string; token: string; linkId: string }
async function share(exportId = film.id, given: object = {}, person = lead): Promise<Made> {
  const response = await person.call('POST', `/api/exports/${exportId}/links`, given)
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  const { url, link } = response.json<{ url: string; link: { id: string } }>()
  const path = new URL(url).pathname
  return { url, path, token: path.slice('/s/'.length), linkId: link.id }
}
const order = (filmLink: string, given: object = {}) =>
  lead.call('POST', '/api/exports', {
    type: 'pdf',
    template: 'transcript',
    scope: { kind: 'session', id: sitting.sessionId },
    filmLink,
    ...given,
  })
async function ordered(filmLink: string): Promise<Export> {
  const response = await order(filmLink)
  expect([response.statusCode, response.body]).toEqual([200, expect.any(String)])
  return response.json<Export>()
}
const toRow = async (id: string) => (await at.parts.database.db.select().from(exports).where(eq(exports.id, id)))[0]!

test('accepts a link to a film in the case, records which, and seals its token', async () => {
  const { url, token, linkId } = await share()
  const made = await ordered(` ${url}?t=3#x `)
  expect(made.film).toEqual({ exportId: film.id, title: film.title })
  const row = await toRow(made.id)
  expect(row.sealedLink).toMatch(/^[\w-]{80,}$/)
  expect(await openFilm(at.parts, row)).toMatchObject({ exportId: film.id, address: url, hasPassword: false })
  expect(await tablesHolding(at.parts, token)).toEqual([])
  expect(await tablesHolding(at.parts, film.id)).toEqual(expect.arrayContaining(['audit_events', 'exports']))
  const { rows } = await at.parts.database.pool.query<{ details: string }>(
    `select details from audit_events where action = 'export.created' and entity_id = $1`,
    [made.id],
  )
  expect(JSON.parse(rows[0]!.details)).toMatchObject({
    timecodesOpen: { exportId: film.id, title: film.title, linkId },
  })
  expect((await lead.call('POST', `/api/exports/${made.id}/cancel`)).statusCode).toBe(200)
  expect(await toRow(made.id)).toMatchObject({ status: 'cancelled', sealedLink: null, filmId: film.id })
})

test('rejects unknown, foreign, and expired links with the same message', async () => {
  const { db, pool } = at.parts.database
  const stranger = await at.person()
  const [theirs, other] = [await buildSitting(at.parts, stranger.actor), await buildSitting(at.parts, lead.actor)]
  const past = new Date(Date.now() - 1000)
  const change = async (set: Partial<typeof shareLinks.$inferInsert>, given: object = {}) => {
    const made = await share(film.id, given)
    await db.update(shareLinks).set(set).where(eq(shareLinks.id, made.linkId))
    return made.url
  }
  const gone = await buildFilm(lead, sitting)
  const goneUrl = (await share(gone.id)).url
  await db.update(exports).set({ expiresAt: past }).where(eq(exports.id, gone.id))
  const addresses = {
    unknown: `http://localhost/s/${'A'.repeat(43)}`,
    'another case': (await share((await buildFilm(lead, other)).id)).url,
    'another firm': (await share((await buildFilm(stranger, theirs)).id, {}, stranger)).url,
    revoked: await change({ revokedAt: past }),
    expired: await change({ expiresAt: past }),
    'used up': await change({ downloads: 1 }, { maxDownloads: 1 }),
    'film expired': goneUrl,
  }
  for (const [name, address] of Object.entries(addresses)) {
    const refused = await order(address)
    expect([name, refused.statusCode, refused.body]).toEqual([name, 400, unknown])
  }
  const named = await buildFilm(lead, sitting, { options: ExportOptions.parse({ redactNames: false }) })
  const { url } = await share(named.id)
  await pool.query(`update cases set confidentiality = 'anonymous_jury' where id = $1`, [sitting.caseId])
  try {
    expect((await order(url)).body).toBe(unknown)
    expect((await order((await share()).url)).statusCode).toBe(200)
  } finally {
    await pool.query(`update cases set confidentiality = 'standard' where id = $1`, [sitting.caseId])
  }
})

test('rejects invalid URLs, other exports, and templates without timecodes, each with a sentence', async () => {
  const said = async (address: string, given: object = {}) => {
    const { statusCode, body } = await order(address, given)
    return [statusCode, body]
  }
  expect(await said('https://firm.example/s/short')).toEqual([400, expect.stringMatching(/^Paste the full share link/)])
  const list = await buildExport(at.parts, lead.actor, { caseId: sitting.caseId })
  const locked = await buildFilm(lead, sitting, { mime: 'application/zip', hasPassword: true })
  for (const { id, title } of [list, locked])
    expect(await said((await share(id)).url)).toEqual([
      400,
      `A browser can’t play “${title}” from this link. Choose a reel or clip without a file password.`,
    ])
  for (const given of [{ template: 'seating_chart' }, { type: 'csv' }])
    expect(await said((await share()).url, given)).toEqual([
      400,
      expect.stringMatching(/^“.*” has no timecodes to link\. Remove the share link\.$/),
    ])
})

test('rerunning asks for the link again, or uses the review room', async () => {
  const { url } = await share()
  const made = await ordered(url)
  const again = (body: object) => lead.call('POST', `/api/exports/${made.id}/rerun`, body)
  const refused = await again({})
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    'Add a share link again, or choose the review room. The earlier link wasn’t saved.',
  ])
  expect((await again({ filmLink: null })).json<Export>().film).toBeNull()
  expect((await again({ filmLink: url })).json<Export>().film?.exportId).toBe(film.id)
  expect((await again({ filmLink: `http://localhost/s/${'A'.repeat(43)}` })).body).toBe(unknown)
})

test('fails the document if its link is revoked while it waits', async () => {
  const { url, linkId } = await share()
  const made = await ordered(url)
  await lead.call('POST', `/api/exports/${film.id}/links/${linkId}/revoke`)
  await expect(openFilm(at.parts, await toRow(made.id))).rejects.toThrow(
    'The share link for timecodes stopped working before the export finished. Run the export again with a new link.',
  )
})

test("lists only the case's own films", async () => {
  const url = `/api/cases/${sitting.caseId}/exports?type=mp4&status=ready&limit=200`
  const list = (await lead.call('GET', url)).json<Export[]>()
  expect(list.map(({ id }) => id)).toContain(film.id)
  expect(new Set(list.map(({ type }) => type))).toEqual(new Set(['mp4']))
})

test('the link page starts the film at the given second and ignores invalid ones', async () => {
  const { path } = await share()
  const open = async (query: string) => (await at.app.inject({ url: `${path}${query}` })).body
  expect(await open('?t=12.3')).toContain(`src="${path}/file#t=12.3"`)
  expect(await open('?t=12.3')).toContain('Starts at 0:00:12.')
  expect(await open('?t=99999')).toContain(`src="${path}/file#t=14"`)
  for (const bad of ['', '?t=', '?t=0', '?t=-1', '?t=1e3', '?t=abc', '?t=1&t=2', '?t="><script>', '?t=12.3456'])
    expect([bad, await open(bad)]).toEqual([bad, expect.stringContaining(`src="${path}/file"></video>`)])
  const [plain, timed] = [await at.app.inject({ url: path }), await at.app.inject({ url: `${path}?t=12.3` })]
  expect(timed.body).not.toMatch(/<script|https?:|<link|<img|@import|url\(/)
  expect(timed.headers['content-security-policy']).toBe(plain.headers['content-security-policy'])
  expect(Object.keys(timed.headers).toSorted()).toEqual(Object.keys(plain.headers).toSorted())
})

test('keeps the start time through the password page; an expired link looks unknown', async () => {
  const { path, linkId } = await share(film.id, { password })
  const asked = await at.app.inject({ url: `${path}?t=12.3` })
  expect(asked.body).toContain('Enter the password')
  expect(asked.body).not.toMatch(/<video|0:00:12/)
  // The form has no action, so a browser posts to the page's URL, including `?t=`.
  expect(asked.body).toContain('<form method="post">')
  const enter = (word: string) =>
    at.app.inject({
      method: 'POST',
      url: `${path}?t=12.3`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ password: word }).toString(),
    })
  expect((await enter('not this one')).statusCode).toBe(403)
  const right = await enter(password)
  expect([right.statusCode, right.headers.location]).toEqual([303, `${path}?t=12.3`])
  const { name, value } = right.cookies[0]!
  const shown = await at.app.inject({ url: right.headers.location!, headers: { cookie: `${name}=${value}` } })
  expect(shown.body).toContain(`src="${path}/file#t=12.3"`)
  await at.parts.database.db.update(shareLinks).set({ revokedAt: new Date() }).where(eq(shareLinks.id, linkId))
  const [ended, never] = [
    await at.app.inject({ url: `${path}?t=12.3`, headers: { cookie: `${name}=${value}` } }),
    await at.app.inject({ url: `/s/${'A'.repeat(43)}?t=12.3` }),
  ]
  expect([ended.statusCode, ended.body]).toEqual([410, never.body])
})
