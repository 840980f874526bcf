import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { every } from '../queue/repeat.ts'

const sendEveryMs = 2000
const mostAtOnce = 500
/** Drops spans beyond this limit, so an unreachable collector can't exhaust memory. */
const mostWaiting = 5000
const patienceMs = 5000

const kinds = { internal: 1, server: 2, producer: 4, consumer: 5 } as const
type Value = string | number | undefined
type Attributes = Record<string, Value>

export type Span = {
  /** In W3C Trace Context format, to pass to the next process. */
  traceparent: string
  traceId: string
  end(result?: { attributes?: Attributes; failed?: string | undefined }): void
}

let sink: { add(span: object): void } | null = null

/** Sends spans to an OpenTelemetry collector as OTLP/HTTP JSON. Without the setting, no spans are created. */
export function openTraces(
  config: Pick<Config, 'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'ROLE'>,
  version: string,
): { close(): Promise<void> } {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers, ROLE } = config
  if (!endpoint) return { close: async () => {} }
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const resource = {
    attributes: toAttributes({
      'service.name': 'venire',
      'service.version': version,
      'host.name': hostname(),
      'process.pid': process.pid,
      'venire.role': ROLE,
    }),
  }
  let waiting: object[] = []
  let isTold = false

  async function send(): Promise<void> {
    for (let spans = waiting.slice(0, mostAtOnce); spans.length > 0; spans = waiting.slice(0, mostAtOnce)) {
      const body = { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'venire', version }, spans }] }] }
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...parseHeaders(headers ?? ''), 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
      })
      await answer.body?.cancel()
      // Only these status codes allow a retry.
      if ([429, 502, 503, 504].includes(answer.status)) throw new Error(`it answered ${answer.status}`)
      waiting = waiting.slice(spans.length)
      if (!answer.ok) throw new Error(`it rejected ${spans.length} spans with ${answer.status}`)
      isTold = false
    }
  }
  const tell = (error: unknown): void => {
    if (isTold) return
    isTold = true
    process.emitWarning(`Traces couldn’t be sent: ${error instanceof Error ? error.message : String(error)}`)
  }
  const sending = every(sendEveryMs, send, tell)
  sending.start()
  const mine = { add: (span: object) => void (waiting.length < mostWaiting && waiting.push(span)) }
  sink = mine
  return {
    async close() {
      if (sink === mine) sink = null
      await sending.stop()
      await send().catch(tell)
    },
  }
}

export const isTracing = (): boolean => sink !== null

/** Returns null if traces are off. Names and attributes must not contain anything a person entered. */
export function startSpan(
  name: string,
  { kind = 'internal', parent }: { kind?: keyof typeof kinds; parent?: string | undefined } = {},
): Span | null {
  const to = sink
  if (!to) return null
  const [, traceId = randomHex(16), parentSpanId] =
    /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/.exec(parent ?? '') ?? []
  const spanId = randomHex(8)
  const startTimeUnixNano = readNano()
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    end({ attributes = {}, failed } = {}) {
      to.add({
        ...{ traceId, spanId, ...(parentSpanId && { parentSpanId }), name, kind: kinds[kind] },
        ...{ startTimeUnixNano, endTimeUnixNano: readNano(), attributes: toAttributes(attributes) },
        status: failed === undefined ? {} : { code: 2, message: failed },
      })
    },
  }
}

const parseHeaders = (list: string): Record<string, string> =>
  Object.fromEntries(
    list
      .split(',')
      .filter(Boolean)
      .map((each) => [each.slice(0, each.indexOf('=')), decodeURIComponent(each.slice(each.indexOf('=') + 1))]),
  )

const randomHex = (bytes: number): string => randomBytes(bytes).toString('hex')
const readNano = (): string => String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n)

const toAttributes = (values: Attributes) =>
  Object.entries(values).flatMap(([key, value]) => {
    if (value === undefined) return []
    return [{ key, value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value } }]
  })
