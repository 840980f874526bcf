/**
 * Runs failure drills on two web processes, two workers, PostgreSQL, and an S3 store. Run: npm run bench -- cluster
 * [--only kills,senders,…] [--kills 200] [--seconds 60] [--videos 500] [--from REVISION]
 */
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import { signUp } from '#test/crash/sign-up.ts'
import { revision } from '#test/v0.1.0/revision.ts'
import { killAtRandom } from './cluster.kills.ts'
import { buildCase, buildOrders, createClient } from './cluster.load.ts'
import { canIsolate, type Machines, openMachines } from './cluster.machines.ts'
import { cutDatabase, failOver, hangDatabase } from './cluster.database.ts'
import { compareThroughput } from './cluster.throughput.ts'
import { upgradeInTurn } from './cluster.upgrade.ts'
import {
  type Drill,
  type Result,
  sendTwice,
  queueManyVideos,
  turnStore,
  shiftClocks,
  restartInTurn,
} from './cluster.drills.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    kills: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '60' },
    videos: { type: 'string', default: '500' },
    mb: { type: 'string', default: '17' },
    from: { type: 'string', default: revision },
  },
})
const seconds = Number(values.seconds)

const drills: Record<string, [string, (drill: Drill) => Promise<Result>]> = {
  senders: ['two senders at one upload offset', (drill) => sendTwice(drill, 12)],
  kills: [`${values.kills} kills and pauses`, (drill) => killAtRandom(drill, Number(values.kills))],
  'store-away': [`S3 away ${seconds} s`, (drill) => turnStore(drill, 'away', seconds)],
  'store-slow': [`S3 slow ${seconds} s`, (drill) => turnStore(drill, 'slow', seconds)],
  'store-busy': [`S3 refuses 30% with 503 for ${seconds} s`, (drill) => turnStore(drill, 'busy', seconds)],
  'store-halves': [`S3 breaks off writes for ${seconds} s`, (drill) => turnStore(drill, 'halves', seconds)],
  'database-away': [`database away ${seconds} s`, (drill) => cutDatabase(drill, seconds)],
  'database-hung': [`database hung ${seconds} s`, (drill) => hangDatabase(drill, seconds)],
  'database-failover': ['database fails over', (drill) => failOver(drill, seconds)],
  restart: ['rolling restart under load', (drill) => restartInTurn(drill)],
  clock: ['worker clocks 10 minutes off', (drill) => shiftClocks(drill, seconds)],
  throughput: ['one process or two', (drill) => compareThroughput(drill, 6)],
  upgrade: [
    `rolling upgrade under load from ${values.from.slice(0, 8)}`,
    ({ video, bigBytes }) => upgradeInTurn(values.from, { video, bigBytes }),
  ],
  fair: [`one video behind ${values.videos} of another firm`, (drill) => queueManyVideos(drill, Number(values.videos))],
}

async function makeVideo(folder: string): Promise<Buffer> {
  const sample = fileURLToPath(new URL('../samples/voir-dire.mp4', import.meta.url))
  const small = join(folder, 'small.mp4')
  const streams = ['-t', '8', '-i', sample, '-map', '0:v:0', '-map', '0:a:0', '-map', '0:s:0', '-vf', 'scale=160:90']
  const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'aac', '-c:s', 'copy']
  execFileSync('ffmpeg', ['-nostdin', '-v', 'error', ...streams, ...coding, small])
  return readFile(small)
}

async function startAll({ webs, workers }: Machines): Promise<void> {
  await webs[0]!.start()
  await Promise.all([...webs.slice(1), ...workers].map((each) => each.start()))
}

const wanted = values.only?.split(',') ?? Object.keys(drills)
const unknown = wanted.filter((name) => !(name in drills))
if (unknown.length > 0)
  throw new Error(`Unknown drill ${unknown.join(', ')}. Drills: ${Object.keys(drills).join(', ')}`)
if (!canIsolate) console.log('PID namespaces are not available, so each process has only its own process group.')
const machines = await openMachines()
try {
  const video = await makeVideo(machines.folder)
  await startAll(machines)
  const token = await signUp(machines.webs[0]!.url)
  const client = createClient(
    machines.webs.map(({ url }) => url),
    token,
  )
  const caseId = await buildCase(client, 60)
  const orders = await buildOrders(client, machines.ledger, caseId, video)
  const drill = { machines, client, token, orders, video, bigBytes: Number(values.mb) * 1024 ** 2 }
  for (const name of wanted) {
    const [title, run] = drills[name]!
    const startedAt = performance.now()
    machines.faults.length = 0
    const { text, problems } = await run(drill)
    console.log(`${title}: ${text} (${((performance.now() - startedAt) / 1000).toFixed(0)} s)`)
    for (const problem of problems.slice(0, 20)) console.log(`  ${problem}`)
    if (problems.length === 0) continue
    process.exitCode = 1
    for (const { name: machine, log } of [...machines.webs, ...machines.workers])
      for (const line of log().slice(-8)) console.log(`  ${machine}: ${line.slice(0, 600)}`)
  }
} finally {
  await machines.close()
}
