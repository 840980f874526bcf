import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ExportDetail } from '#contract/exports/exports.ts'
import { aac, buildMedia, counted, h264, readCounts, tone } from '#engine/media/media.factory.ts'
import { buildSitting, type Sitting, tablesHolding } from '#server/features/exports/exports.factory.ts'
import { exports } from '#server/features/exports/core/exports.table.ts'
import { videos } from '#server/features/videos/videos.table.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { makeExport, waitMs } from '#test/exports.open.ts'
import { silent } from '#test/silent.ts'
import { startWorker } from '#worker/index.ts'

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 4 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let folder: string
let worker: Awaited<ReturnType<typeof startWorker>>
let film: ExportDetail
let filmPath: string
let link: { url: string; token: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-timecodes-'))
  const sound = [...h264, '-bf', '0', ...aac, '-shortest']
  const source = await buildMedia(join(folder, 'source.mp4'), [
    ...tone(20),
    ...counted(20, { size: '640x360' }),
    ...sound,
  ])
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor, {
    bytes: await readFile(source),
    turns: [
      { text: 'Do you know him?', speaker: 'THE COURT', role: 'judge', startMs: 1000, endMs: 2000 },
      { text: 'I know the officer.', startMs: 4000, endMs: 7000 },
      { text: 'I could be fair.', startMs: 15_000, endMs: 17_000 },
    ],
  })
  await at.parts.database.db.update(videos).set({ durationMs: 20_000 }).where(eq(videos.id, sitting.videoId))
  worker = await startWorker(at.parts, silent)
  const reel = await make({
    type: 'mp4',
    template: 'highlight_reel',
    options: { includeSuggestions: true, contextSeconds: 1 },
  })
  film = reel.made
  filmPath = reel.path
  const { url } = (await lead.call('POST', `/api/exports/${film.id}/links`, {})).json<{ url: string }>()
  link = { url, token: url.split('/').at(-1)! }
})
afterAll(async () => {
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

const make = (given: object) =>
  makeExport(lead, folder, { scope: { kind: 'session', id: sitting.sessionId }, ...given })

function linksIn(path: string): string[] {
  const found: string[] = []
  JSON.parse(execFileSync('qpdf', ['--json', '--json-key=qpdf', path]).toString(), (key, value: unknown) => {
    if (key === '/URI' && typeof value === 'string' && value.startsWith('u:')) found.push(value.slice(2))
    return value
  })
  return found
}
const room = (seconds: number) =>
  new URL(`/sessions/${sitting.sessionId}/review?v=${sitting.videoId}&t=${seconds}`, link.url).href

test('a timecode opens its exact frame in the film; others open the review room', async () => {
  const { made, path } = await make({ type: 'pdf', template: 'transcript', filmLink: link.url })
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0)
  // Before the highlight, the film has a 6 s card, a 3 s card, and 1 s of context.
  expect(linksIn(path).toSorted()).toEqual([`${link.url}?t=10`, room(1), room(15)].toSorted())
  const start = Number(new URL(linksIn(path).find((each) => each.startsWith(link.url))!).searchParams.get('t'))
  expect((await readCounts(filmPath))[start * 25]).toBe(4 * 25)
  const text = execFileSync('pdftotext', ['-layout', path, '-']).toString().replaceAll(/\s+/g, ' ')
  expect(text).toContain('Timecodes open the video “Highlight reel: Voir dire day 1” until ')
  expect(text).toContain('Timecodes outside that video open the review room')
  expect(made.film).toEqual({ exportId: film.id, title: film.title })
  expect(made.manifest).toMatchObject({ film: { exportId: film.id, sha256: film.sha256, timecodes: 1 } })
})

test('once the file is made, no table or job has its token, and a rerun asks again', async () => {
  const { made } = await make({ type: 'pdf', template: 'session_summary', filmLink: link.url })
  const [row] = await at.parts.database.db.select().from(exports).where(eq(exports.id, made.id))
  expect(row).toMatchObject({ status: 'ready', sealedLink: null, filmId: film.id })
  expect(await tablesHolding(at.parts, link.token)).toEqual([])
  expect(await tablesHolding(at.parts, made.id)).toEqual(expect.arrayContaining(['audit_events', 'exports']))
  expect((await lead.call('POST', `/api/exports/${made.id}/rerun`, {})).statusCode).toBe(400)
})

test('also works encrypted, with work product, for one video, and as an offline page', async () => {
  const password = 'Quartz-Lagoon-82!vexing'
  const locked = await make({ type: 'pdf', template: 'transcript', filmLink: link.url, password })
  const plain = join(folder, 'plain.pdf')
  execFileSync('qpdf', [`--password=${password}`, '--decrypt', locked.path, plain])
  expect(linksIn(plain)).toContain(`${link.url}?t=10`)
  expect((await readFile(locked.path)).includes(link.token)).toBe(false)
  const own = await make({
    type: 'pdf',
    template: 'video_report',
    scope: { kind: 'video', id: sitting.videoId },
    options: { includeSuggestions: true, includePrivileged: true },
    filmLink: link.url,
  })
  expect(own.made.neverLinked).toBe(true)
  expect(linksIn(own.path).filter((each) => each === `${link.url}?t=10`)).toHaveLength(2)
  const page = await make({ type: 'html', template: 'session_page', filmLink: link.url })
  const html = await readFile(page.path, 'utf8')
  expect(html).toContain(`<a href="${link.url}?t=10" target="_blank" rel="noreferrer noopener">0:00:04</a>`)
  expect(html).toContain(room(15).replaceAll('&', '&amp;'))
})

test('without a film, every timecode opens the review room', async () => {
  const { made, path } = await make({ type: 'pdf', template: 'transcript' })
  expect(linksIn(path).toSorted()).toEqual([room(1), room(4), room(15)].toSorted())
  expect(made.film).toBeNull()
  expect(JSON.stringify(made.manifest)).not.toContain('timecodes')
})
