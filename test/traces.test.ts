import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { stageNames } from '#contract/videos/analysis.ts'
import { aac, buildMedia, h264, picture, tone } from '#engine/media/media.factory.ts'
import { startSpan } from '#server/platform/logs/traces.ts'
import { type Cluster, openCluster, until } from './cluster.ts'

const timeout = 240_000

const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`))
const nano = z.string().regex(/^\d{19}$/)
const Attribute = z.strictObject({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }),
  ]),
})
/** OTLP's ExportTraceServiceRequest in JSON, without the fields that Venire never sends. */
const ExportTraces = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(
        z.strictObject({
          scope: z.strictObject({ name: z.literal('venire'), version: z.string() }),
          spans: z.array(
            z.strictObject({
              traceId: hex(32),
              spanId: hex(16),
              parentSpanId: hex(16).optional(),
              name: z.string(),
              kind: z.int().min(1).max(5),
              startTimeUnixNano: nano,
              endTimeUnixNano: nano,
              attributes: z.array(Attribute),
              status: z.strictObject({ code: z.literal(2).optional(), message: z.string().optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Sent = { traceId: string; spanId: string; parentSpanId?: string | undefined; name: string; role: string }

async function startCollector() {
  const spans: Sent[] = []
  const faults: string[] = []
  let isAway = false
  const server = createServer((request, response) => {
    void (async () => {
      const body = await json(request)
      if (isAway) return void response.writeHead(503).end()
      const { method, url, headers } = request
      const parsed = ExportTraces.safeParse(body)
      if (method !== 'POST' || url !== '/otlp/v1/traces') faults.push(`${method} ${url}`)
      if (headers['content-type'] !== 'application/json') faults.push(String(headers['content-type']))
      if (headers['x-key'] !== 'a secret') faults.push('no key')
      if (!parsed.success) faults.push(z.prettifyError(parsed.error))
      for (const { resource, scopeSpans } of parsed.data?.resourceSpans ?? []) {
        const value = resource.attributes.find(({ key }) => key === 'venire.role')?.value
        const role = value && 'stringValue' in value ? value.stringValue : ''
        spans.push(...scopeSpans.flatMap((each) => each.spans.map((span) => ({ ...span, role }))))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/otlp`,
    spans,
    faults,
    leave: (away: boolean) => void (isAway = away),
    close: () => void server.close(),
  }
}

let collector: Awaited<ReturnType<typeof startCollector>>
let cluster: Cluster
beforeAll(async () => {
  collector = await startCollector()
  cluster = await openCluster({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20secret',
    LOG_LEVEL: 'info',
  })
}, timeout)
afterAll(async () => {
  await cluster.close()
  collector.close()
})

test('no span is made without the setting', () => {
  expect(startSpan('GET /')).toBeNull()
})

test(
  'one trace follows an upload through the queue into the engine of another process',
  { timeout, retry: 0 },
  async () => {
    const web = await cluster.startWeb()
    const worker = await cluster.startWorker()
    const { token, client } = await cluster.signUp(web)
    const film = await buildMedia(`${cluster.folder}/film.mp4`, [...picture(2), ...tone(2), ...h264, ...aac])
    const bytes = await readFile(film)
    const address = await client.openUpload('private name.mp4', bytes)
    collector.leave(true)
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
    const sent = await fetch(address, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
      },
      body: new Uint8Array(bytes),
    })
    expect(sent.status).toBe(204)
    const videoId = sent.headers.get('x-video-id')!
    await until(async () => (await client.video(videoId)).status === 'completed', 'the analysis')
    collector.leave(false)
    const find = (name: string) => collector.spans.filter((each) => each.traceId === traceId && each.name === name)
    await until(() => find('job analyze').length > 0 && find('PATCH /api/uploads/:id').length > 0, 'the spans')

    const [request] = find('PATCH /api/uploads/:id')
    const [job] = find('job analyze')
    const [engine] = find('engine')
    expect([request, job, engine]).toMatchObject([
      { role: 'web', parentSpanId: '00f067aa0ba902b7', kind: 2, status: {} },
      { role: 'worker', parentSpanId: request!.spanId, kind: 5, status: {} },
      { role: 'worker', parentSpanId: job!.spanId, kind: 1, status: {} },
    ])
    const stages = collector.spans.filter((each) => each.parentSpanId === engine!.spanId)
    expect(stages.length).toBeGreaterThan(3)
    for (const { name } of stages) expect(stageNames.map((each) => `stage ${each}`)).toContain(name)
    expect(collector.faults).toEqual([])
    expect(JSON.stringify(collector.spans)).not.toContain('private name')

    const reqId = sent.headers.get('x-request-id')
    const lines = (output: string) =>
      output.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Record<string, unknown>] : []))
    expect(lines(web.output()).find((line) => line.reqId === reqId && line.msg === 'request completed')).toMatchObject({
      traceId,
    })
    expect(lines(worker.output()).find((line) => line.job === 'analyze')).toMatchObject({ traceId, reqId })
  },
)
