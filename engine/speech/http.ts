/** Uses `node:http`, because `fetch` in Node 24 can reject uncatchably when a response and an abort cross. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** Resolves with the response headers. The signal also aborts reading the body. Redirects are not followed. */
export function sendRequest(
  url: URL,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal } = options
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const length = body ? { 'content-length': String(body.length) } : {}
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    // Without an agent, because a kept-alive connection may be dead by the next chunk.
    const sent = send(url, { method, headers: { ...headers, ...length }, agent: false })
    let answer: IncomingMessage | null = null
    const stop = (): void => {
      const reason = signal.reason instanceof Error ? signal.reason : new Error('stopped')
      answer?.destroy(reason)
      sent.destroy(reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    const settle = (): void => signal.removeEventListener('abort', stop)
    sent.once('error', reject)
    sent.once('close', settle)
    sent.once('response', (response) => {
      answer = response
      // Readers see the error themselves; unread, it must not crash the process.
      response.on('error', () => undefined)
      resolve(response)
    })
    sent.end(body)
  })
}
