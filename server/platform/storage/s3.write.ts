import type { CompletedPart, ListMultipartUploadsCommandOutput, S3 } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { isAbsent } from './s3.client.ts'

const smallestPartBytes = 16 * 1024 * 1024
/** S3 limit. */
export const mostParts = 10_000
const atOnce = 3
/** Longer than unfinished uploads are kept. */
const abandonedMs = 8 * 86_400_000

type Address = { Bucket: string; Key: string }

/** Returns the object's size in bytes. If the source fails, the object doesn't change. */
export async function writeObject(
  s3: S3,
  address: Address,
  source: Readable | Uint8Array,
  sizeBytes = 0,
): Promise<number> {
  const partBytes = Math.max(smallestPartBytes, Math.ceil(sizeBytes / (mostParts - 1)))
  const stream = source instanceof Uint8Array ? Readable.from([source]) : source
  const parts = cutParts(stream, partBytes)
  const first = await parts.next()
  const body = first.done ? Buffer.alloc(0) : first.value
  if (body.length < partBytes) {
    await s3.putObject({ ...address, Body: body, ContentLength: body.length })
    return body.length
  }
  const { UploadId } = await s3.createMultipartUpload(address)
  const upload = { ...address, UploadId }
  try {
    const { done, total } = await sendParts(s3, upload, body, parts)
    await completeParts(s3, upload, done, total)
    return total
  } catch (error) {
    await s3.abortMultipartUpload(upload).catch(() => {})
    throw error
  }
}

export async function completeParts(
  s3: S3,
  { UploadId, ...address }: Address & { UploadId: string | undefined },
  parts: CompletedPart[],
  total: number,
): Promise<void> {
  await s3
    .completeMultipartUpload({ ...address, UploadId, MultipartUpload: { Parts: parts } })
    .catch(async (error: unknown) => {
      // If an earlier attempt succeeded, there is nothing left to complete.
      const isMade = error instanceof Error && error.name === 'NoSuchUpload'
      if (!isMade || (await readSize(s3, address)) !== total) throw error
    })
}

async function readSize(s3: S3, address: Address): Promise<number | null> {
  const head = await s3.headObject(address).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })
  return head?.ContentLength ?? null
}

async function sendParts(
  s3: S3,
  upload: Address & { UploadId: string | undefined },
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<{ done: CompletedPart[]; total: number }> {
  const done: CompletedPart[] = []
  const sending = new Set<Promise<void>>()
  let fault: unknown
  let [total, PartNumber] = [0, 0]
  const send = async (Body: Buffer): Promise<void> => {
    if (++PartNumber > mostParts) throw new Error(`the file is too large: it needs more than ${mostParts} parts`)
    const number = PartNumber
    total += Body.length
    const part: Promise<void> = s3
      .uploadPart({ ...upload, PartNumber: number, Body, ContentLength: Body.length })
      .then(
        ({ ETag, ChecksumCRC32 }) =>
          void (done[number - 1] = { PartNumber: number, ETag, ...(ChecksumCRC32 && { ChecksumCRC32 }) }),
        (error: unknown) => void (fault ??= error),
      )
      .finally(() => sending.delete(part))
    sending.add(part)
    if (sending.size >= atOnce) await Promise.race(sending)
    if (fault) throw fault
  }
  try {
    await send(first)
    for await (const part of rest) await send(part)
  } finally {
    await Promise.all(sending)
  }
  if (fault) throw fault
  return { done, total }
}

async function* cutParts(source: AsyncIterable<Uint8Array>, bytes: number): AsyncGenerator<Buffer, void> {
  let gathered: Uint8Array[] = []
  let length = 0
  for await (let chunk of source) {
    while (length + chunk.length >= bytes) {
      const taken = chunk.subarray(0, bytes - length)
      yield Buffer.concat([...gathered, taken], bytes)
      chunk = chunk.subarray(taken.length)
      gathered = []
      length = 0
    }
    // The source may reuse its buffer.
    gathered.push(Uint8Array.from(chunk))
    length += chunk.length
  }
  if (length > 0) yield Buffer.concat(gathered, length)
}

/** Parts of abandoned uploads take up space but aren't listed as files. */
export async function abortAbandoned(s3: S3, Bucket: string, Prefix: string): Promise<void> {
  let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | null = {}
  while (from) {
    const page: ListMultipartUploadsCommandOutput | null = await s3
      .listMultipartUploads({ Bucket, Prefix, ...from })
      .catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotImplemented') return null
        throw error
      })
    if (!page) return
    for (const { Key, UploadId, Initiated } of page.Uploads ?? [])
      if (Initiated && Date.now() - Initiated.getTime() > abandonedMs)
        await s3.abortMultipartUpload({ Bucket, Key, UploadId })
    from = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null
  }
}
