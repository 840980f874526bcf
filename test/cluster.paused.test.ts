import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildMedia } from '#engine/media/media.factory.ts'
import { type Cluster, type Member, openCluster, until } from './cluster.ts'

const timeout = 360_000

let cluster: Cluster
let speech: Awaited<ReturnType<typeof startSpeech>>
beforeAll(async () => {
  speech = await startSpeech()
  cluster = await openCluster({ SPEECH_URL: speech.url })
}, timeout)
afterAll(async () => {
  await cluster.close()
  speech.close()
})

/** Starts a speech service that keeps the engine waiting, so the test doesn't need a long recording. */
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
    answer() {
      held?.forEach(answer)
      held = null
    },
    close: () => void server.close(),
  }
}

/** Lists engine processes working in subfolders of `folder`, and the programs they started. */
function listEngines(folder: string): number[] {
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => describeProcess(pid) ?? [])
  const isEngine = ({ args }: Described) => args.includes('engine/host/child.ts') && args.includes(folder)
  const sessions = new Set(found.filter(isEngine).map(({ pid }) => pid))
  return found.filter(({ session, state }) => sessions.has(session) && state !== 'Z').map(({ pid }) => pid)
}

type Described = { pid: number; session: number; state: string; args: string }

/** Returns null if the process has just ended. */
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
    expect(listEngines(here)).not.toEqual([])
    const successor = cluster.startWorker(['--lanes', 'speech'], { WORK_DIR: there })
    await until(async () => (await at()).fence === 2, 'the claim to move')
    expect(listEngines(here)).toEqual([])
    speech.answer()
    await successor
    await until(async () => (await client.video(videoId)).status === 'completed', 'the successor')
    paused.child.kill('SIGCONT')
    await until(async () => (await readyz(paused)) === 200, 'the paused worker to go on')
    expect(await at()).toEqual({ fence: 2, state: 'completed' })
    expect(await readdir(join(there, videoId))).toEqual([expect.stringMatching(/-2$/)])
    const results = `select count(*)::int as count from audit_events where entity_id = $1 and action = 'video.processed'`
    expect(await cluster.query(results, [videoId])).toEqual([{ count: 1 }])
  },
)

const readyz = async ({ url }: Member) => (await fetch(`${url}/readyz`)).status
