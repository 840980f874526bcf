/** Requests by `node:http`: Node 24's `fetch` rejects where nobody can catch it when an answer and an abort cross. */
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/**
 * The head of the answer, its body still to be read. Rejects where the line fails, or with the signal's reason; the
 * signal ends the reading of the body too. Redirects are answers like any other.
 */
export function sendRequest(
  url: URL,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal } = options
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const length = body ? { 'content-length': String(body.length) } : {}
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    // Without an agent each request has a line of its own: a kept one may be dead by the next chunk.
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
      // Whoever reads the body meets the fault there; unread, it must not end the process.
      response.on('error', () => undefined)
      resolve(response)
    })
    sent.end(body)
  })
}
