import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/**
 * Doesn't follow redirects. Uses `node:http` because aborting `fetch` in Node 24 can cause a rejection that can't be
 * caught.
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
    // Don't use an agent, because a keep-alive connection may be dead before the next chunk is sent.
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
      // If nothing reads the response, an error would crash the process. Readers get the error themselves.
      response.on('error', () => undefined)
      resolve(response)
    })
    sent.end(body)
  })
}
