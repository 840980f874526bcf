import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { StoredFile } from '../storage.ts'

const blockBytes = 1024 * 1024
/** Tools read a recording's index repeatedly, so keep recent blocks. */
const mostBlocks = 48

export type RangeServer = AsyncDisposable & {
  url: string
  /** Throws if a read failed. A tool treats a failed read as the end of the file and may still succeed. */
  requireWhole(): void
}

/**
 * Serves one stored file to tools on this machine, at an address that can't be guessed. Closes the file when disposed.
 */
export async function serveRanges(file: StoredFile): Promise<RangeServer> {
  const path = `/${randomBytes(32).toString('hex')}`
  const blocks = new Map<number, Promise<Buffer>>()
  let failure: { error: unknown } | null = null

  async function fetchBlock(at: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    const collector = new Writable({
      // Copy the chunk because its buffer is reused.
      write: (chunk: Buffer, _encoding, done) => (chunks.push(Buffer.from(chunk)), done()),
    })
    await file.send({ start: at, end: Math.min(at + blockBytes, file.size) - 1 }, collector)
    return Buffer.concat(chunks)
  }

  function readBlock(at: number): Promise<Buffer> {
    const block = blocks.get(at) ?? fetchBlock(at)
    blocks.delete(at)
    blocks.set(at, block)
    block.catch(() => blocks.delete(at))
    const [oldest] = blocks.keys()
    if (blocks.size > mostBlocks && oldest !== undefined) blocks.delete(oldest)
    return block
  }

  async function send({ start, end }: Range, response: ServerResponse): Promise<void> {
    for (let at = start; at <= end && !response.destroyed;) {
      const blockAt = at - (at % blockBytes)
      const block = await readBlock(blockAt)
      const bytes = block.subarray(at - blockAt, end + 1 - blockAt)
      at += bytes.length
      if (!response.write(bytes)) await drain(response)
    }
    response.end()
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const range = parseRange(request.headers.range, file.size)
    const isKnown = request.url === path && request.method === 'GET'
    if (!isKnown || range === null) return void response.writeHead(isKnown ? 416 : 404).end()
    response.writeHead(request.headers.range === undefined ? 200 : 206, {
      'accept-ranges': 'bytes',
      'content-length': range.end + 1 - range.start,
      'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    })
    send(range, response).catch((error: unknown) => {
      failure ??= { error }
      response.destroy()
    })
  }

  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    requireWhole() {
      if (failure) throw failure.error
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await file[Symbol.asyncDispose]()
    },
  }
}

type Range = { start: number; end: number }

function parseRange(given: string | undefined, size: number): Range | null {
  if (given === undefined) return { start: 0, end: size - 1 }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(given) ?? []
  if (from === undefined || Number(from) >= size) return null
  return { start: Number(from), end: to ? Math.min(Number(to), size - 1) : size - 1 }
}

/** Also resolves if the tool closes its connection, which it does before it seeks. */
const drain = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go)
      resolve()
    }
    if (response.destroyed) resolve()
    else response.once('drain', go).once('close', go)
  })
