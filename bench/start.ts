/**
 * Measures startup time and idle memory, compared with a bare Node server. Run: npm run bench -- start [--rounds 5]
 * [--idle 10]
 */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { freePort } from '#test/crash/platform.ts'
import { readCpuMs } from './servers.start.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, idle: { type: 'string', default: '10' } },
})
const rounds = Number(values.rounds)
const venire = fileURLToPath(new URL('../venire', import.meta.url))
const bare = `require('node:http').createServer((_, answer) => answer.end()).listen(process.env.PORT)`

type Start = { readyMs: number; cpuMs: number; idleMb: number; peakMb: number }

async function start(command: string, args: string[], idleSeconds: number): Promise<Start> {
  const port = await freePort()
  const startedAt = performance.now()
  const child = spawn(command, args, {
    stdio: 'ignore',
    env: { ...process.env, PORT: String(port), LOG_LEVEL: 'warn', MIN_FREE_GB: '0' },
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await sleep(10)
  const readyMs = performance.now() - startedAt
  const cpuMs = readCpuMs(child.pid!)
  await sleep(idleSeconds * 1000)
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  const readMb = (field: string) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  const [idleMb, peakMb] = [readMb('VmRSS'), readMb('VmHWM')]
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return { readyMs, cpuMs, idleMb, peakMb }
}

function report(name: string, starts: readonly Start[]): void {
  const median = (key: keyof Start) => starts.map((each) => each[key]).sort((a, b) => a - b)[starts.length >> 1] ?? 0
  const row = [median('readyMs'), median('cpuMs'), median('idleMb'), median('peakMb')].map((value) => value.toFixed(0))
  console.log(`${name.padEnd(24)} ready ${row[0]} ms, CPU ${row[1]} ms, idle ${row[2]} MB, most ${row[3]} MB`)
}

const folder = await mkdtemp(join(tmpdir(), 'venire-start-'))
const product: Start[] = []
const plain: Start[] = []
try {
  const args = ['start', '--data', join(folder, 'data')]
  // The first start bundles the server, builds the pages, and creates the database.
  await start(venire, args, 0)
  for (let round = 0; round < rounds; round++) {
    plain.push(await start(process.execPath, ['-e', bare], 0))
    product.push(await start(venire, args, Number(values.idle)))
  }
  report('bare node:http', plain)
  report('venire start, embedded', product)
} finally {
  await rm(folder, { recursive: true, force: true })
}
