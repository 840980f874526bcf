import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** Doesn't follow redirects. Uses `node:http`, because an abort can make `fetch` in Node 24 reject uncatchably. */
export function sendRequest(
  url: URL,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal } = options
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const length = body ? { 'content-length': String(body.length) } : {}
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    // Doesn't use an agent, because a kept-alive connection may be dead by the next chunk.
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
      // Keeps an unread error from crashing the process. Readers receive the error themselves.
      response.on('error', () => undefined)
      resolve(response)
    })
    sent.end(body)
  })
}
