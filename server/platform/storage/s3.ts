import type { ListObjectVersionsCommandOutput, GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import type { StoredFile, Storage } from '../storage.ts'
import { pathOfKey, pathOfPrefix } from './keys.ts'
import { openPartStore } from './s3.parts.ts'
import { abortAbandoned, writeObject } from './s3.write.ts'
import { toStoreError, connect, type Connection, isAbsent, withinSeconds, isTransient } from './s3.client.ts'
import type { Scratch } from './scratch.ts'
import { sendFrom, type ReadBytes } from './send.ts'
import type { S3Place } from './url.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const chunkBytes = 1024 * 1024
/** Health checks must finish quickly. */
const checkMs = 4000
const dayMs = 86_400_000
/** A bucket's versioning may be turned on while Venire runs. */
const recheckMs = 3_600_000

type ObjectHead = { sizeBytes: number; etag: string }

export async function openS3Storage(place: S3Place, scratch: Scratch): Promise<Storage> {
  const Bucket = place.bucket
  let connecting: Promise<Connection> | null = null

  async function reconnect(): Promise<Connection> {
    const opening = (connecting ??= connect(place))
    try {
      const known = await opening
      if (performance.now() - known.checkedAtMs < recheckMs) return known
      if (connecting === opening) connecting = connect(place, known)
      return await connecting
    } catch (error) {
      connecting = null
      throw toStoreError(error, place)
    }
  }

  /** Reconnects after a failure, so an unavailable store doesn't keep Venire from starting. */
  async function ask<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await reconnect()
    try {
      return await work(connection)
    } catch (error) {
      throw isAbsent(error) ? error : toStoreError(error, place)
    }
  }

  // Accepts only keys that also work in a local folder.
  const getObject = (key: string) => ({ Bucket, Key: place.prefix + pathOfKey('/', key).slice(1) })

  async function readHead(key: string): Promise<ObjectHead | null> {
    const object = getObject(key)
    try {
      const head = await ask(({ meta }) => meta.headObject(object, withinSeconds()))
      return { sizeBytes: head.ContentLength ?? 0, etag: head.ETag ?? '' }
    } catch (error) {
      if (!isAbsent(error)) throw error
      // Without this check, every file would be reported as missing if the bucket itself is missing.
      await requireBucket()
      return null
    }
  }

  const requireBucket = (options = withinSeconds()): Promise<unknown> =>
    ask(({ meta }) =>
      meta.headBucket({ Bucket }, options).catch((error: unknown) => {
        throw isAbsent(error) ? new Error(`no bucket "${Bucket}"`) : error
      }),
    )

  const openReader = (key: string, { etag }: ObjectHead, end: number, blockBytes?: number) =>
    openObjectReader(
      (range) =>
        ask(({ s3 }) => s3.getObject({ ...getObject(key), IfMatch: etag, Range: `bytes=${range.start}-${range.end}` })),
      end,
      blockBytes,
    )

  const nameCopy = (key: string, { etag }: ObjectHead) =>
    createHash('sha256')
      .update(`${place.bucket}\n${getObject(key).Key}\n${etag}`)
      .digest('hex')

  async function readAll(key: string, head: ObjectHead, use: (chunk: Buffer) => unknown): Promise<void> {
    const read = openReader(key, head, head.sizeBytes - 1, wholeBlockBytes)
    const buffer = Buffer.allocUnsafeSlow(chunkBytes)
    for (let at = 0; at < head.sizeBytes;) {
      const bytes = await read(buffer, chunkBytes, at)
      if (bytes === 0) throw new Error(`stored file ${key} ends at ${at}, before ${head.sizeBytes}`)
      await use(buffer.subarray(0, bytes))
      at += bytes
    }
  }

  const nameBelow = (prefix: string) => `${place.prefix}${pathOfPrefix('/', prefix).slice(1)}/`

  async function* listKeys(prefix: string): AsyncIterable<{ key: string; sizeBytes: number; version: string }> {
    let ContinuationToken: string | undefined
    do {
      const page = await ask(({ meta }) => meta.listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken }))
      for (const { Key, Size, ETag } of page.Contents ?? [])
        yield { key: Key!.slice(place.prefix.length), sizeBytes: Size ?? 0, version: ETag ?? '' }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  /** Deletes every version, so destroyed evidence can't be restored. */
  async function removeVersions({ meta, hasLock }: Connection, prefix: string, isWanted: (key: string) => boolean) {
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | null = {}
    while (from) {
      const page: ListObjectVersionsCommandOutput = await meta.listObjectVersions({ Bucket, Prefix: prefix, ...from })
      for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
        if (isWanted(Key!))
          await meta.deleteObject({ Bucket, Key, VersionId, ...(hasLock && { BypassGovernanceRetention: true }) })
      from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : null
    }
  }

  async function write(key: string, source: Readable | Uint8Array, sizeBytes?: number) {
    const object = getObject(key)
    const written = await ask(({ s3 }) => writeObject(s3, object, source, sizeBytes))
    const head = await readHead(key)
    if (head?.sizeBytes !== written)
      throw new Error(`stored file ${key} has ${head?.sizeBytes ?? 0} bytes instead of ${written}`)
    return { sizeBytes: written }
  }

  return {
    async adopt(localPath, key) {
      const { size } = await stat(localPath)
      const source = createReadStream(localPath, { highWaterMark: chunkBytes })
      await write(key, source, size).finally(() => source.destroy())
      await rm(localPath)
    },

    put: (key, bytes, sizeBytes) => write(key, bytes, sizeBytes),

    size: async (key) => (await readHead(key))?.sizeBytes ?? null,

    async digest(key, _, { signal, onBytes } = {}) {
      const head = await readHead(key)
      if (!head) return null
      const hash = createHash('sha256')
      let done = 0
      await readAll(key, head, (chunk) => {
        signal?.throwIfAborted()
        hash.update(chunk)
        onBytes?.((done += chunk.length))
      })
      return hash.digest('hex')
    },

    async open(key): Promise<StoredFile | null> {
      const head = await readHead(key)
      if (!head) return null
      return {
        size: head.sizeBytes,
        version: head.etag,
        send: (range, destination, watch) => sendFrom(openReader(key, head, range.end), range, destination, watch),
        [Symbol.asyncDispose]: async () => {},
      }
    },

    async localCopy(key) {
      const head = await readHead(key)
      if (!head) throw Object.assign(new Error(`${key} is not stored`), { code: 'ENOENT' })
      return scratch.copy(nameCopy(key, head), head.sizeBytes, async (path) => {
        await using file = await open(path, 'wx', 0o600)
        await readAll(key, head, (chunk) => file.writeFile(chunk))
      })
    },

    async heldCopy(key) {
      const head = await readHead(key)
      return head && scratch.find(nameCopy(key, head), head.sizeBytes)
    },

    list: (prefix) => listKeys(prefix === undefined ? place.prefix : nameBelow(prefix)),

    async protect(key) {
      const { lockDays } = place
      if (lockDays === undefined) return
      const until = new Date(Date.now() + lockDays * dayMs)
      const object = getObject(key)
      await ask(async ({ meta }) => {
        const present = await meta.getObjectRetention(object).then(
          (found) => found.Retention,
          () => null,
        )
        // The store refuses to shorten a lock.
        if (present?.RetainUntilDate && present.RetainUntilDate >= until) return
        const Retention = { Mode: present?.Mode ?? 'GOVERNANCE', RetainUntilDate: until } as const
        await meta.putObjectRetention({ ...object, Retention })
      })
    },

    async remove(key) {
      const object = getObject(key)
      await ask(async (connection) => {
        if (connection.hasVersions) await removeVersions(connection, object.Key, (each) => each === object.Key)
        else await connection.meta.deleteObject(object)
      })
    },

    async removeAll(prefix) {
      const below = nameBelow(prefix)
      await ask(async (connection) => {
        if (connection.hasVersions) return removeVersions(connection, below, () => true)
        for await (const { key } of listKeys(below)) await connection.meta.deleteObject(getObject(key))
      })
    },

    freeBytes: async () => null,

    findProblem: () =>
      requireBucket({ abortSignal: AbortSignal.timeout(checkMs) }).then(
        () => null,
        (error: unknown) =>
          error instanceof Refusal ? 'the file storage is not responding' : 'the file storage refuses requests',
      ),

    async tidy() {
      await scratch.tidy()
      await ask(({ meta }) => abortAbandoned(meta, Bucket, place.prefix))
    },

    parts: openPartStore({
      ask,
      getObject,
      async readAll(key, use) {
        const head = await readHead(key)
        if (!head) throw Object.assign(new Error(`${key} is not stored`), { code: 'ENOENT' })
        await readAll(key, head, use)
      },
    }),
  }
}

const tries = 4
const firstWaitMs = 200

/**
 * Each block is fetched in full before it's sent, so a stalled viewer ties up this much memory but no connection to the
 * store.
 */
const viewerBlockBytes = 2 * 1024 * 1024
/** Larger, for fewer requests, because these readers never stall. */
const wholeBlockBytes = 8 * 1024 * 1024

type Range = { start: number; end: number }

/** Reads one object in order, up to `end`. If the connection is lost, resumes where it stopped. */
function openObjectReader(
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
