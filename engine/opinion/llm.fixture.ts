import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import type { Opinion } from './service.ts'

export type Asked = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }
type Answer = { status: number; body: string; headers?: Record<string, string> }

const message = { role: 'assistant', refusal: null, annotations: [] }
const usage = { prompt_tokens: 900, completion_tokens: 80, total_tokens: 980 }
const completion = { id: 'chatcmpl-1', object: 'chat.completion', created: 1_790_000_000, model: 'counsel-7b', usage }

const answerAs =
  (rest: object, ofMessage: object, ofChoice: object) =>
  (opinion: unknown, finish_reason = 'stop'): Answer => ({
    status: 200,
    body: JSON.stringify({
      ...completion,
      ...rest,
      choices: [{ index: 0, message: { ...ofMessage, content: JSON.stringify(opinion) }, finish_reason, ...ofChoice }],
    }),
  })

export const servers = {
  openai: answerAs({ system_fingerprint: null, service_tier: 'default' }, message, { logprobs: null }),
  'llama.cpp': answerAs(
    { system_fingerprint: 'b6500-abc', timings: { prompt_n: 900, predicted_n: 80 } },
    { role: 'assistant' },
    {},
  ),
  ollama: answerAs({ system_fingerprint: 'fp_ollama' }, { role: 'assistant' }, {}),
  vllm: answerAs(
    { service_tier: null, prompt_logprobs: null, kv_transfer_params: null },
    { ...message, reasoning_content: null, tool_calls: [], function_call: null, audio: null },
    { logprobs: null, stop_reason: null, token_ids: null },
  ),
}
export const asOpenAi = servers.openai
export const asAnthropic = (opinion: unknown): Answer => ({
  status: 200,
  body: JSON.stringify({ content: [{ type: 'tool_use', name: 'opinion', input: opinion }] }),
})
export const nothingToSay: Opinion = { reviews: [] }

type Schema = { type?: unknown; properties?: Record<string, Schema>; required?: string[]; items?: Schema }

/** OpenAI's strict mode requires every property to be listed and doesn't allow others. */
function isStrict(schema: Schema & { additionalProperties?: unknown }): boolean {
  if (schema.items) return isStrict(schema.items)
  if (schema.type !== 'object') return schema.type !== undefined
  const { properties = {}, required = [] } = schema
  const names = Object.keys(properties)
  return (
    schema.additionalProperties === false &&
    names.every((name) => required.includes(name)) &&
    Object.values(properties).every(isStrict)
  )
}

const ChatRequest = z.strictObject({
  model: z.string().min(1),
  temperature: z.number().min(0).max(2),
  messages: z
    .tuple([z.strictObject({ role: z.literal('system'), content: z.string().min(1) })])
    .rest(z.strictObject({ role: z.literal('user'), content: z.string().min(1) })),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({
      name: z.string().regex(/^[\w-]{1,64}$/),
      strict: z.literal(true),
      schema: z.custom<Schema>((given) => typeof given === 'object' && given !== null && isStrict(given)),
    }),
  }),
})

const refuse = (status: number, text: string): Answer => ({
  status,
  body: JSON.stringify({ error: { message: text, type: 'invalid_request_error', param: null, code: null } }),
})

function checkRequest({ path, headers, body }: Asked, method = ''): Answer | null {
  if (path === '/v1/messages') return null
  if (path !== '/v1/chat/completions') return refuse(404, `Unknown request URL: ${method} ${path}`)
  if (method !== 'POST') return refuse(405, `Not allowed to ${method} on ${path}`)
  if (headers['content-type'] !== 'application/json') return refuse(415, 'Unsupported content type')
  const checked = ChatRequest.safeParse(body)
  return checked.success ? null : refuse(400, z.prettifyError(checked.error))
}

export async function startModel(answer: (asked: Asked, count: number) => Answer) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      const own: Asked = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>,
      }
      asked.push(own)
      const { status, body, headers = {} } = checkRequest(own, request.method) ?? answer(own, asked.length)
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
