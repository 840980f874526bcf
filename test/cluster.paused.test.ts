import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGate } from '../bench/cluster.gate.ts'
import { buildMedia, h264, picture } from '#engine/media/media.factory.ts'
import { type Cluster, type Member, openCluster, until } from './cluster.ts'
import { s3Keys, startS3 } from './s3.ts'

const timeout = 360_000

let cluster: Cluster
let speech: Awaited<ReturnType<typeof startSpeech>>
let store: Awaited<ReturnType<typeof startS3>>
beforeAll(async () => {
  speech = await startSpeech()
  store = await startS3()
  cluster = await openCluster({ SPEECH_URL: speech.url, ...s3Keys, STORAGE_URL: store.url })
}, timeout)
afterAll(async () => {
  await cluster.close()
  await store.close()
  speech.close()
})

async function startSpeech() {
  let held: ServerResponse[] | null = []
  const answer = (response: ServerResponse) => {
    const [start, end, text] = [0.5, 1.5, 'Yes.']
    const words = [{ word: text, start, end }]
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ text, words, segments: [{ start, end, text }] }))
  }
  const server = createServer((request, response) => {
    request.resume()
    if (held) held.push(response)
    else answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    waiting: () => held?.length ?? 0,
    hold: () => void (held = []),
    answer() {
      held?.forEach(answer)
      held = null
    },
    close: () => void server.close(),
  }
}

function listHosted(folder: string): Described[] {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => describeProcess(pid) ?? [])
  const isHost = ({ args }: Described) => /engine\/host\/(tools\.)?child\.ts/.test(args) && args.includes(folder)
  const sessions = new Set(found.filter(isHost).map(({ pid }) => pid))
  const isTool = ({ args }: Described) => args.startsWith('ffmpeg') && args.includes(folder)
  return found.filter((each) => (sessions.has(each.session) || isTool(each)) && each.state !== 'Z')
}

type Described = { pid: number; session: number; state: string; args: string }

function describeProcess(pid: string): Described | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state = '', , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid: Number(pid), session: Number(session), state, args: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    return null
  }
}

test(
  'a paused worker’s engine is gone before another worker takes over, and one result is stored',
  { timeout, retry: 0 },
  async () => {
    const [here, there] = [join(cluster.folder, 'machine-1'), join(cluster.folder, 'machine-2')]
    const web = await cluster.startWeb()
    const { client } = await cluster.signUp(web)
    const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))
    const film = await readFile(
      await buildMedia(`${cluster.folder}/film.mp4`, ['-t', '12', '-i', sample, '-c', 'copy']),
    )
    const paused = await cluster.startWorker(['--lanes', 'speech'], { WORK_DIR: here })
    const videoId = await client.uploadForm('day 1.mp4', film)
    const at = async () =>
      (await cluster.query('select fence, state from analysis_runs where video_id = $1', [videoId]))[0]!
    await until(() => speech.waiting() > 0, 'the engine to ask for the words')
    paused.child.kill('SIGSTOP')
    expect(listHosted(here)).not.toEqual([])
    const successor = cluster.startWorker(['--lanes', 'speech'], { WORK_DIR: there })
    await until(async () => (await at()).fence === 2, 'the claim to move')
    expect(listHosted(here)).toEqual([])
    speech.answer()
    await successor
    await until(async () => (await client.video(videoId)).status === 'completed', 'the successor')
    paused.child.kill('SIGCONT')
    await until(async () => (await readyz(paused)) === 200, 'the paused worker to go on')
    expect(await at()).toEqual({ fence: 2, state: 'completed' })
    expect(await readdir(join(there, videoId))).toEqual([expect.stringMatching(/-2$/)])
    const results = `select count(*)::int as count from audit_events where entity_id = $1 and action = 'video.processed'`
    expect(await cluster.query(results, [videoId])).toEqual([{ count: 1 }])
    // Otherwise they would take the jobs of the next tests.
    for (const each of [paused, await successor]) await each.end('SIGKILL')
  },
)

