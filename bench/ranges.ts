/** Compares video range requests with bare node:http. Run: npm run bench -- ranges [--rounds 5] [--seconds 3] */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { load } from './load.client.ts'
import { compare, median, printRow } from './rounds.compare.ts'
import { startBare, startProduct } from './servers.start.ts'

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})
const mb = 1024 * 1024
const size = 512 * mb
const rangeBytes = 8 * mb

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const source = join(folder, 'video')
const hash = createHash('sha256')
const block = randomBytes(mb)
await using file = await open(source, 'w')
for (let at = 0; at < size; at += mb) {
  hash.update(block)
  await file.write(block)
}

const product = await startProduct({
  DATA_DIR: join(folder, 'data'),
  BENCH_FILE: source,
  BENCH_SHA256: hash.digest('hex'),
})
const bare = await startBare('ranges', { BENCH_FILE: source })
const cookie = `venire_session=${product.token}`
const path = `/api/videos/${product.videoId}/stream`

const cpuMs: Record<string, number[]> = { bare: [], product: [] }

const measure = async (name: string, server: { port: number; cpuMs: () => number }): Promise<number> => {
  const before = server.cpuMs()
  const headers = () => {
    const start = Math.floor(Math.random() * (size - rangeBytes))
    return { cookie, range: `bytes=${start}-${start + rangeBytes - 1}` }
  }
  const { mbPerSecond, mb: sent } = await load({
    port: server.port,
    path,
    headers,
    expect: 206,
    connections: 4,
    seconds: Number(values.seconds),
  })
  cpuMs[name]!.push(((server.cpuMs() - before) / sent) * 1024)
  return mbPerSecond
}

try {
  const figures = await compare(Number(values.rounds), {
    bare: () => measure('bare', bare),
    product: () => measure('product', product),
  })
  console.log(
    `Ranges of 8 MB at random places of a video, 4 connections, ${values.rounds} rounds in turn: median (range)`,
  )
  printRow('bare node:http, no check of access', figures.bare, 'MB/s')
  printRow('the product', figures.product, 'MB/s', { figures: figures.bare, target: 0.9 })
  console.log('Processor time of the server, ms a GB, which other work on the machine does not change:')
  for (const [name, each] of Object.entries(cpuMs)) console.log(`  ${name.padEnd(12)} ${median(each).toFixed(0)}`)
} finally {
  await bare.stop()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
