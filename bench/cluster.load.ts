import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CaseDetail } from '#contract/cases/cases.ts'
import type { Export } from '#contract/exports/exports.ts'
import type { Session } from '#contract/sessions/sessions.ts'
import { uploadPaths } from '#contract/videos/uploads.ts'

export type Ledger = {
  videos: Map<string, string>
  exports: Set<string>
  /** The number of exports whose ID is unknown because the response was lost. */
  unnamed: number
  lost: string[]
  /** Responses that can't be explained by an outage. */
  wrong: string[]
  reads: { slowestMs: number; answered: number; refused: number; silent: number }
}

export type Client = ReturnType<typeof createClient>
type Sent = { status: number; headers: Headers; text: string }
type Request = { method?: string; headers?: Record<string, string>; body?: Buffer | string }

const answerMs = 25_000
const retryMs = 400
/** Less often than STOP_GRACE_SECONDS. */
const readyEveryMs = 500
/** The number of chunks per upload. Browsers send larger chunks. */
const pieces = 4

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Players ignore bytes after the last MP4 box, so padding changes only the hash and the size. */
export function pad(video: Buffer, moreBytes = 16): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32BE(8 + moreBytes)
  return Buffer.concat([video, size, Buffer.from('free'), randomBytes(moreBytes)])
}

export const newLedger = (): Ledger => ({
  ...{ videos: new Map(), exports: new Set(), unnamed: 0, lost: [], wrong: [] },
  reads: { slowestMs: 0, answered: 0, refused: 0, silent: 0 },
})

/** Sends to ready servers only, as a proxy does. If none is ready, sends to all. */
export function watchReady(urls: string[]): { isReady(url: string): boolean; end(): void } {
  const unready = new Set<string>()
  const check = async (url: string) => {
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) }).catch(() => null)
    await response?.body?.cancel()
    if (response?.ok) unready.delete(url)
    else unready.add(url)
  }
  const timer = setInterval(() => urls.forEach((url) => void check(url)), readyEveryMs)
  return {
    isReady: (url) => !unready.has(url) || unready.size === urls.length,
    end: () => clearInterval(timer),
  }
}

export function createClient(urls: string[], token: string, isReady: (url: string) => boolean = () => true) {
  let turn = 0
  /** Returns status 0 if there is no response. */
  async function once(path: string, { headers = {}, ...init }: Request = {}): Promise<Sent> {
    while (!isReady(urls[turn % urls.length]!)) turn++
    const url = urls[turn++ % urls.length]!
    try {
      const response = await fetch(url + path, {
        ...init,
        ...(init.body === undefined ? {} : { body: new Uint8Array(Buffer.from(init.body)) }),
        headers: { authorization: `Bearer ${token}`, ...headers },
        signal: AbortSignal.timeout(answerMs),
      })
      return { status: response.status, headers: response.headers, text: await response.text() }
    } catch {
      return { status: 0, headers: new Headers(), text: '' }
    }
  }
  async function ask(path: string, request: Request = {}, isDone = (sent: Sent) => sent.status < 500): Promise<Sent> {
    for (;;) {
      const sent = await once(path, request)
      if (sent.status !== 0 && isDone(sent)) return sent
      await sleep(retryMs)
    }
  }
  const json = async <T>(path: string, body?: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const sent = await ask(path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : {})
    if (sent.status !== 200) throw new Error(`${path}: ${sent.status} ${sent.text}`)
    return JSON.parse(sent.text) as T
  }
  return { once, ask, json }
}

export async function buildCase(client: Client, jurors: number): Promise<string> {
  const { id } = await client.json<CaseDetail>('/api/cases', { title: 'State v. Example', caseNumber: 'K-1' })
  const columns = ['jurorNumber', 'occupation'].map((target) => ({ header: target, target }))
  const rows = Array.from({ length: jurors }, (_, at) => [String(at + 1), `Occupation ${at} `.repeat(8).trim()])
  await client.json(`/api/cases/${id}/jurors/import`, { columns, rows })
  return id
}

