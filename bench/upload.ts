/**
 * Compares uploads with a bare node:http server that writes, hashes, and flushes each file. Run: npm run bench --
 * upload [--mb 512] [--piece 8] [--rounds 5]
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { uploadChunkBytes } from '#contract/videos/uploads.ts'
import { compare, median, printRow } from './rounds.compare.ts'
import { startBare, startProduct } from './servers.start.ts'

const { values } = parseArgs({
  options: {
    mb: { type: 'string', default: '512' },
    rounds: { type: 'string', default: '5' },
    piece: { type: 'string', default: String(uploadChunkBytes / (1024 * 1024)) },
  },
})
const mb = 1024 * 1024
const size = Number(values.mb) * mb
const pieceBytes = Number(values.piece) * mb
const block = randomBytes(mb)
const agent = new Agent({ keepAlive: true })

type Sent = { status: number; headers: Record<string, string | string[] | undefined>; body: string }

async function send(
  options: { port: number; method: string; path: string; headers: Record<string, string | number> },
  length: number,
  head = '',
  tail = '',
): Promise<Sent> {
  const contentLength = length + Buffer.byteLength(head) + Buffer.byteLength(tail)
  const sending = request({
    host: '127.0.0.1',
    agent,
    ...options,
    headers: { ...options.headers, 'content-length': contentLength },
  })
  const answered = once(sending, 'response')
  if (head) sending.write(head)
  for (let left = length; left > 0; left -= mb) {
    if (!sending.write(left >= mb ? block : block.subarray(0, left))) await once(sending, 'drain')
  }
  sending.end(tail)
  const [response] = await answered
  let body = ''
  for await (const chunk of response) body += String(chunk)
  if (response.statusCode >= 300) throw new Error(`${options.path}: ${response.statusCode} ${body}`)
  return { status: response.statusCode, headers: response.headers, body }
}

const folder = await mkdtemp(join(tmpdir(), 'venire-bench-'))
const product = await startProduct({ DATA_DIR: join(folder, 'data') })
const bare = await startBare('upload', { BENCH_FILE: join(folder, 'bare') })
const barePieces = await startBare('pieces', { BENCH_FILE: join(folder, 'bare-pieces') })
const cookie = `venire_session=${product.token}`

const cpuMs: Record<string, number[]> = {}

/**
 * Returns the upload speed in MB/s. The server responds after it has flushed and hashed the file. The time to delete
 * the video doesn't count.
 */
async function timed(name: string, server: { cpuMs(): number }, work: () => Promise<string | null>): Promise<number> {
  const [started, cpuBefore] = [performance.now(), server.cpuMs()]
  const videoId = await work()
  const seconds = (performance.now() - started) / 1000
  ;(cpuMs[name] ??= []).push(((server.cpuMs() - cpuBefore) / size) * 1024 * mb)
  if (videoId) {
    await send({ port: product.port, method: 'DELETE', path: `/api/videos/${videoId}`, headers: { cookie } }, 0)
    await rm(join(folder, 'data/files/firms', product.actor.firmId, 'videos', videoId), { recursive: true })
  }
  return size / mb / seconds
}

async function resumably(chunkBytes: number): Promise<string> {
  const tus = { cookie, 'tus-resumable': '1.0.0' }
  const metadata = `filename ${Buffer.from('bench.mp4').toString('base64')}`
  const created = await send(
    {
      port: product.port,
      method: 'POST',
      path: '/api/uploads',
      headers: { ...tus, 'upload-length': size, 'upload-metadata': metadata },
    },
    0,
  )
  for (let offset = 0; offset < size; offset += chunkBytes) {
    const headers = { ...tus, 'upload-offset': offset, 'content-type': 'application/offset+octet-stream' }
    await send(
      { port: product.port, method: 'PATCH', path: String(created.headers.location), headers },
      Math.min(chunkBytes, size - offset),
    )
  }
  return String(created.headers['x-video-id'])
}

async function sendBarePieces(): Promise<null> {
  for (let offset = 0; offset < size; offset += pieceBytes) {
    const headers = { 'upload-offset': offset, 'upload-length': size }
    await send({ port: barePieces.port, method: 'PATCH', path: '/', headers }, Math.min(pieceBytes, size - offset))
  }
  return null
}

try {
  const boundary = 'bench'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="videos"; filename="bench.mp4"\r\ncontent-type: video/mp4\r\n\r\n`
  const figures = await compare(Number(values.rounds), {
    bare: () =>
      timed('bare', bare, async () => {
        await send({ port: bare.port, method: 'POST', path: '/', headers: {} }, size)
        return null
      }),
    form: () =>
      timed('form', product, async () => {
        const headers = { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` }
        const { body } = await send(
          { port: product.port, method: 'POST', path: '/api/videos/upload', headers },
          size,
          head,
          `\r\n--${boundary}--\r\n`,
        )
        return JSON.parse(body).videos[0].id
      }),
    resumable: () => timed('resumable', product, () => resumably(size)),
    barePieces: () => timed('barePieces', barePieces, sendBarePieces),
    pieces: () => timed('pieces', product, () => resumably(pieceBytes)),
  })
  console.log(`Upload of ${values.mb} MB, ${values.rounds} rounds in turn: median (range)`)
  const against = { figures: figures.bare, target: 1 }
  printRow('bare node:http, hash in the main thread', figures.bare, 'MB/s')
  printRow('form', figures.form, 'MB/s', against)
  printRow('resumable, in one piece', figures.resumable, 'MB/s', against)
  printRow(`bare node:http, pieces of ${values.piece} MB`, figures.barePieces, 'MB/s', against)
  printRow(`resumable, pieces of ${values.piece} MB, to bare pieces`, figures.pieces, 'MB/s', {
    figures: figures.barePieces,
    target: 1,
  })
  console.log('Processor time of the server, ms a GB:')
  for (const [name, figures] of Object.entries(cpuMs)) console.log(`  ${name.padEnd(12)} ${median(figures).toFixed(0)}`)
} finally {
  agent.destroy()
  await bare.stop()
  await barePieces.stop()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
