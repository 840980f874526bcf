import type { S3, S3ClientConfig } from '@aws-sdk/client-s3'
import { Refusal } from '../errors.ts'
import { describePlace, type S3Place } from './url.ts'

const connectMs = 5000
/** A request fails if no byte arrives for this long. */
const silentMs = 30_000

/** Short enough to tell a waiting user that the store isn't responding. */
const metadataMs = 10_000
export const withinSeconds = () => ({ abortSignal: AbortSignal.timeout(metadataMs) })

type Failure = Error & { $metadata?: { httpStatusCode?: number }; code?: string | undefined }

const networkCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'ENOTFOUND', 'EAI_AGAIN', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'ERR_STREAM_PREMATURE_CLOSE'],
])
const busyNames = /^(TimeoutError|AbortError|SlowDown|ServiceUnavailable|InternalError|RequestTimeout|Throttling.*)$/

const getStatus = (error: unknown): number => (error as Failure).$metadata?.httpStatusCode ?? 0

export const isAbsent = (error: unknown): boolean =>
  error instanceof Error && (getStatus(error) === 404 || /^(NotFound|NoSuchKey)$/.test(error.name))

export const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  ((getStatus(error) >= 500 && getStatus(error) !== 501) ||
    getStatus(error) === 429 ||
    busyNames.test(error.name) ||
    networkCodes.has((error as Failure).code ?? '') ||
    error.message === 'aborted')

export const isUnsupported = (error: unknown): boolean =>
  error instanceof Error &&
  (/NotFound|NotImplemented|MethodNotAllowed|Unsupported/.test(error.name) ||
    [404, 405, 501].includes(getStatus(error)))

/**
 * Copies only the name and message, because the library's errors contain keys and signatures that must not be logged.
 */
export function toStoreError(error: unknown, place: S3Place): unknown {
  if (!(error instanceof Error) || error instanceof Refusal) return error
  const text = `${describePlace(place)}: ${error.name}: ${error.message}`
  if (!isTransient(error)) return new Error(`the file storage refused a request: ${text}`)
  const refusal = new Refusal('unavailable', 'The file storage is unavailable. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
  refusal.cause = new Error(text)
  return refusal
}

/** More than the number of viewers on a busy server. Each viewer fetches one block at a time. */
const transfersAtOnce = 256
const questionsAtOnce = 64

export type Connection = {
  s3: S3
  /** Connections for short requests, so that transfers can't delay health checks. */
  meta: S3
  /** True if the bucket keeps old versions, all of which must be deleted. */
  hasVersions: boolean
  hasLock: boolean
  checkedAtMs: number
}

/** Loads the library on first use, so that an installation without S3 doesn't need it. */
export async function connect(place: S3Place, before: Connection | null = null): Promise<Connection> {
  const library = await import('@aws-sdk/client-s3').catch(() => {
    throw new Error(
      'STORAGE_URL=s3://… requires the package @aws-sdk/client-s3, which npm skipped. Run: rm -r node_modules && ./venire --version',
    )
  })
  const open = (checksums: 'WHEN_SUPPORTED' | 'WHEN_REQUIRED', maxSockets: number) => {
    const agent = { keepAlive: true, maxSockets }
    const config: S3ClientConfig = {
      forcePathStyle: place.pathStyle,
      requestChecksumCalculation: checksums,
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connectMs,
        socketTimeout: silentMs,
        httpAgent: agent,
        httpsAgent: agent,
      },
    }
    const region = place.region ?? (place.endpoint === undefined ? undefined : 'us-east-1')
    if (region !== undefined) config.region = region
    if (place.endpoint !== undefined) config.endpoint = place.endpoint
    return new library.S3(config)
  }
  // Stores other than Amazon's may not support the checksum headers.
  const checksums = place.endpoint === undefined ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED'
  const meta = before?.meta ?? open(checksums, questionsAtOnce)
  const Bucket = place.bucket
  const versioning = await meta.getBucketVersioning({ Bucket }, withinSeconds()).catch((error: unknown) => {
    if (isUnsupported(error) && (error as Error).name !== 'NoSuchBucket') return null
    throw error
  })
  const hasVersions = versioning?.Status !== undefined
  const lock = hasVersions
    ? await meta.getObjectLockConfiguration({ Bucket }, withinSeconds()).catch((error: unknown) => {
        if (isUnsupported(error)) return null
        throw error
      })
    : null
  const hasLock = lock?.ObjectLockConfiguration?.ObjectLockEnabled === 'Enabled'
  if (place.lockDays !== undefined && !hasLock)
    throw new Error(
      `STORAGE_URL has lockDays, but the bucket "${place.bucket}" has no Object Lock. Turn it on, or remove lockDays.`,
    )
  // Buckets with Object Lock require a checksum.
  const s3 = before?.hasLock === hasLock ? before.s3 : open(hasLock ? 'WHEN_SUPPORTED' : checksums, transfersAtOnce)
  return { s3, meta, hasVersions, hasLock, checkedAtMs: performance.now() }
}
