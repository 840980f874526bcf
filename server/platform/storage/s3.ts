import type { ListObjectVersionsCommandOutput } from '@aws-sdk/client-s3'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Refusal } from '../errors.ts'
import type { StoredFile, Storage } from '../storage.ts'
import { pathOfKey, pathOfPrefix } from './keys.ts'
import { openObjectReader } from './s3.read.ts'
import { abortAbandoned, writeObject } from './s3.write.ts'
import { asStoreError, connect, type Connection, isAbsent, withinSeconds } from './s3.client.ts'
import type { Scratch } from './scratch.ts'
import { sendFrom } from './send.ts'
import type { S3Place } from './url.ts'

const chunkBytes = 1024 * 1024
/** Health checks must respond quickly. */
const checkMs = 4000
const dayMs = 86_400_000

type ObjectHead = { sizeBytes: number; etag: string }

export async function openS3Storage(place: S3Place, scratch: Scratch): Promise<Storage> {
  const Bucket = place.bucket
  let connecting: Promise<Connection> | null = null

  /** Reconnects after a failure, so an unavailable store doesn't keep Venire from starting. */
  async function ask<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const opening = (connecting ??= connect(place))
    const connection = await opening.catch((error: unknown) => {
      if (connecting === opening) connecting = null
      throw asStoreError(error, place)
    })
    try {
      return await work(connection)
    } catch (error) {
      throw isAbsent(error) ? error : asStoreError(error, place)
    }
  }

  // Accepts only keys that also work in a local folder.
  const getObject = (key: string) => ({ Bucket, Key: place.prefix + pathOfKey('/', key).slice(1) })

  async function readHead(key: string): Promise<ObjectHead | null> {
    const object = getObject(key)
    try {
      const head = await ask(({ s3 }) => s3.headObject(object, withinSeconds()))
      return { sizeBytes: head.ContentLength ?? 0, etag: head.ETag ?? '' }
    } catch (error) {
      if (!isAbsent(error)) throw error
      // Otherwise, if the bucket is missing, every file would be reported as missing.
      await requireBucket()
      return null
    }
  }

  const requireBucket = (options = withinSeconds()): Promise<unknown> =>
    ask(({ s3 }) =>
      s3.headBucket({ Bucket }, options).catch((error: unknown) => {
        throw isAbsent(error) ? new Error(`no bucket "${Bucket}"`) : error
      }),
    )

  const openReader = (key: string, { sizeBytes, etag }: ObjectHead, end = sizeBytes - 1) =>
    openObjectReader((range) =>
      ask(({ s3 }) => s3.getObject({ ...getObject(key), IfMatch: etag, Range: `bytes=${range.start}-${end}` })),
    )

  async function readAll(key: string, head: ObjectHead, use: (chunk: Buffer) => unknown): Promise<void> {
    const reader = openReader(key, head)
    const buffer = Buffer.allocUnsafeSlow(chunkBytes)
    try {
      for (let at = 0; at < head.sizeBytes;) {
        const bytes = await reader.read(buffer, chunkBytes, at)
        if (bytes === 0) throw new Error(`stored file ${key} ends at ${at}, before ${head.sizeBytes}`)
        await use(buffer.subarray(0, bytes))
        at += bytes
      }
    } finally {
      reader.close()
    }
  }

  async function* listKeys(prefix: string): AsyncIterable<{ key: string; sizeBytes: number }> {
    let ContinuationToken: string | undefined
    do {
      const page = await ask(({ s3 }) => s3.listObjectsV2({ Bucket, Prefix: prefix, ContinuationToken }))
      for (const { Key, Size } of page.Contents ?? [])
        yield { key: Key!.slice(place.prefix.length), sizeBytes: Size ?? 0 }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  /** Deletes every version, so destroyed evidence can't be restored. */
  async function removeVersions({ s3, hasLock }: Connection, prefix: string, isWanted: (key: string) => boolean) {
    let from: { KeyMarker?: string | undefined; VersionIdMarker?: string | undefined } | null = {}
    while (from) {
      const page: ListObjectVersionsCommandOutput = await s3.listObjectVersions({ Bucket, Prefix: prefix, ...from })
      for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
        if (isWanted(Key!))
          await s3.deleteObject({ Bucket, Key, VersionId, ...(hasLock && { BypassGovernanceRetention: true }) })
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
      await write(key, createReadStream(localPath, { highWaterMark: chunkBytes }), size)
      await rm(localPath)
    },

    put: (key, bytes) => write(key, bytes),

    size: async (key) => (await readHead(key))?.sizeBytes ?? null,

    async digest(key) {
      const head = await readHead(key)
      if (!head) return null
      const hash = createHash('sha256')
      await readAll(key, head, (chunk) => hash.update(chunk))
      return hash.digest('hex')
    },

    async open(key): Promise<StoredFile | null> {
      const head = await readHead(key)
      if (!head) return null
      return {
        size: head.sizeBytes,
        async send(range, destination, watch) {
          const reader = openReader(key, head, range.end)
          try {
            await sendFrom(reader.read, range, destination, watch)
          } finally {
            reader.close()
          }
        },
        [Symbol.asyncDispose]: async () => {},
      }
    },

    async localCopy(key) {
      const head = await readHead(key)
      if (!head) throw Object.assign(new Error(`${key} is not stored`), { code: 'ENOENT' })
      const name = createHash('sha256')
        .update(`${place.bucket}\n${getObject(key).Key}\n${head.etag}`)
        .digest('hex')
      return scratch.copy(name, head.sizeBytes, async (path) => {
        await using file = await open(path, 'wx', 0o600)
        await readAll(key, head, (chunk) => file.writeFile(chunk))
      })
    },

    list: () => listKeys(place.prefix),

    async protect(key) {
      const { lockDays } = place
      if (lockDays === undefined) return
      const Retention = { Mode: 'GOVERNANCE', RetainUntilDate: new Date(Date.now() + lockDays * dayMs) } as const
      await ask(({ s3 }) => s3.putObjectRetention({ ...getObject(key), Retention }))
    },

    async remove(key) {
      const object = getObject(key)
      await ask(async (connection) => {
        if (connection.hasVersions) await removeVersions(connection, object.Key, (each) => each === object.Key)
        else await connection.s3.deleteObject(object)
      })
    },

    async removeAll(prefix) {
      const below = `${place.prefix}${pathOfPrefix('/', prefix).slice(1)}/`
      await ask(async (connection) => {
        if (connection.hasVersions) return removeVersions(connection, below, () => true)
        for await (const { key } of listKeys(below)) await connection.s3.deleteObject(getObject(key))
      })
    },

    freeBytes: async () => null,

    findProblem: () =>
      requireBucket({ abortSignal: AbortSignal.timeout(checkMs) }).then(
        () => null,
        (error: unknown) =>
          error instanceof Refusal ? 'the file storage does not respond' : 'the file storage refuses requests',
      ),

    async tidy() {
      await scratch.tidy()
      await ask(({ s3 }) => abortAbandoned(s3, Bucket, place.prefix))
    },
  }
}
