import { Worker } from 'node:worker_threads'
import type { HasherAnswer, HasherRequest, Following, Hasher } from './hasher.ts'

type Outcome = PromiseWithResolvers<string>

/** Read errors reject `finish` and `digest`. The worker thread doesn't keep the process alive. */
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

  function follow(path: string): Following {
    const id = (lastId += 1)
    const outcome: Outcome = Promise.withResolvers<string>()
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

  const close = async () => {
    failAll(new Error('The hashing thread stopped.'))
    await started?.terminate()
  }
  return { follow, digest: (path) => follow(path).finish(Infinity), close, [Symbol.asyncDispose]: close }
}
