import { createHash, type Hash } from 'node:crypto'
import { closeSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { HasherRequest, HasherAnswer } from './hasher.ts'

type Followed = {
  fd: number
  hash: Hash
  at: number
  known: number
  /** The final size, or Infinity to read to the end of the file. Null while the file is growing. */
  finishAt: number | null
}

const port = parentPort!
const followed = new Map<number, Followed>()
/** One large buffer shared by all files is twice as fast as small reads. */
const buffer = Buffer.allocUnsafe(1024 * 1024)
/** Yield after this many reads so that a large file doesn't block others. */
const readsPerTurn = 8
let scheduled = false

function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(() => {
    scheduled = false
    for (const [id, file] of followed) {
      try {
        if (hashSome(id, file)) schedule()
      } catch (error) {
        drop(id)
        answer({ id, error: (error as Error).message })
      }
    }
  })
}

function hashSome(id: number, file: Followed): boolean {
  const limit = file.finishAt ?? file.known
  for (let reads = 0; reads < readsPerTurn && file.at < limit; reads += 1) {
    const bytes = readSync(file.fd, buffer, 0, Math.min(buffer.length, limit - file.at), file.at)
    if (bytes === 0) {
      if (file.finishAt === Infinity) break
      if (file.finishAt !== null) throw new Error(`the file ends after ${file.at} of ${file.finishAt} bytes`)
      return false
    }
    file.hash.update(bytes === buffer.length ? buffer : buffer.subarray(0, bytes))
    file.at += bytes
    if (reads === readsPerTurn - 1) {
      answer({ id, done: file.at })
      return true
    }
  }
  if (file.finishAt !== null) {
    const sha256 = file.hash.digest('hex')
    drop(id)
    answer({ id, sha256 })
  }
  return false
}

function drop(id: number): void {
  const file = followed.get(id)
  followed.delete(id)
  if (file) closeSync(file.fd)
}

const answer = (message: HasherAnswer) => port.postMessage(message)

port.on('message', (request: HasherRequest) => {
  const { id } = request
  if (request.kind === 'follow') {
    try {
      followed.set(id, { fd: openSync(request.path, 'r'), hash: createHash('sha256'), at: 0, known: 0, finishAt: null })
    } catch (error) {
      answer({ id, error: (error as Error).message })
    }
    return
  }
  const file = followed.get(id)
  if (!file) return
  if (request.kind === 'abandon') return drop(id)
  if (request.kind === 'advance') file.known = Math.max(file.known, request.offset)
  else file.finishAt = request.size
  schedule()
})
