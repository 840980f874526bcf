import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { sendRequest } from '#engine/speech/http.ts'

export type OpinionService = { kind: 'openai' | 'anthropic'; url: string; model: string; apiKey: string | null }

/** Without a GPU, a model needs minutes to process a thousand words. */
const requestMs = 300_000
const attempts = 3
const firstWaitMs = 1000
const replyBytesAtMost = 2 * 1024 * 1024
const answerTokens = 4096

/** `message` is shown to the user. `cause` is logged. */
export class OpinionFault extends Error {
  override readonly name = 'OpinionFault'
}

const OpenAiReply = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string() }), finish_reason: z.string().nullish() }))
    .min(1),
})
const AnthropicReply = z.object({ content: z.array(z.object({ type: z.string(), input: z.unknown().optional() })) })

export async function askService(
  service: OpinionService,
  { system, user }: { system: string; user: string },
  signal: AbortSignal,
  settings: { firstWaitMs?: number } = {},
): Promise<Opinion> {
  const host = new URL(service.url).host
  const { url, headers, body } =
    service.kind === 'openai' ? forOpenAi(service, system, user) : forAnthropic(service, system, user)
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await send(url, headers, body, signal)
    if ('text' in outcome && outcome.status === 200) return readReply(service.kind, outcome.text, host)
    const busy = 'fault' in outcome || outcome.status === 408 || outcome.status === 429 || outcome.status >= 500
    if (!busy || attempt === attempts) {
      const what = 'fault' in outcome ? 'did not respond' : `rejected the request (${outcome.status})`
      throw new OpinionFault(`The language model at ${host} ${what}.`, {
        cause: 'fault' in outcome ? outcome.fault : outcome.text.slice(0, 2000),
      })
    }
    await wait((settings.firstWaitMs ?? firstWaitMs) * 2 ** (attempt - 1), undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
  }
}

type Call = { url: URL; headers: Record<string, string>; body: object }

const under = (base: string, path: string): URL => new URL(`${base.replace(/\/+$/, '')}/${path}`)

function forOpenAi({ url, model, apiKey }: OpinionService, system: string, user: string): Call {
  return {
    url: under(url, 'chat/completions'),
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    body: {
      model,
      temperature: 0,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'opinion', strict: true, schema: opinionSchema() },
      },
    },
  }
}

function forAnthropic({ url, model, apiKey }: OpinionService, system: string, user: string): Call {
  return {
    url: under(url, 'messages'),
    headers: { 'anthropic-version': '2023-06-01', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) },
    body: {
      model,
      system,
      max_tokens: answerTokens,
      messages: [{ role: 'user', content: user }],
      tools: [{ name: 'opinion', description: 'Reports the opinion.', input_schema: opinionSchema() }],
      tool_choice: { type: 'tool', name: 'opinion' },
    },
  }
}

/** Doesn't follow redirects, so the transcript is sent only to the URL that was checked. */
async function send(
  url: URL,
  headers: Record<string, string>,
  body: object,
  signal: AbortSignal,
): Promise<{ status: number; text: string } | { fault: unknown }> {
  try {
    const answer = await sendRequest(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: Buffer.from(JSON.stringify(body)),
      signal: AbortSignal.any([signal, AbortSignal.timeout(requestMs)]),
    })
    const parts: Buffer[] = []
    let size = 0
    for await (const part of answer as AsyncIterable<Buffer>) {
      size += part.length
      if (size > replyBytesAtMost) throw new Error('the reply is larger than 2 MB')
      parts.push(part)
    }
    return { status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }
  } catch (fault) {
    signal.throwIfAborted()
    return { fault }
  }
}

function readReply(kind: OpinionService['kind'], text: string, host: string): Opinion {
  try {
    if (kind === 'anthropic') {
      const { content } = AnthropicReply.parse(JSON.parse(text))
      return Opinion.parse(content.find(({ type }) => type === 'tool_use')?.input)
    }
    const [choice] = OpenAiReply.parse(JSON.parse(text)).choices
    if (choice?.finish_reason === 'length')
      throw new OpinionFault(
        `The language model at ${host} stopped before its reply was complete. Set its context to at least 8,192 tokens.`,
      )
    return Opinion.parse(JSON.parse(choice?.message.content ?? ''))
  } catch (cause) {
    if (cause instanceof OpinionFault) throw cause
    throw new OpinionFault(`The language model at ${host} did not reply in the requested format.`, { cause })
  }
}

export const Opinion = z.strictObject({
  reviews: z
    .array(z.strictObject({ finding: z.int(), agrees: z.boolean(), quote: z.string(), why: z.string() }))
    .describe('One review of each finding, by number.'),
})
export type Opinion = z.infer<typeof Opinion>

/**
 * Both APIs require all fields and reject additional ones. Bounds are left out because local servers turn them into
 * large grammars.
 */
function opinionSchema(): Record<string, unknown> {
  const { $schema: _draft, ...schema } = z.toJSONSchema(Opinion, {
    override({ jsonSchema }) {
      delete jsonSchema.minimum
      delete jsonSchema.maximum
    },
  })
  return schema
}
