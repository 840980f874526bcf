/**
 * Compares listing 50 videos, including the 304 response, with bare node:http. Run: npm run bench -- list [--rounds 5]
 * [--seconds 3] [--embedded]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { startPostgres } from '#test/postgres.ts'
import { load } from './load.client.ts'
import { compare, printRow } from './rounds.compare.ts'
import { startBare, startProduct } from './servers.start.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    embedded: { type: 'boolean', default: false },
  },
})
const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const postgres = values.embedded ? null : await startPostgres()
const env = { DATA_DIR: join(folder, 'data'), ...(postgres ? { DATABASE_URL: postgres.url } : {}), BENCH_VIDEOS: '50' }
const product = await startProduct(env)
const cookie = `venire_session=${product.token}`
const path = '/api/videos'

const first = await fetch(`http://127.0.0.1:${product.port}${path}`, { headers: { cookie } })
const body = await first.text()
const etag = first.headers.get('etag')!
if (JSON.parse(body).length !== 50) throw new Error('The list does not contain 50 videos.')
// This baseline requires a server because only one process can use the embedded database.
const bare = postgres ? await startBare('list', env) : null
const memory = await startBare('memory', { BENCH_BODY: body })

const measure = async (port: number, known: boolean): Promise<number> => {
  const headers = () => ({ cookie, ...(known ? { 'if-none-match': etag } : {}) })
  const expect = known ? 304 : 200
  return (await load({ port, path, headers, expect, connections: 8, seconds: Number(values.seconds) })).perSecond
}

try {
  if (bare) {
    const same = await (await fetch(`http://127.0.0.1:${bare.port}/`, { headers: { cookie } })).text()
    // Compares parsed JSON because the database orders keys differently.
    if (same.length !== body.length || !isDeepStrictEqual(JSON.parse(same), JSON.parse(body)))
      throw new Error('The baseline does not send the same bytes.')
  }
  const rounds = Number(values.rounds)
  console.log(
    `List of 50 videos (${body.length} bytes) on ${postgres ? 'PostgreSQL' : 'the embedded database'}, ${rounds} rounds in turn: median (range)`,
  )
  for (const known of [false, true]) {
    const figures = await compare(rounds, {
      memory: () => measure(memory.port, known),
      bare: () => (bare ? measure(bare.port, known) : Promise.resolve(Number.NaN)),
      product: () => measure(product.port, known),
    })
    const name = known ? '304' : '200'
    printRow(`${name}: bare node:http, no database`, figures.memory, 'answers/s')
    if (bare) printRow(`${name}: bare node:http, same queries`, figures.bare, 'answers/s')
    printRow(`${name}: the product, to no database`, figures.product, 'answers/s', {
      figures: figures.memory,
      target: 0,
    })
    if (bare)
      printRow(`${name}: the product, to the same queries`, figures.product, 'answers/s', {
        figures: figures.bare,
        target: 0.7,
      })
  }
  const out = await fetch(`http://127.0.0.1:${product.port}/api/auth/sign-out`, { method: 'POST', headers: { cookie } })
  const after = await fetch(`http://127.0.0.1:${product.port}${path}`, { headers: { cookie, 'if-none-match': etag } })
  console.log(`After a sign-out (${out.status}) the same request answers ${after.status}.`)
  if (after.status !== 401) process.exitCode = 1
} finally {
  await bare?.stop()
  await memory.stop()
  await product.stop()
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
}
