import { setTimeout as sleep } from 'node:timers/promises'
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import type { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import { isTransient } from './s3.client.ts'
import type { ReadBytes } from './send.ts'

const tries = 4
const firstWaitMs = 200

/**
 * Each block is fetched in full before it's sent, so a stalled viewer ties up this much memory but no connection to the
 * store.
 */
const viewerBlockBytes = 2 * 1024 * 1024
/** Larger, for fewer requests, because these readers never stall. */
export const wholeBlockBytes = 8 * 1024 * 1024

type Range = { start: number; end: number }

/** Reads one object in order, up to `end`. If the connection is lost, resumes where it stopped. */
export function openObjectReader(
  get: (range: Range) => Promise<GetObjectCommandOutput>,
  end: number,
  blockBytes = viewerBlockBytes,
): ReadBytes {
  let block = Buffer.alloc(0)
  let blockAt = 0

  async function fetchBlock(start: number): Promise<void> {
    const fresh = Buffer.allocUnsafeSlow(Math.min(blockBytes, end + 1 - start))
    let filled = 0
    for (let attempt = 1; filled < fresh.length; attempt++) {
      try {
        const range = { start: start + filled, end: start + fresh.length - 1 }
        for await (const chunk of receive(get, range)) filled += chunk.copy(fresh, filled)
        break
      } catch (error) {
        const isLost = isTransient(error) || (error instanceof Refusal && error.code === 'unavailable')
        if (!isLost || attempt === tries) throw error
        await sleep(firstWaitMs * 2 ** attempt)
      }
    }
    block = fresh.subarray(0, filled)
    blockAt = start
  }

  return async (buffer, bytes, at) => {
    let filled = 0
    while (filled < bytes && at + filled <= end) {
      const from = at + filled - blockAt
      if (from < 0 || from >= block.length) await fetchBlock(at + filled)
      if (block.length === 0) break
      filled += block.copy(buffer, filled, at + filled - blockAt, at + bytes - blockAt)
    }
    return filled
  }
}

async function* receive(
  get: (range: Range) => Promise<GetObjectCommandOutput>,
  range: Range,
): AsyncGenerator<Buffer, void> {
  const { Body, ContentRange } = await get(range)
  const body = Body as Readable
  if (!ContentRange?.startsWith(`bytes ${range.start}-`)) {
    body.destroy()
    throw new Error('the file storage ignored the requested range')
  }
  yield* body as AsyncIterable<Buffer>
}
