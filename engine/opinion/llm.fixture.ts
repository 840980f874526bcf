import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Opinion } from './service.ts'

export type Asked = { path: string; headers: IncomingHttpHeaders; body: Record<string, unknown> }
type Answer = { status: number; body: string; headers?: Record<string, string> }

export const asOpenAi = (opinion: unknown): Answer => ({
  status: 200,
  body: JSON.stringify({ choices: [{ message: { role: 'assistant', content: JSON.stringify(opinion) } }] }),
})
export const asAnthropic = (opinion: unknown): Answer => ({
  status: 200,
  body: JSON.stringify({ content: [{ type: 'tool_use', name: 'opinion', input: opinion }] }),
})
export const nothingToSay: Opinion = { added: [], disputed: [] }

export async function startModel(answer: (asked: Asked, count: number) => Answer) {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    request.on('end', () => {
      asked.push({
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(text) as Record<string, unknown>,
      })
      const { status, body, headers = {} } = answer(asked.at(-1)!, asked.length)
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
