import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { type Config, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database/open.ts'
import { listLibrary } from '#server/features/analysis/reading/library.queries.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Db } from '#server/platform/db.ts'
import { hashToken, newId } from '#server/platform/ids.ts'

export type BareReady = { port: number }

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const answers: Record<string, () => Promise<Answer>> = {
  upload: async () => async (request, response) => {
    const path = process.env.BENCH_FILE!
    const hash = createHash('sha256')
    const hashing = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    await pipeline(request, hashing, createWriteStream(path, { highWaterMark: 1024 * 1024 }))
    const file = await open(path, 'r+')
    await file.datasync()
    await file.close()
    response.end(JSON.stringify({ sha256: hash.digest('hex') }))
    await rm(path)
  },

  pieces: async () => {
    const path = process.env.BENCH_FILE!
    let hash = createHash('sha256')
    return async (request, response) => {
      const [at, size] = [Number(request.headers['upload-offset']), Number(request.headers['upload-length'])]
      if (at === 0) hash = createHash('sha256')
      const hashing = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk)
          done(null, chunk)
        },
      })
      const options = { flags: at === 0 ? 'w' : 'r+', start: at, highWaterMark: 1024 * 1024 }
      await pipeline(request, hashing, createWriteStream(path, options))
      if (at + Number(request.headers['content-length']) < size) return void response.writeHead(204).end()
      const file = await open(path, 'r+')
      await file.datasync()
      await file.close()
      await rm(path)
      response.end(JSON.stringify({ sha256: hash.digest('hex') }))
    }
  },

  ranges: async () => async (request, response) => {
    const path = process.env.BENCH_FILE!
    const { size } = await stat(path)
    const [start, end] = /bytes=(\d+)-(\d+)/
      .exec(request.headers.range ?? '')!
      .slice(1)
      .map(Number) as [number, number]
    const headers = {
      'content-type': 'video/mp4',
      'content-length': end - start + 1,
      'content-range': `bytes ${start}-${end}/${size}`,
    }
    response.writeHead(206, headers)
    await pipeline(createReadStream(path, { start, end, highWaterMark: 1024 * 1024 }), response)
  },

  /**
   * Does the minimum work to return the same rows: one prepared statement for the user and one for the list. Skips
   * counts.
   */
  list: async () => {
    const config = readConfig(process.env)
    const database = await openDatabase(config)
    const captured = await captureList(config)
    return async (request, response) => {
      const token = /venire_session=([^;]+)/.exec(request.headers.cookie ?? '')![1]!
      const { rows } = await database.pool.query<{ user_id: string; firm_id: string }>({
        name: 'who',
        text: `select s.user_id, s.firm_id from sign_ins s
          join members m on m.firm_id = s.firm_id and m.user_id = s.user_id and m.status = 'active'
          where s.token_hash = $1 and s.expires_at > now() and s.last_seen_at > now() - make_interval(secs => $2)`,
        values: [hashToken(token), config.IDLE_HOURS * 3600],
      })
      const values = captured.values.map((value) => replaceActor(value, rows[0]!))
      const list = await database.pool.query({ name: 'list', text: captured.text, values })
      sendJson(request, response, JSON.stringify(list.rows), '{}')
    }
  },

  memory: async () => {
    const body = process.env.BENCH_BODY!
    return async (request, response) => sendJson(request, response, body, '{}')
  },
}

const nobody = { userId: newId(), firmId: newId() }
const replaceActor = (value: unknown, { user_id: userId, firm_id: firmId }: { user_id: string; firm_id: string }) =>
  value === nobody.userId ? userId : value === nobody.firmId ? firmId : value

async function captureList(config: Config): Promise<{ text: string; values: unknown[] }> {
  const actor: Actor = { ...nobody, role: 'administrator', profession: 'attorney', isOperator: false, signInId: '' }
  let captured: SQL | undefined
  const execute = (query: SQL) => {
    captured = query
    return Promise.resolve({ rows: [] })
  }
  await listLibrary({ execute } as unknown as Db, actor, config, { limit: 50, sort: 'newest' })
  const { sql: text, params } = new PgDialect().sqlToQuery(captured!)
  return { text, values: params }
}

function sendJson(request: IncomingMessage, response: ServerResponse, body: string, totals: string): void {
  const etag = `W/"${createHash('sha1').update(body).update(totals).digest('base64url')}"`
  const headers = { etag, 'x-totals': totals, 'cache-control': 'private, no-cache' }
  if (request.headers['if-none-match'] !== undefined) return void response.writeHead(304, headers).end()
  response
    .writeHead(200, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

process.once('disconnect', () => process.exit())
const answer = await answers[process.env.BENCH_ANSWER!]!()
const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    if (!response.writableEnded) response.destroy()
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return
    process.stderr.write(`${String(error)}\n`)
  })
})
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port } satisfies BareReady))