export async function buildOrders(client: Client, ledger: Ledger, caseId: string, video: Buffer): Promise<object[]> {
  const basis = JSON.stringify({ basis: 'own_mock' })
  const headers = { 'content-type': 'application/json' }
  await client.ask(`/api/cases/${caseId}/recording-permission`, { method: 'PUT', headers, body: basis })
  const day = { name: 'Day 1', type: 'jury_voir_dire', date: '2026-03-02' }
  const { id } = await client.json<Session>(`/api/cases/${caseId}/sessions`, day)
  const videoId = await uploadVideo(client, ledger, 'session.mp4', pad(video))
  await client.json(`/api/sessions/${id}/videos`, { videoId })
  await client.json(`/api/sessions/${id}/highlights`, { videoId, start: 1, end: 6 })
  const scope = { kind: 'session', id }
  const report = { type: 'pdf', template: 'juror_report', scope: { kind: 'case', id: caseId } }
  return [
    report,
    { type: 'mp4', template: 'highlight_reel', scope, options: { captions: 'burned' } },
    { ...report, password: randomBytes(12).toString('hex') },
    { type: 'archive', template: 'case_archive', scope: { kind: 'case', id: caseId } },
    { type: 'mp4', template: 'highlight_reel', scope },
  ]
}

const tus = { 'tus-resumable': '1.0.0' }

export async function uploadVideo(client: Client, ledger: Ledger, name: string, bytes: Buffer): Promise<string> {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`
  const headers = { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata }
  let created: Sent
  do {
    created = await client.ask(uploadPaths.resumable, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': randomUUID() },
    })
  } while (created.status !== 201)
  const path = `${uploadPaths.resumable}/${created.headers.get('x-video-id')}`
  const id = created.headers.get('x-video-id')!
  const pieceBytes = Math.ceil(bytes.length / pieces)
  for (let acknowledged = 0; ;) {
    const head = await client.ask(
      path,
      { method: 'HEAD', headers: tus },
      ({ status }) => status !== 409 && status < 500,
    )
    const offset = Number(head.headers.get('upload-offset'))
    if (head.status !== 200 || offset < acknowledged) {
      ledger.lost.push(`upload ${id}: ${acknowledged} bytes acknowledged, then ${head.status} with ${offset}`)
      return id
    }
    if (offset === bytes.length) {
      ledger.videos.set(id, sha256(bytes))
      return id
    }
    const piece = bytes.subarray(offset, offset + pieceBytes)
    const sent = await client.once(path, {
      method: 'PATCH',
      headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: piece,
    })
    if (sent.status === 204) acknowledged = Number(sent.headers.get('upload-offset'))
    else if (![0, 409, 503].includes(sent.status)) ledger.wrong.push(`PATCH: ${sent.status} ${sent.text.slice(0, 200)}`)
  }
}

export async function orderExport(client: Client, ledger: Ledger, order: object): Promise<void> {
  const body = JSON.stringify(order)
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  for (;;) {
    const sent = await client.ask('/api/exports', { method: 'POST', headers, body })
    if (sent.status === 200) return void ledger.exports.add((JSON.parse(sent.text) as Export).id)
    if (sent.status !== 409) return void ledger.wrong.push(`export: ${sent.status} ${sent.text.slice(0, 200)}`)
    if (sent.text.includes('already saved')) return void ledger.unnamed++
    await sleep(1000)
  }
}

async function readLists(client: Client, { reads, wrong }: Ledger): Promise<void> {
  const startedAt = performance.now()
  const { status, text } = await client.once('/api/videos?limit=50')
  if (status === 200) {
    reads.answered++
    reads.slowestMs = Math.max(reads.slowestMs, performance.now() - startedAt)
  } else if (status === 503) {
    reads.refused++
    reads.slowestMs = Math.max(reads.slowestMs, performance.now() - startedAt)
  } else if (status === 0) reads.silent++
  else wrong.push(`list: ${status} ${text.slice(0, 200)}`)
}

export type Load = {
  client: Client
  ledger: Ledger
  orders: readonly object[]
  video: Buffer
  bigBytes: number
  isFull: () => Promise<boolean>
}

export function startLoad({ client, ledger, orders, video, bigBytes, isFull }: Load): { stop(): Promise<void> } {
  let isOver = false
  const repeat = async (pauseMs: number, work: (at: number) => Promise<unknown>) => {
    for (let at = 0; !isOver; at++) {
      if (!(await isFull())) await work(at)
      await sleep(pauseMs * (0.5 + Math.random()))
    }
  }
  const readOften = async () => {
    for (; !isOver; await sleep(500)) await readLists(client, ledger)
  }
  const loops = [
    repeat(1500, (at) => uploadVideo(client, ledger, `day ${at}.mp4`, pad(video))),
    repeat(1500, (at) => uploadVideo(client, ledger, `night ${at}.mp4`, pad(video))),
    repeat(9000, (at) => uploadVideo(client, ledger, `long day ${at}.mp4`, pad(video, bigBytes))),
    repeat(2500, (at) => orderExport(client, ledger, orders[(at * 2) % orders.length]!)),
    repeat(2500, (at) => orderExport(client, ledger, orders[(at * 2 + 1) % orders.length]!)),
    readOften(),
  ]
  return {
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}
