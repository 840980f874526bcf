/**
 * Measures startup time and idle memory, compared with a bare Node server. Run: npm run bench -- start [--rounds 5]
 * [--idle 10]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readCpuMs, readMemoryMb, startProcess } from './servers.start.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, idle: { type: 'string', default: '10' } },
})
const rounds = Number(values.rounds)
const venire = fileURLToPath(new URL('../venire', import.meta.url))
const bare = `require('node:http').createServer((_, answer) => answer.end()).listen(process.argv[1])`

type Start = { readyMs: number; cpuMs: number; idleMb: number; peakMb: number }

async function start(command: string, listArgs: (port: number) => string[], idleSeconds: number): Promise<Start> {
  const { pid, readyMs, stop } = await startProcess(command, listArgs, { LOG_LEVEL: 'warn', MIN_FREE_GB: '0' })
  const cpuMs = readCpuMs(pid)
  await sleep(idleSeconds * 1000)
  const [idleMb, peakMb] = [readMemoryMb(pid, 'VmRSS'), readMemoryMb(pid, 'VmHWM')]
  await stop()
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
  const listArgs = (port: number) => ['start', '--data', join(folder, 'data'), '--port', String(port)]
  // The first start bundles the server, builds the pages, and creates the database.
  await start(venire, listArgs, 0)
  for (let round = 0; round < rounds; round++) {
    plain.push(await start(process.execPath, (port) => ['-e', bare, String(port)], 0))
    product.push(await start(venire, listArgs, Number(values.idle)))
  }
  report('bare node:http', plain)
  report('venire start, embedded', product)
} finally {
  await rm(folder, { recursive: true, force: true })
}
