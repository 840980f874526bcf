import { chmod, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFailed, test, vi } from 'vitest'
import type { Export, ExportDetail } from '#contract/exports/exports.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import { buildMedia, h264, picture } from '#engine/media/media.factory.ts'
import { buildFinding } from '#server/features/analysis/analysis.factory.ts'
import { buildSitting, type Sitting } from '#server/features/exports/exports.factory.ts'
import { exportKey } from '#server/features/exports/core/exports.table.ts'
import { type Person, testApp, type TestApp } from '#test/app.ts'
import { probe, waitMs } from '#test/exports.open.ts'
import { originalKey } from '#server/features/videos/videos.table.ts'
import { silent } from '#test/silent.ts'
import { exportRoot } from './folders.ts'
import { startWorker } from './index.ts'

const seconds = 3
/** The queue checks for canceled jobs once a second and then kills the process. */
const lettingGoMs = 10_000

vi.setConfig({ testTimeout: 4 * waitMs, hookTimeout: 2 * waitMs })

let at: TestApp
let lead: Person
let sitting: Sitting
let folder: string
let highlight: Highlight
let worker: Awaited<ReturnType<typeof startWorker>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'venire-cancel-'))
  const source = await buildMedia(join(folder, 'source.mp4'), [...picture(seconds, '1920x1080'), ...h264])
  at = await testApp()
  lead = await at.person()
  sitting = await buildSitting(at.parts, lead.actor, {
    bytes: await readFile(source),
    turns: [{ text: 'I know the officer.' }],
    // Starts between keyframes, so the clip must be encoded.
    findings: [buildFinding({ turn: 0, startMs: 120, endMs: seconds * 1000 })],
  })
  ;[highlight] = (await lead.call('GET', `/api/sessions/${sitting.sessionId}/highlights`)).json<[Highlight]>()
  worker = await startWorker(at.parts, silent)
})
afterAll(async () => {
  worker.stop()
  await at.close()
  await rm(folder, { recursive: true, force: true })
})

async function cutters(id: string): Promise<number[]> {
  const place = join(exportRoot(at.parts.config), id)
  const found: number[] = []
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
    if (args[0] === 'ffmpeg' && args.at(-2)?.startsWith(`file:${place}`)) found.push(Number(pid))
  }
  return found
}
const read = async (id: string) => (await lead.call('GET', `/api/exports/${id}`)).json<ExportDetail>()
const file = async (id: string) => (await lead.call('GET', `/api/exports/${id}/file`)).statusCode

const films = {
  highlight_reel: { titleCards: false },
  highlight_clip: {},
}
test.skipIf(process.platform !== 'linux').each(Object.entries(films))(
  '%s: canceled while ffmpeg cuts it',
  async (template, options) => {
    const created = await lead.call('POST', '/api/exports', {
      type: 'mp4',
      template,
      scope: { kind: 'session', id: sitting.sessionId },
      filters: { highlightIds: [highlight.id] },
      options: { includeSuggestions: true, contextSeconds: 0, ...options },
    })
    const { id } = created.json<Export>()
    const running = await vi.waitFor(
      async () => {
        const pids = await cutters(id)
        expect(pids.length).toBeGreaterThan(0)
        return pids
      },
      { timeout: waitMs, interval: 50 },
    )
    // A stopped process can't exit on its own, so this proves it was killed.
    for (const pid of running) process.kill(pid, 'SIGSTOP')
    onTestFailed(async () => {
      for (const pid of await cutters(id)) process.kill(pid, 'SIGKILL')
    })
    const canceled = await lead.call('POST', `/api/exports/${id}/cancel`)
    expect([canceled.statusCode, canceled.json<Export>().status]).toEqual([200, 'cancelled'])
    expect(await file(id)).toBe(409)
    await vi.waitFor(async () => {
      expect(await cutters(id)).toEqual([])
      for (const pid of running) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/)
      expect(await readdir(exportRoot(at.parts.config))).toEqual([])
    }, lettingGoMs)
    expect(await at.parts.storage.size(exportKey({ id, firmId: lead.actor.firmId, claim: 1 }))).toBeNull()
    const now = await read(id)
    expect(now).toMatchObject({
      status: 'cancelled',
      failure: null,
      sizeBytes: null,
      may: { rerun: true, cancel: false },
    })
    expect((await lead.call('POST', `/api/exports/${id}/cancel`)).statusCode).toBe(409)

    const again = (await lead.call('POST', `/api/exports/${id}/rerun`, {})).json<Export>()
    await vi.waitFor(
      async () => {
        const { status, failure } = await read(again.id)
        expect([status, failure]).toEqual(['ready', null])
      },
      { timeout: waitMs, interval: 500 },
    )
    const { rawPayload } = await lead.call('GET', `/api/exports/${again.id}/file`)
    const path = join(folder, `${again.id}.mp4`)
    await writeFile(path, rawPayload)
    expect(Math.abs(Number(probe(path).format.duration) - (seconds - 0.12))).toBeLessThan(0.1)
    expect((await read(id)).status).toBe('cancelled')
    expect(await file(id)).toBe(409)
  },
)

test('reports the check of a large recording, and ends it if canceled', async () => {
  const { firmId } = lead.actor
  const [{ id: videoId, size } = { id: '', size: 0 }] = (
    await at.parts.database.pool.query<{ id: string; size: number }>(
      'select id, size_bytes as size from videos where firm_id = $1',
      [firmId],
    )
  ).rows
  const original = join(at.parts.config.DATA_DIR, 'files', originalKey({ id: videoId, firmId }))
  await chmod(original, 0o600)
  const huge = 256 * 1024 ** 3
  await truncate(original, huge)
  const setSize = (bytes: number) =>
    at.parts.database.pool.query('update videos set size_bytes = $2 where id = $1', [videoId, bytes])
  await setSize(huge)
  const order = { type: 'csv', template: 'transcript', scope: { kind: 'session', id: sitting.sessionId } }
  const { id } = (await lead.call('POST', '/api/exports', { ...order, filters: {}, options: {} })).json<Export>()
  await vi.waitFor(
    async () => {
      const { status, progress } = await read(id)
      expect([status, progress?.step]).toEqual(['running', 'Checking recordings'])
      expect(progress!.fraction).toBeGreaterThan(0)
      expect(progress!.fraction).toBeLessThan(0.25)
    },
    { timeout: waitMs, interval: 200 },
  )
  expect((await lead.call('POST', `/api/exports/${id}/cancel`)).json<Export>().status).toBe('cancelled')
  await vi.waitFor(async () => expect(await readdir(exportRoot(at.parts.config))).toEqual([]), lettingGoMs)
  await truncate(original, size)
  await setSize(size)
  const again = (await lead.call('POST', `/api/exports/${id}/rerun`, {})).json<Export>()
  await vi.waitFor(
    async () => {
      const { status, failure } = await read(again.id)
      expect([status, failure]).toEqual(['ready', null])
    },
    { timeout: waitMs, interval: 500 },
  )
})
