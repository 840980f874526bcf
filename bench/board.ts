/**
 * Measures how long it takes 20 open boards to show a strike, compared with one board. Run: npm run bench -- board
 * [--watchers 20] [--rounds 20]
 */
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, type ClientRequest, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { startPostgres } from '#test/postgres.ts'
import { median } from './rounds.compare.ts'
import { startProduct } from './servers.start.ts'

const { values } = parseArgs({
  options: { watchers: { type: 'string', default: '20' }, rounds: { type: 'string', default: '20' } },
})
const [watchers, rounds] = [Number(values.watchers), Number(values.rounds)]
const targetMs = 250

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const postgres = await startPostgres()
const product = await startProduct({
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: postgres.url,
  BENCH_PEOPLE: String(watchers + 1),
  // Each of the two runs strikes one juror per round. One juror is struck before both runs.
  BENCH_JURORS: String(2 * rounds + 2),
})
const { port, selection } = product
if (!selection) throw new Error('The server built no selection.')
const cookies = product.tokens.map((token) => `venire_session=${token}`)
const agent = new Agent({ keepAlive: true })
const board = `/api/sessions/${selection.sessionId}/strike-board`
const left = [...selection.jurorIds]

async function strike(): Promise<string> {
  const id = randomUUID()
  const response = await fetch(`http://127.0.0.1:${port}/api/sessions/${selection!.sessionId}/strikes`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: cookies[0]! },
    body: JSON.stringify({ id, eventId: randomUUID(), jurorId: left.pop(), madeBy: 'opposing', kind: 'cause' }),
  })
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return id
}

const readBoard = (cookie: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: board, agent, headers: { cookie } }, (response) => {
      text(response).then(resolve, reject)
    }).once('error', reject)
  })

class Watcher {
  #seen = ''
  #reading = false
  #isStale = false
  #waiting: (() => void) | null = null
  #stream: ClientRequest
  readonly cookie: string

  constructor(cookie: string) {
    this.cookie = cookie
    this.#stream = get({ host: '127.0.0.1', port, path: '/api/live', headers: { cookie } }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (chunk.includes('"strikes"')) void this.#read()
      })
    })
    this.#stream.on('error', () => {})
  }

  async #read(): Promise<void> {
    this.#isStale = true
    if (this.#reading) return
    this.#reading = true
    while (this.#isStale) {
      this.#isStale = false
      this.#seen = await readBoard(this.cookie)
      this.#waiting?.()
    }
    this.#reading = false
  }

  sees(id: string): Promise<number> {
    return new Promise((resolve) => {
      this.#waiting = () => {
        if (this.#seen.includes(id)) resolve(performance.now())
      }
      this.#waiting()
    })
  }

  stop(): void {
    this.#stream.destroy()
  }
}

async function measure(count: number): Promise<{ each: number[]; last: number[] }> {
  const all = cookies.slice(1, count + 1).map((cookie) => new Watcher(cookie))
  await new Promise((resolve) => setTimeout(resolve, 500))
  const figures = { each: [] as number[], last: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    const id = await strike()
    const times = (await Promise.all(all.map((watcher) => watcher.sees(id)))).map((at) => at - started)
    figures.each.push(...times)
    figures.last.push(Math.max(...times))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  for (const watcher of all) watcher.stop()
  return figures
}

const getP95 = (figures: readonly number[]) => figures.toSorted((a, b) => a - b)[Math.ceil(figures.length * 0.95) - 1]!
const print = (name: string, { each, last }: { each: number[]; last: number[] }) =>
  console.log(
    `${name.padEnd(22)} median ${median(each).toFixed(0).padStart(4)} ms  p95 ${getP95(each).toFixed(0).padStart(4)} ms  last board ${median(last).toFixed(0)} ms`,
  )

try {
  await strike()
  await readBoard(cookies[0]!)
  const [one, many] = [await measure(1), await measure(watchers)]
  console.log(`From a strike to the boards that watch, ${selection.jurorIds.length} jurors, ${rounds} strikes each`)
  print('1 board', one)
  print(`${watchers} boards`, many)
  console.log(`${(getP95(many.each) / getP95(one.each)).toFixed(1)}x of one board; target p95 ${targetMs} ms`)
  if (getP95(many.each) > targetMs) process.exitCode = 1
} finally {
  agent.destroy()
  await product.stop()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
