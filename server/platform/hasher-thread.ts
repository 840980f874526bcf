import { Worker } from 'node:worker_threads'
import type { HasherAnswer, HasherRequest } from './hasher-messages.ts'
import type { Following, Hasher } from './hasher.ts'

type Outcome = PromiseWithResolvers<string>

/** Starts the hashing thread. It does not keep the process alive. A file that cannot be read rejects `finish` and `digest`. */
export function openHasher(): Hasher {
  const worker = new Worker(new URL('./hasher-worker.ts', import.meta.url))
  worker.unref()
  const outcomes = new Map<number, Outcome>()
  let lastId = 0
  let fault: Error | null = null
  const ask = (request: HasherRequest) => worker.postMessage(request)

  worker.on('message', (answer: HasherAnswer) => {
    const outcome = outcomes.get(answer.id)
    outcomes.delete(answer.id)
    if ('error' in answer) outcome?.reject(new Error(`Hashing failed: ${answer.error}`))
    else outcome?.resolve(answer.sha256)
    if (outcomes.size === 0) worker.unref()
  })
  const failAll = (error: Error) => {
    fault = error
    for (const outcome of outcomes.values()) outcome.reject(error)
    outcomes.clear()
  }
  worker.on('error', failAll)
  worker.on('exit', () => failAll(new Error('The hashing thread has ended.')))

  function follow(path: string): Following {
    const id = (lastId += 1)
    const outcome: Outcome = Promise.withResolvers<string>()
    // Nobody waits for the digest until `finish`; a fault before that is told there and must not end the process.
    outcome.promise.catch(() => {})
    if (fault) outcome.reject(fault)
    else outcomes.set(id, outcome)
    ask({ id, kind: 'follow', path })
    return {
      advance: (offset) => ask({ id, kind: 'advance', offset }),
      finish: (size) => {
        if (outcomes.has(id)) worker.ref()
        ask({ id, kind: 'finish', size })
        return outcome.promise
      },
      abandon: () => {
        outcomes.delete(id)
        outcome.reject(new Error('Hashing was given up.'))
        ask({ id, kind: 'abandon' })
      },
    }
  }

  const close = async () => void (await worker.terminate())
  return { follow, digest: (path) => follow(path).finish(Infinity), close, [Symbol.asyncDispose]: close }
}