test.each(['close', 'hang'] as const)(
  'a worker that alone loses the database (%s) stops its engine before another takes over',
  { timeout, retry: 0 },
  async (way) => {
    const [here, there] = [join(cluster.folder, `${way}-1`), join(cluster.folder, `${way}-2`)]
    speech.hold()
    const web = await cluster.startWeb()
    const { client } = await cluster.signUp(web)
    const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))
    const film = await readFile(
      await buildMedia(`${cluster.folder}/${way}.mp4`, ['-t', '12', '-i', sample, '-c', 'copy']),
    )
    const url = new URL(cluster.databaseUrl)
    const port = Number(url.port)
    const gate = await openGate(port)
    url.port = String(gate.port)
    const workers: Member[] = []
    try {
      const lone = await cluster.startWorker(['--lanes', 'speech'], { WORK_DIR: here, DATABASE_URL: url.href })
      workers.push(lone)
      const videoId = await client.uploadForm('day 3.mp4', film)
      const at = async () =>
        (await cluster.query('select fence, state from analysis_runs where video_id = $1', [videoId]))[0]!
      await until(() => speech.waiting() > 0, 'the engine to ask for the words')
      workers.push(await cluster.startWorker(['--lanes', 'speech'], { WORK_DIR: there }))
      expect(listHosted(here)).not.toEqual([])
      gate[way]()
      await until(() => listHosted(here).length === 0, 'the engine to stop')
      expect(await at()).toEqual({ fence: 1, state: 'running' })
      expect(lone.child.exitCode).toBeNull()
      await until(async () => (await at()).fence === 2, 'the claim to move')
      speech.answer()
      await until(async () => (await client.video(videoId)).status === 'completed', 'the successor')
      gate.lead(port)
      await until(async () => (await readyz(lone)) === 200, 'the lone worker to go on')
      expect(await at()).toEqual({ fence: 2, state: 'completed' })
      const results = `select count(*)::int as count from audit_events where entity_id = $1 and action = 'video.processed'`
      expect(await cluster.query(results, [videoId])).toEqual([{ count: 1 }])
    } finally {
      for (const each of workers) await each.end('SIGKILL')
      gate.end()
    }
  },
)

test('a paused worker’s ffmpeg is gone before another worker takes over its film', { timeout, retry: 0 }, async () => {
  const [here, there] = [join(cluster.folder, 'machine-3'), join(cluster.folder, 'machine-4')]
  const web = await cluster.startWeb()
  const { client, token } = await cluster.signUp(web)
  const send = async <T>(path: string, body: object, method = 'POST'): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await fetch(web.url + path, { method, headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as T
    expect([response.status, answer]).toEqual([200, expect.anything()])
    return answer
  }
  const film = await readFile(await buildMedia(`${cluster.folder}/wide.mp4`, [...picture(4, '1920x1080'), ...h264]))
  const videoId = await client.uploadForm('day 2.mp4', film)
  const { id: caseId } = await send<{ id: string }>('/api/cases', { title: 'State v. Example', caseNumber: 'K-1' })
  await send(`/api/cases/${caseId}/recording-permission`, { basis: 'own_mock' }, 'PUT')
  const day = { name: 'Day 2', type: 'jury_voir_dire', date: '2026-03-02' }
  const { id: sessionId } = await send<{ id: string }>(`/api/cases/${caseId}/sessions`, day)
  await send(`/api/sessions/${sessionId}/videos`, { videoId })
  const { id: highlightId } = await send<{ id: string }>(`/api/sessions/${sessionId}/highlights`, {
    ...{ videoId, start: 0.1, end: 3.9 },
  })
  const paused = await cluster.startWorker(['--lanes', 'export'], { WORK_DIR: here })
  const { id } = await send<{ id: string }>('/api/exports', {
    ...{ type: 'mp4', template: 'highlight_reel', scope: { kind: 'session', id: sessionId } },
    filters: { highlightIds: [highlightId] },
    options: { contextSeconds: 0 },
  })
  const at = async () => (await cluster.query('select claim, status from exports where id = $1', [id]))[0]!
  const findTools = () => listHosted(here).filter(({ args }) => args.startsWith('ffmpeg'))
  await until(() => findTools().length > 0, 'ffmpeg')
  paused.child.kill('SIGSTOP')
  // A stopped process can't exit on its own, so this proves it was killed.
  for (const { pid } of findTools()) process.kill(pid, 'SIGSTOP')
  expect(findTools()).not.toEqual([])
  const successor = cluster.startWorker(['--lanes', 'export'], { WORK_DIR: there })
  await until(async () => (await at()).claim === 2, 'the claim to move')
  expect(listHosted(here)).toEqual([])
  await successor
  await until(async () => (await at()).status === 'ready', 'the successor')
  paused.child.kill('SIGCONT')
  await until(async () => (await readyz(paused)) === 200, 'the paused worker to go on')
  expect(await at()).toEqual({ claim: 2, status: 'ready' })
  expect(await readdir(cluster.folder)).not.toContain('exports')
  const made = `select count(*)::int as count from audit_events where entity_id = $1 and action = 'export.ready'`
  expect(await cluster.query(made, [id])).toEqual([{ count: 1 }])
})

const readyz = async ({ url }: Member) => (await fetch(`${url}/readyz`)).status
