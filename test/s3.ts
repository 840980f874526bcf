import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

type Version = { id: string; bytes: Buffer; etag: string; isMarker: boolean; retainUntilMs: number; checksum: boolean }
type Upload = { key: string; parts: Map<number, { bytes: Buffer; etag: string }>; initiatedMs: number }
type Asked = {
  method: string
  key: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Buffer
}
type Answer = { status?: number; headers?: Record<string, string>; xml?: string; bytes?: Buffer; cutAt?: number }

class Refused extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message = code) {
    super(message)
    this.status = status
    this.code = code
  }
}

export const s3Keys = { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test/secret+key' }
const bucket = 'venire-test'
const smallestPartBytes = 5 * 1024 * 1024
const clockSkewMs = 15 * 60_000

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')
const md5 = (bytes: Buffer): string => createHash('md5').update(bytes).digest('hex')
const sign = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const tag = (name: string, ...inside: string[]): string => `<${name}>${inside.join('')}</${name}>`
const pick = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text]) => text!.replaceAll('&quot;', '"'))

function requireSignature({ method, url, headers }: IncomingMessage, body: Buffer): void {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=(\w{64})$/.exec(
      headers.authorization ?? '',
    )
  if (!given) throw new Refused(403, 'AccessDenied', 'unsigned')
  const [, keyId, day, region, signedHeaders, signature] = given as unknown as string[]
  if (keyId !== s3Keys.AWS_ACCESS_KEY_ID) throw new Refused(403, 'InvalidAccessKeyId')
  const stamp = String(headers['x-amz-date'])
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!(Math.abs(Date.parse(iso) - Date.now()) < clockSkewMs)) throw new Refused(403, 'RequestTimeTooSkewed')
  const bodyHash = String(headers['x-amz-content-sha256'])
  if (bodyHash !== sha256(body)) throw new Refused(400, 'XAmzContentSHA256Mismatch', `not the hash: ${bodyHash}`)
  const { pathname, searchParams } = new URL(url!, 'http://any')
  const query = [...searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).toSorted()
  const names = signedHeaders!.split(';')
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) throw new Refused(403, 'AccessDenied')
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const request = [method, pathname, query.join('&'), lines.join(''), signedHeaders, bodyHash].join('\n')
  const text = ['AWS4-HMAC-SHA256', stamp, `${day}/${region}/s3/aws4_request`, sha256(request)].join('\n')
  const key = [day!, region!, 's3', 'aws4_request'].reduce<Buffer | string>(sign, `AWS4${s3Keys.AWS_SECRET_ACCESS_KEY}`)
  if (!timingSafeEqual(sign(key, text), Buffer.from(signature!, 'hex'))) throw new Refused(403, 'SignatureDoesNotMatch')
}

