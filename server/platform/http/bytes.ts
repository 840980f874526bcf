import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../errors.ts'
import { ChangedBytes, type Storage, type StoredFile } from '../storage.ts'
import type { Hasher } from '../hasher/hasher.ts'

/**
 * File types come from this list and never from a database row, because rows may come from a forged archive. Only
 * `inline` kinds open in the browser.
 */
export const sentKinds = {
  mp4: { mime: 'video/mp4', inline: true },
  webm: { mime: 'video/webm', inline: true },
  matroska: { mime: 'video/x-matroska', inline: true },
  avi: { mime: 'video/x-msvideo', inline: true },
  jpg: { mime: 'image/jpeg', inline: true },
  vtt: { mime: 'text/vtt; charset=utf-8', inline: true },
  bin: { mime: 'application/octet-stream', inline: false },
  zip: { mime: 'application/zip', inline: false },
  pdf: { mime: 'application/pdf', inline: false },
  html: { mime: 'text/html; charset=utf-8', inline: false },
  csv: { mime: 'text/csv; charset=utf-8', inline: false },
  docx: { mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', inline: false },
  xlsx: { mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', inline: false },
  txt: { mime: 'text/plain; charset=utf-8', inline: false },
  srt: { mime: 'application/x-subrip', inline: false },
  json: { mime: 'application/json; charset=utf-8', inline: false },
} as const satisfies Record<string, { mime: string; inline: boolean }>
export type SentKind = keyof typeof sentKinds

export type SentFile = {
  key: string
  kind: SentKind
  etag: string
  saveAs?: string
  /** The expected hash. The last bytes of a whole file, or of a download's last range, wait for it. */
  sha256?: string
  /** Called if the hash doesn't match. Receives the actual hash, or null if the file is missing. */
  onChanged?: (found: string | null) => Promise<void>
  onOpen?: () => Promise<ByteMeter>
}

export type ByteMeter = { count(bytes: number): void; end(): void }

/** Keeps a file opened in its own tab from running scripts or loading anything. */
export function setFileHeaders(reply: FastifyReply, kind: SentKind, saveAs?: string): void {
  reply
    .header('content-type', sentKinds[kind].mime)
    .header('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-disposition', disposition(kind, saveAs))
}

const emptySha256 = createHash('sha256').digest('hex')

type Range = { start: number; end: number }

/**
 * Sends a file or one byte range (RFC 9110, section 14). Requests for multiple ranges get the whole file. The caller
 * must check access.
 */
export async function sendBytes(
  storage: Storage,
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
): Promise<FastifyReply> {
  await using stored = await storage.open(file.key)
  const alarm = (found: string | null) =>
    file.onChanged?.(found).catch((err: unknown) => {
      request.log.error({ err }, 'could not record a changed file')
    })
  if (stored === null) {
    await alarm(null)
    throw new Refusal('not_found', 'This file no longer exists.')
  }
  const { size } = stored
  const etag = `"${file.etag}"`
  reply.header('etag', etag).header('accept-ranges', 'bytes')
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'private, no-cache')
  setFileHeaders(reply, file.kind, file.saveAs)
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).removeHeader('content-type').send()

  const range = pickRange(request, size, etag)
  if (range === 'unsatisfiable') throw refuseRange(reply, size)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  if (request.method === 'HEAD') return reply.send()
  if (size === 0) {
    if (file.sha256 === undefined || file.sha256 === emptySha256) return reply.send()
    await alarm(emptySha256)
    throw new Refusal('conflict', 'The stored file has changed. Administrators have been notified.')
  }
  const isDownload = file.saveAs !== undefined && file.sha256 !== undefined
  const found =
    isDownload && start > 0 && end === size - 1
      ? digestOnce(storage, request.server.parts.hasher, { key: file.key, version: stored.version })
      : undefined
  await send(stored, file, { request, reply, range: { start, end }, alarm, found })
  return reply
}

type Sending = {
  request: FastifyRequest
  reply: FastifyReply
  range: Range
  alarm: (found: string | null) => Promise<void> | undefined
  found: Promise<string | null> | undefined
}

async function send(
  stored: StoredFile,
  file: SentFile,
  { request, reply, range, alarm, found }: Sending,
): Promise<void> {
  const { start, end } = range
  const meter = await file.onOpen?.()
  // Bypass fastify's streams because the buffers are reused.
  const { raw } = reply.hijack()
  raw.on('error', () => {})
  raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders)
  if (found) raw.flushHeaders()
  try {
    const isWhole = start === 0 && end === stored.size - 1
    await stored.send({ start, end }, raw, {
      ...((isWhole || found) && file.sha256 !== undefined ? { sha256: file.sha256 } : {}),
      ...(found ? { found } : {}),
      ...(meter ? { onSent: (bytes) => meter.count(bytes) } : {}),
    })
    raw.end()
  } catch (error) {
    // Clients that disconnect early aren't errors.
    if (!raw.destroyed) request.log.error({ err: error }, 'could not send a stored file')
    raw.destroy()
    if (error instanceof ChangedBytes) await alarm(error.found)
  } finally {
    meter?.end()
  }
}

export function refuseRange(reply: FastifyReply, size: number): Refusal {
  reply.header('content-range', `bytes */${size}`)
  return new Refusal('range', `The file has ${size} bytes. The requested range is outside it.`)
}

/** Returns null for the whole file. Ignores malformed headers, as RFC 9110 requires. */
export function pickRange(request: FastifyRequest, size: number, etag: string): Range | 'unsatisfiable' | null {
  const { range: header, 'if-range': ifRange } = request.headers
  if (header === undefined || (ifRange !== undefined && ifRange !== etag)) return null
  const match = /^bytes=\s*(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))\s*$/.exec(header)
  if (!match) return null
  const [, first, last, suffix] = match
  if (suffix !== undefined) {
    const length = Math.min(Number(suffix), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return null
  if (start >= size) return 'unsatisfiable'
  return { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
}

export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === '*' || header.split(',').some((each) => each.trim().replace(/^W\//, '') === etag))

/**
 * Returns a Content-Disposition header with ASCII and RFC 5987 names, stripped of folders and characters that disguise
 * the extension.
 */
function disposition(kind: SentKind, name: string | undefined): string {
  if (name === undefined) return sentKinds[kind].inline ? 'inline' : 'attachment'
  const saveAs = name.replaceAll(/[/\\\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '_')
  const ascii = saveAs.replaceAll(/[^\x20-\x7E]|["\\%]/g, '_')
  const encoded = encodeURIComponent(saveAs.toWellFormed()).replaceAll(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

const keptMs = 600_000

type Kept = { version: string; until: number; sha256: Promise<string | null> }
const kept = new WeakMap<Storage, Map<string, Kept>>()

/** Hashes a stored file, or returns the hash from the last ten minutes if `version` is the same. */
function digestOnce(
  storage: Storage,
  hasher: Pick<Hasher, 'digest'>,
  { key, version }: { key: string; version: string },
): Promise<string | null> {
  const all = kept.get(storage) ?? new Map<string, Kept>()
  kept.set(storage, all)
  const now = performance.now()
  for (const [each, { until }] of all) if (until < now) all.delete(each)
  const before = all.get(key)
  if (before?.version === version) return before.sha256
  const sha256 = storage.digest(key, hasher)
  const fresh = { version, until: now + keptMs, sha256 }
  all.set(key, fresh)
  sha256.catch(() => all.get(key) === fresh && all.delete(key))
  return sha256
}
