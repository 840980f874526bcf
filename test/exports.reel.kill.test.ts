import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CaseDetail } from '#contract/cases/cases.ts'
import type { Export } from '#contract/exports/exports.ts'
import type { Highlight } from '#contract/highlights/highlights.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import type { VideoDetail } from '#contract/videos/videos.ts'
import { aac, buildMedia, counted, h264, readCounts, tone } from '#engine/media/media.factory.ts'
import { createClient } from './crash/client.ts'
import { freePort } from './crash/platform.ts'
import { signUp } from './crash/sign-up.ts'
import { newDataDir, startPlatform, until as untilWithin } from './exports.kill.start.ts'

/** Set `VENIRE_KILLS=20` before a release. Each film is interrupted only once because a job has three attempts. */
const rounds = Number(process.env.VENIRE_KILLS ?? 1)
const clips = 5
const clipSeconds = 2
const sourceSeconds = clips * (clipSeconds + 4)
const patienceSeconds = 240
const until = (done: () => Promise<boolean>) => untilWithin(done, { patienceSeconds, pollMs: 250 })
const untilSeen = (done: () => Promise<boolean>) => untilWithin(done, { patienceSeconds, pollMs: 50 })

test(
  `${rounds} kills during a film: it resumes and ends identical`,
  async () => {
    const folder = await newDataDir()
    const port = await freePort()
    let platform = await startPlatform(port, folder)
    try {
      const token = await signUp(platform.url)
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const ask = async <T>(path: string, body?: object, method = 'POST'): Promise<T> => {
        const init = body ? { method, body: JSON.stringify(body) } : {}
        const response = await fetch(platform.url + path, { headers, ...init })
        if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
        return (await response.json()) as T
      }
      const { id: sessionId } = await sitting(ask, async () => {
        const source = await buildMedia(join(folder, 'source.mp4'), [
          ...[...tone(sourceSeconds), ...counted(sourceSeconds, { size: '320x180' }), ...h264, ...aac, '-shortest'],
        ])
        return createClient(platform.url, token).uploadForm('day-1.mp4', await readFile(source))
      })
      const plan = {
        type: 'mp4',
        template: 'highlight_reel',
        scope: { kind: 'session', id: sessionId },
        options: { contextSeconds: 0 },
      }
      const bytesOf = async (id: string) =>
        Buffer.from(await (await fetch(`${platform.url}/api/exports/${id}/file`, { headers })).arrayBuffer())
      const state = (id: string) => ask<Export>(`/api/exports/${id}`)
      const ready = (id: string) =>
        until(async () => {
          const { status, failure } = await state(id)
          expect([status, failure]).not.toEqual(['failed', expect.anything()])
          return status === 'ready'
        })
      const uncut = await ask<Export>('/api/exports', plan)
      await ready(uncut.id)
      const { sha256 } = await state(uncut.id)
      for (let round = 0; round < rounds; round++) {
        const { id } = await ask<Export>('/api/exports', plan)
        const keptNow = async () => {
          const [own = ''] = (await readdir(join(folder, 'exports')).catch(() => [])).filter((name) =>
            name.startsWith(id),
          )
          return join(folder, 'exports', own, 'kept')
        }
        const segments = async () =>
          (await readdir(await keptNow()).catch(() => [])).filter((name) => name.startsWith('segment-'))
        await untilSeen(async () => (await segments()).length > 0)
        await platform.kill()
        const finished = await segments()
        expect(finished.length).toBeLessThan(clips)
        let kept = await keptNow()
        const made = await Promise.all(finished.map(async (name) => (await stat(join(kept, name))).mtimeMs))
        platform = await startPlatform(port, folder)
        const early = await fetch(`${platform.url}/api/exports/${id}/file`, { headers })
        expect(early.status).toBe(409)
        await early.body?.cancel()
        await until(async () => (await segments()).length === clips || (await state(id)).status === 'ready')
        kept = await keptNow()
        const later = await Promise.all(
          finished.map((name) =>
            stat(join(kept, name)).then(
              ({ mtimeMs }) => mtimeMs,
              () => null,
            ),
          ),
        )
        for (const [at, mtime] of later.entries()) expect([made[at], null]).toContain(mtime)
        await ready(id)
        const film = await bytesOf(id)
        const now = await state(id)
        expect([film.length, createHash('sha256').update(film).digest('hex')]).toEqual([now.sizeBytes, now.sha256])
        expect(now.sha256).toBe(sha256)
      }
      expect(await readdir(join(folder, 'exports'))).toEqual([])
      await writeFile(join(folder, 'film.mp4'), await bytesOf(uncut.id))
      const shown = await readCounts(join(folder, 'film.mp4'))
      expect(shown.slice(9 * 25, (9 + clipSeconds) * 25)).toEqual(
        Array.from({ length: clipSeconds * 25 }, (_, at) => at),
      )
    } finally {
      await platform.kill()
      await rm(folder, { recursive: true, force: true })
    }
  },
  (rounds + 2) * patienceSeconds * 1000,
)

type Ask = <T>(path: string, body?: object, method?: string) => Promise<T>

async function sitting(ask: Ask, upload: () => Promise<string>): Promise<{ id: string }> {
  const { id: caseId } = await ask<CaseDetail>('/api/cases', { title: 'State v. Example', caseNumber: 'R-1' })
  const session = await ask<Session>(`/api/cases/${caseId}/sessions`, { type: 'mock', date: null })
  const videoId = await upload()
  await until(async () => {
    const { status, failureReason } = await ask<VideoDetail>(`/api/videos/${videoId}`)
    expect([status, failureReason]).not.toEqual(['failed', expect.anything()])
    return status === 'completed'
  })
  await ask(`/api/cases/${caseId}/recording-permission`, { basis: 'own_mock' }, 'PUT').catch(() => null)
  await ask(`/api/sessions/${session.id}/videos`, { videoId })
  for (let at = 0; at < clips; at++) {
    const start = at * (clipSeconds + 4)
    await ask<Highlight>(`/api/sessions/${session.id}/highlights`, { videoId, start, end: start + clipSeconds })
  }
  return session
}