export async function startS3({ hasVersions = false, hasLock = false, pageSize = 1000 } = {}) {
  const objects = new Map<string, Version[]>()
  const uploads = new Map<string, Upload>()
  const asked: string[] = []
  const sentBytes = new Map<string, number>()
  let disturb: (request: {
    method: string
    key: string
  }) => void | number | 'drop' | { cutAt: number } | Promise<void> = () => {}

  const getLatest = (key: string): Version => {
    const version = objects.get(key)?.at(-1)
    if (!version || version.isMarker) throw new Refused(404, 'NoSuchKey')
    return version
  }
  const store = (key: string, bytes: Buffer, etag = md5(bytes)): Version => {
    const version = { id: randomUUID(), bytes, etag: `"${etag}"`, isMarker: false, retainUntilMs: 0, checksum: true }
    objects.set(key, hasVersions ? [...(objects.get(key) ?? []), version] : [version])
    return version
  }
  const getUpload = (query: URLSearchParams, key: string): Upload => {
    const upload = uploads.get(query.get('uploadId')!)
    if (upload?.key !== key) throw new Refused(404, 'NoSuchUpload')
    return upload
  }
  const requireChecksum = ({ headers }: Asked): void => {
    const has = Object.keys(headers).some((name) => name === 'content-md5' || name.startsWith('x-amz-checksum-'))
    if (hasLock && !has) throw new Refused(400, 'InvalidRequest', 'Object Lock requires a checksum')
    if (!hasLock && has) throw new Refused(400, 'InvalidArgument', 'an unknown checksum header')
  }

  function readBucket({ method, query }: Asked): Answer {
    if (method === 'HEAD') return {}
    if (query.has('versioning'))
      return { xml: tag('VersioningConfiguration', hasVersions ? tag('Status', 'Enabled') : '') }
    if (query.has('object-lock')) {
      if (!hasLock) throw new Refused(404, 'ObjectLockConfigurationNotFoundError')
      return { xml: tag('ObjectLockConfiguration', tag('ObjectLockEnabled', 'Enabled')) }
    }
    if (query.has('uploads')) {
      const found = [...uploads].map(([id, { key, initiatedMs }]) =>
        tag('Upload', tag('Key', key), tag('UploadId', id), tag('Initiated', new Date(initiatedMs).toISOString())),
      )
      return { xml: tag('ListMultipartUploadsResult', tag('IsTruncated', 'false'), ...found) }
    }
    const prefix = query.get('prefix') ?? ''
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).toSorted()
    if (query.has('versions')) {
      const all = keys.flatMap((key) => objects.get(key)!.map((version) => ({ key, version })))
      const after = all.findIndex(({ version }) => version.id === query.get('version-id-marker'))
      const page = all.slice(after + 1, after + 1 + pageSize)
      const isTruncated = after + 1 + pageSize < all.length
      const rows = page.map(({ key, version: { id, isMarker } }) =>
        tag(isMarker ? 'DeleteMarker' : 'Version', tag('Key', key), tag('VersionId', id)),
      )
      const next = isTruncated
        ? tag('NextKeyMarker', page.at(-1)!.key) + tag('NextVersionIdMarker', page.at(-1)!.version.id)
        : ''
      return { xml: tag('ListVersionsResult', tag('IsTruncated', String(isTruncated)), next, ...rows) }
    }
    if (query.get('list-type') !== '2') throw new Refused(501, 'NotImplemented')
    const shown = keys.filter((key) => !objects.get(key)!.at(-1)!.isMarker)
    const from = shown.findIndex((key) => key > (query.get('continuation-token') ?? ''))
    const page = from < 0 ? [] : shown.slice(from, from + pageSize)
    const isTruncated = page.length > 0 && page.at(-1) !== shown.at(-1)
    const rows = page.map((key) => {
      const { bytes, etag } = getLatest(key)
      return tag('Contents', tag('Key', key), tag('Size', String(bytes.length)), tag('ETag', escape(etag)))
    })
    const next = isTruncated ? tag('NextContinuationToken', page.at(-1)!) : ''
    return { xml: tag('ListBucketResult', tag('IsTruncated', String(isTruncated)), next, ...rows) }
  }

  function read({ method, key, query, headers }: Asked): Answer {
    const { bytes, etag } = getLatest(key)
    if (headers['if-match'] !== undefined && headers['if-match'] !== etag) throw new Refused(412, 'PreconditionFailed')
    if (query.has('retention')) {
      const { retainUntilMs } = getLatest(key)
      if (retainUntilMs === 0) throw new Refused(404, 'NoSuchObjectLockConfiguration')
      const until = new Date(retainUntilMs).toISOString()
      return { xml: tag('Retention', tag('Mode', 'GOVERNANCE'), tag('RetainUntilDate', until)) }
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '')
    if (!range)
      return {
        headers: { etag, 'content-length': String(bytes.length) },
        bytes: method === 'HEAD' ? Buffer.alloc(0) : bytes,
      }
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)]
    if (start > end) throw new Refused(416, 'InvalidRange')
    return {
      status: 206,
      headers: {
        etag,
        'content-range': `bytes ${start}-${end}/${bytes.length}`,
        'content-length': String(end - start + 1),
      },
      bytes: bytes.subarray(start, end + 1),
    }
  }

  function write(request: Asked): Answer {
    const { key, query, body } = request
    if (query.has('retention')) {
      if (!hasLock) throw new Refused(400, 'InvalidRequest', 'no Object Lock')
      if (!/<Mode>GOVERNANCE<\/Mode>/.test(body.toString())) throw new Refused(400, 'MalformedXML')
      const version = getLatest(key)
      const untilMs = Date.parse(pick(body.toString(), 'RetainUntilDate')[0]!)
      if (untilMs < version.retainUntilMs) throw new Refused(403, 'AccessDenied', 'shortens the lock')
      version.retainUntilMs = untilMs
      return {}
    }
    requireChecksum(request)
    if (!query.has('partNumber')) return { headers: { etag: store(key, body).etag } }
    const etag = `"${md5(body)}"`
    getUpload(query, key).parts.set(Number(query.get('partNumber')), { bytes: body, etag })
    const checksum = request.headers['x-amz-checksum-crc32']
    return { headers: { etag, ...(typeof checksum === 'string' && { 'x-amz-checksum-crc32': checksum }) } }
  }

  function post({ key, query, body }: Asked): Answer {
    if (query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { key, parts: new Map(), initiatedMs: Date.now() })
      return { xml: tag('InitiateMultipartUploadResult', tag('UploadId', id)) }
    }
    const upload = getUpload(query, key)
    const xml = body.toString()
    const [numbers, etags] = [pick(xml, 'PartNumber').map(Number), pick(xml, 'ETag')]
    const parts = numbers.map((number, at) => {
      const part = upload.parts.get(number)
      if (!part || part.etag !== etags[at]) throw new Refused(400, 'InvalidPart')
      if (at > 0 && number <= numbers[at - 1]!) throw new Refused(400, 'InvalidPartOrder')
      if (at < numbers.length - 1 && part.bytes.length < smallestPartBytes) throw new Refused(400, 'EntityTooSmall')
      return part.bytes
    })
    if (parts.length === 0) throw new Refused(400, 'MalformedXML')
    const whole = Buffer.concat(parts)
    const { etag } = store(key, whole, `${md5(whole)}-${parts.length}`)
    uploads.delete(query.get('uploadId')!)
    return { xml: tag('CompleteMultipartUploadResult', tag('Key', key), tag('ETag', escape(etag))) }
  }

  function remove({ key, query, headers }: Asked): Answer {
    if (query.has('uploadId')) {
      getUpload(query, key)
      uploads.delete(query.get('uploadId')!)
    } else if (query.has('versionId')) {
      const versions = objects.get(key) ?? []
      const version = versions.find(({ id }) => id === query.get('versionId'))
      const mayBypass = headers['x-amz-bypass-governance-retention'] === 'true'
      if (version && version.retainUntilMs > Date.now() && !mayBypass) throw new Refused(403, 'AccessDenied', 'locked')
      const left = versions.filter((each) => each !== version)
      if (left.length > 0) objects.set(key, left)
      else objects.delete(key)
    } else if (hasVersions) {
      const marker = { ...store(key, Buffer.alloc(0)), isMarker: true }
      objects.get(key)!.splice(-1, 1, marker)
    } else objects.delete(key)
    return { status: 204 }
  }

  function answer(request: Asked): Answer {
    if (request.key === '') return readBucket(request)
    const act = { GET: read, HEAD: read, PUT: write, POST: post, DELETE: remove }[request.method]
    if (!act) throw new Refused(405, 'MethodNotAllowed')
    return act(request)
  }

  function send(response: ServerResponse, { status = 200, headers = {}, xml, bytes, cutAt }: Answer): void {
    const body = bytes ?? Buffer.from(xml === undefined ? '' : `<?xml version="1.0"?>${xml}`)
    response.writeHead(status, { 'content-length': String(body.length), ...headers, 'x-amz-request-id': randomUUID() })
    if (cutAt === undefined) response.end(body)
    else response.write(body.subarray(0, cutAt), () => response.destroy())
  }

  async function handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', headers, url = '' } = message
    const { pathname, searchParams: query } = new URL(url, 'http://any')
    const [, name = '', ...rest] = pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    // The client may have been killed while sending.
    const body = await buffer(message).catch(() => null)
    if (!body) return
    asked.push(`${method} ${url}`)
    try {
      const fault = await disturb({ method, key })
      if (fault === 'drop') return void message.socket.destroy()
      if (typeof fault === 'number') throw new Refused(fault, fault === 503 ? 'SlowDown' : 'InternalError')
      requireSignature(message, body)
      if (name !== bucket) throw new Refused(404, 'NoSuchBucket')
      const cut = typeof fault === 'object' ? fault : {}
      const given = answer({ method, key, query, headers, body })
      sentBytes.set(key, (sentBytes.get(key) ?? 0) + (given.bytes?.length ?? 0))
      send(response, { ...given, ...cut })
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { status, code, message: text } = error
      const xml = method === 'HEAD' ? '' : tag('Error', tag('Code', code), tag('Message', text))
      send(response, { status, xml, headers: method === 'HEAD' ? { 'content-length': '0' } : {} })
    }
  }

  const server = createServer((message, response) => void handle(message, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  return {
    endpoint,
    url: `s3://${bucket}?endpoint=${encodeURIComponent(endpoint)}`,
    objects,
    uploads,
    asked,
    sentBytes,
    disturb: (next: typeof disturb) => void (disturb = next),
    async away(ms: number) {
      disturb = () => 'drop'
      await sleep(ms)
      disturb = () => {}
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
