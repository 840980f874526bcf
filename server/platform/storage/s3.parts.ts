import type { S3 } from '@aws-sdk/client-s3'
import { Refusal } from '../errors.ts'
import type { PartStore } from '../storage.ts'
import { completeParts, mostParts } from './s3.write.ts'

type Address = { Bucket: string; Key: string }
type Tools = {
  ask: <T>(work: (connection: { s3: S3 }) => Promise<T>) => Promise<T>
  getObject: (key: string) => Address
  readAll: (key: string, use: (chunk: Buffer) => unknown) => Promise<void>
}

const isGone = (error: unknown): boolean => error instanceof Error && error.name === 'NoSuchUpload'

const toGone = (error: unknown): unknown =>
  isGone(error) ? new Refusal('gone', 'The file storage no longer has this upload. Start it again.') : error

export function openPartStore({ ask, getObject, readAll }: Tools): PartStore {
  return {
    mostParts,

    begin: async (key) =>
      ask(async ({ s3 }) => {
        const { UploadId } = await s3.createMultipartUpload(getObject(key))
        return UploadId!
      }),

    send: async (key, id, number, bytes) =>
      ask(async ({ s3 }) => {
        const part = { ...getObject(key), UploadId: id, PartNumber: number, Body: bytes, ContentLength: bytes.length }
        const { ETag, ChecksumCRC32 } = await s3.uploadPart(part).catch((error: unknown) => {
          throw toGone(error)
        })
        return { number, etag: ETag ?? '', checksum: ChecksumCRC32 ?? null }
      }),

    complete: async (key, id, parts, sizeBytes) =>
      ask(({ s3 }) => {
        const done = parts.map(({ number, etag, checksum }) => ({
          PartNumber: number,
          ETag: etag,
          ...(checksum !== null && { ChecksumCRC32: checksum }),
        }))
        return completeParts(s3, { ...getObject(key), UploadId: id }, done, sizeBytes).catch((error: unknown) => {
          throw toGone(error)
        })
      }),

    abort: async (key, id) =>
      ask(async ({ s3 }) => {
        await s3.abortMultipartUpload({ ...getObject(key), UploadId: id }).catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
      }),

    read: readAll,
  }
}
