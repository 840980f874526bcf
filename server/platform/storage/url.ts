import { fileURLToPath } from 'node:url'
import { z } from 'zod'

export type S3Place = {
  kind: 's3'
  bucket: string
  /** Empty or ends with "/". */
  prefix: string
  endpoint: string | undefined
  region: string | undefined
  pathStyle: boolean
  lockDays: number | undefined
}
export type StoragePlace = { kind: 'file'; folder: string } | S3Place

const Options = z.strictObject({
  endpoint: z
    .url({ protocol: /^https?$/ })
    .refine((value) => new URL(value).username === '')
    .optional(),
  region: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  pathStyle: z.enum(['true', 'false']).optional(),
  lockDays: z.coerce.number().int().min(1).max(36_500).optional(),
})
const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const prefixPath = /^(\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?$/

/** Returns null if the address isn't valid. Rejects addresses that contain keys because addresses are logged. */
export function parseStorageUrl(value: string): StoragePlace | null {
  if (!URL.canParse(value)) return null
  const url = new URL(value)
  if (url.protocol === 'file:') return url.host === '' ? { kind: 'file', folder: fileURLToPath(url) } : null
  const options = Options.safeParse(Object.fromEntries(url.searchParams))
  if (url.protocol !== 's3:' || url.username || url.port || !options.success) return null
  if (!bucketName.test(url.hostname) || !prefixPath.test(url.pathname)) return null
  const { endpoint, region, pathStyle, lockDays } = options.data
  const path = url.pathname.replaceAll(/^\/|\/$/g, '')
  return {
    kind: 's3',
    bucket: url.hostname,
    prefix: path && `${path}/`,
    endpoint,
    region,
    pathStyle: pathStyle === undefined ? endpoint !== undefined : pathStyle === 'true',
    lockDays,
  }
}

export const describePlace = (place: StoragePlace): string =>
  place.kind === 'file' ? place.folder : `s3://${place.bucket}/${place.prefix}`
