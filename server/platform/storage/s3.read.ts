import { setTimeout as sleep } from 'node:timers/promises'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import { isTransient } from './s3.client.ts'
import type { ReadBytes } from './send.ts'

const tries = 4
const firstWaitMs = 200

/** Reads one object in order. Continues where it stopped if the connection is lost. */
export function openObjectReader(get: (range: { start: number }) => Promise<GetObjectCommandOutput>): {
  read: ReadBytes
  close(): void
} {
  let body: Readable | null = null
  let chunks: AsyncIterator<Buffer> | null = null
  let rest: Buffer = Buffer.alloc(0)

  const close = (): void => {
    body?.destroy()
    body = chunks = null
    rest = Buffer.alloc(0)
  }

  async function begin(start: number): Promise<AsyncIterator<Buffer>> {
    const { Body, ContentRange } = await get({ start })
    body = Body as Readable
    // Prevents an unhandled error if the connection breaks while the reader is paused.
    body.on('error', () => {})
    if (!ContentRange?.startsWith(`bytes ${start}-`)) throw new Error('the file storage ignored the requested range')
    return body[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async function fill(buffer: Buffer, bytes: number, at: number): Promise<number> {
    chunks ??= await begin(at)
    let filled = 0
    while (filled < bytes) {
      if (rest.length === 0) {
        const next = await chunks.next()
        if (next.done) break
        rest = next.value
      }
      const taken = rest.copy(buffer, filled, 0, bytes - filled)
      rest = rest.subarray(taken)
      filled += taken
    }
    return filled
  }

  return {
    async read(buffer, bytes, at) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await fill(buffer, bytes, at)
        } catch (error) {
          close()
          const isLost = isTransient(error) || (error instanceof Refusal && error.code === 'unavailable')
          if (!isLost || attempt === tries) throw error
          await sleep(firstWaitMs * 2 ** attempt)
        }
      }
    },
    close,
  }
}
