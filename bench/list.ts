/**
 * Compares a list of 50 videos, and its 304 response, with bare node:http. Measures responses per second and server CPU
 * time with eight clients. A video changes after every 20 reads. Run: npm run bench -- list [--rounds 5] [--seconds 3]
 * [--embedded]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '#test/postgres.ts'
import { load } from './load.client.ts'
import { median, ratio } from './rounds.compare.ts'
import { startBare, type Started, startProduct } from './servers.start.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    embedded: { type: 'boolean', default: false },
  },
})
const path = '/api/videos'
const readsPerWrite = 20
const people = 8
const targets = values.embedded ? { perSecond: 500 } : { perSecond: 2000, listUs: 250 }
const unchangedUs = 80

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const postgres = values.embedded ? null : await startPostgres()
const env = {
  DATA_DIR: join(folder, 'data'),
  ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  BENCH_VIDEOS: '50',
  BENCH_PEOPLE: String(people),
}
const product = await startProduct(env)
const cookies = product.tokens.map((token) => `venire_session=${token}`)
const get = (headers: Record<string, string>) => fetch(`http://127.0.0.1:${product.port}${path}`, { headers })
const body = await (await get({ cookie: cookies[0]! })).text()
if (JSON.parse(body).length !== 50) throw new Error('The list does not contain 50 videos.')
// This baseline needs a database server because only one process can use the embedded database.
const bare = postgres ? await startBare('list', env) : null
const memory = await startBare('memory', { BENCH_BODY: body })

type Figures = { perSecond: number; cpuUs: number }

async function measure(server: Started<{ port: number }>, kind: 'list' | 'unchanged'): Promise<Figures> {
  const isList = kind === 'list'
  const etags = await Promise.all(
    isList ? [] : cookies.map(async (cookie) => (await get({ cookie })).headers.get('etag')!),
  )
  let reads = 0
  const headers = () => {
    reads += 1
    if (isList && reads % readsPerWrite === 0) product.write()
    const cookie = cookies[reads % people]!
    return isList ? { cookie } : { cookie, 'if-none-match': etags[reads % people]! }
  }
  const before = server.cpuMs()
  const seconds = Number(values.seconds)
  const { perSecond } = await load({
    ...{ port: server.port, path, headers, connections: people, seconds },
    expect: isList ? 200 : 304,
  })
  return { perSecond, cpuUs: ((server.cpuMs() - before) * 1000) / (perSecond * seconds) }
}

type Row = { name: string; server: Started<{ port: number }>; kind: 'list' | 'unchanged' }
const rows: Row[] = [
  { name: 'List, bare node:http from memory', server: memory, kind: 'list' },
  ...(bare ? [{ name: 'List, bare node:http with the prepared queries', server: bare, kind: 'list' } as const] : []),
  { name: 'List, the product', server: product, kind: 'list' },
  { name: 'Unchanged, bare node:http from memory', server: memory, kind: 'unchanged' },
  { name: 'Unchanged, the product', server: product, kind: 'unchanged' },
]

try {
  const rounds = Number(values.rounds)
  const database = postgres ? 'PostgreSQL' : 'the embedded database'
  console.log(`List of 50 videos (${body.length} bytes) on ${database}, ${rounds} rounds in turn: medians`)
  const figures = new Map<string, Figures[]>(rows.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, server, kind } of rows) {
      const each = await measure(server, kind)
      if (round > 0) figures.get(name)!.push(each)
    }
  }
  const pick = (name: string, field: keyof Figures) => figures.get(name)!.map((each) => each[field])
  for (const { name, kind } of rows) {
    const speed = pick(name, 'perSecond')
    const cpu = pick(name, 'cpuUs')
    const against = rows.find((row) => row.kind === kind)!.name
    console.log(
      `${name.padEnd(48)} ${median(speed).toFixed(0).padStart(6)}/s  ${median(cpu).toFixed(0).padStart(5)} us of CPU` +
        `  ${ratio(cpu, pick(against, 'cpuUs')).toFixed(1)}x of memory`,
    )
  }
  const target = [`${targets.perSecond}/s`, ...('listUs' in targets ? [`${targets.listUs} us`] : [])].join(', ')
  console.log(`Targets: list ${target}; unchanged ${unchangedUs} us`)
  const [cookie] = cookies as [string]
  const etag = (await get({ cookie })).headers.get('etag')!
  const out = await fetch(`http://127.0.0.1:${product.port}/api/auth/sign-out`, { method: 'POST', headers: { cookie } })
  const after = await get({ cookie, 'if-none-match': etag })
  console.log(`After a sign-out (${out.status}) the same request answers ${after.status}.`)
  if (after.status !== 401) process.exitCode = 1
} finally {
  await bare?.stop()
  await memory.stop()
  await product.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
