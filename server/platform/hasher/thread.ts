import { Worker } from 'node:worker_threads'
import type { DigestWatch, HasherAnswer, HasherRequest, Following, Hasher } from './hasher.ts'

type Outcome = PromiseWithResolvers<string> & Pick<DigestWatch, 'onBytes'>

/** `finish` and `digest` reject on read errors. The worker thread doesn't keep the process alive. */
export function openHasher(): Hasher {
  let started: Worker | null = null
  const outcomes = new Map<number, Outcome>()
  let lastId = 0
  let fault: Error | null = null
  const ask = (request: HasherRequest) => {
    if (!fault) (started ??= start()).postMessage(request)
  }

  function start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (answer: HasherAnswer) => {
      const outcome = outcomes.get(answer.id)
      if ('done' in answer) return outcome?.onBytes?.(answer.done)
      outcomes.delete(answer.id)
      if ('error' in answer) outcome?.reject(new Error(`Hashing failed: ${answer.error}`))
      else outcome?.resolve(answer.sha256)
      if (outcomes.size === 0) worker.unref()
    })
    worker.on('error', failAll)
    worker.on('exit', () => failAll(new Error('The hashing thread stopped.')))
    return worker
  }
  const failAll = (error: Error) => {
    fault = error
    for (const outcome of outcomes.values()) outcome.reject(error)
    outcomes.clear()
  }

  function follow(path: string, onBytes?: (done: number) => void): Following {
    const id = (lastId += 1)
    const outcome: Outcome = { ...Promise.withResolvers<string>(), ...(onBytes && { onBytes }) }
    // Prevents an unhandled rejection if reading fails before `finish`.
    outcome.promise.catch(() => {})
    if (fault) outcome.reject(fault)
    else outcomes.set(id, outcome)
    ask({ id, kind: 'follow', path })
    return {
      advance: (offset) => ask({ id, kind: 'advance', offset }),
      finish: (size) => {
        if (outcomes.has(id)) started?.ref()
        ask({ id, kind: 'finish', size })
        return outcome.promise
      },
      abandon: () => {
        outcomes.delete(id)
        outcome.reject(new Error('Hashing was canceled.'))
        ask({ id, kind: 'abandon' })
      },
    }
  }

  async function digest(path: string, { signal, onBytes }: DigestWatch = {}): Promise<string> {
    signal?.throwIfAborted()
    const following = follow(path, onBytes)
    const abandon = () => following.abandon()
    signal?.addEventListener('abort', abandon, { once: true })
    try {
      return await following.finish(Infinity)
    } catch (error) {
      signal?.throwIfAborted()
      throw error
    } finally {
      signal?.removeEventListener('abort', abandon)
    }
  }

  const close = async () => {
    failAll(new Error('The hashing thread stopped.'))
    await started?.terminate()
  }
  return { follow, digest, close, [Symbol.asyncDispose]: close }
}
