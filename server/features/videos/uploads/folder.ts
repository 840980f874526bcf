import { type FileHandle, mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Config } from '#server/platform/config.ts'
import { Refusal, isMissing } from '#server/platform/errors.ts'
import type { Following, Hasher } from '#server/platform/hasher/hasher.ts'
import { freeBytes, requireSpace } from '#server/platform/storage/space.ts'

/** How long a paused upload keeps its partial hash in memory. */
const idleMs = 10 * 60_000
/** Free space is checked and data is flushed to disk each time this many bytes have arrived. */
const stepBytes = 32 * 1024 * 1024
/** During a slow upload, free space is also checked this often. */
const recheckMs = 10_000
/** The hashing thread is woken each time this many bytes have arrived. A wake-up costs as much as a write. */
const hashStepBytes = 8 * 1024 * 1024

export const gigabyte = 1024 ** 3
export const maxUploadBytes = (config: Config): number => Math.floor(config.MAX_UPLOAD_GB * gigabyte)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export class UploadFolder {
  readonly path: string
  readonly #hasher: Hasher
  readonly #config: Config
  readonly #followed = new Map<string, { following: Following; idle: NodeJS.Timeout }>()

  constructor(config: Config, hasher: Hasher) {
    this.path = join(config.DATA_DIR, 'uploads')
    this.#config = config
    this.#hasher = hasher
  }

  getPath(videoId: string): string {
    return join(this.path, videoId)
  }

  async received(videoId: string): Promise<{ bytes: number; changedAt: Date } | null> {
    try {
      const { size, mtime } = await stat(this.getPath(videoId))
      return { bytes: size, changedAt: mtime }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async create(videoId: string): Promise<void> {
    await this.#make()
    await (await open(this.getPath(videoId), 'wx', 0o600)).close()
  }

  async freeBytes(): Promise<number> {
    await this.#make()
    return Math.max(0, Math.floor((await freeBytes(this.path)) - this.#config.MIN_FREE_GB * gigabyte))
  }

  /** Throws an error with status 507 if free space would fall below MIN_FREE_GB. */
  async requireSpace(incomingBytes: number): Promise<void> {
    await this.#make()
    await requireSpace(this.path, this.#config, incomingBytes)
  }

  async #make(): Promise<void> {
    await mkdir(this.path, { recursive: true, mode: 0o700 })
  }

  /** Appends a stream and returns the new length. If the connection is lost, the bytes that arrived are kept. */
  async append(
    videoId: string,
    at: number,
    pour: (sink: FileSink) => Promise<void>,
    beforeWrite: () => void = () => {},
  ): Promise<number> {
    const file = await open(this.getPath(videoId), 'r+')
    const following = this.#follow(videoId)
    // Starts at the file's last full step. Otherwise, every small chunk would wait for the disk.
    let checkedAt = at === 0 ? -Infinity : at - (at % stepBytes)
    let checkedMs = Date.now()
    const disk: { flushing: Promise<void> | null; fault: unknown } = { flushing: null, fault: null }
    let toldAt = at
    const sink = new FileSink(file, at, beforeWrite, async (length) => {
      if (length - toldAt >= hashStepBytes) following.advance((toldAt = length))
      const isStep = length - checkedAt >= stepBytes
      if (!isStep && Date.now() - checkedMs < recheckMs) return
      checkedMs = Date.now()
      await this.requireSpace(0)
      if (!isStep) return
      checkedAt = length
      // Flushes while receiving so that there is little left to flush at the end.
      disk.flushing ??= file
        .datasync()
        .catch((error: unknown) => (disk.fault = error))
        .then(() => void (disk.flushing = null))
    })
    try {
      await pour(sink)
      await disk.flushing
      // Report the error now. The kernel reports a failed write only once, so the next sync would succeed.
      if (disk.fault) throw disk.fault
      return sink.length
    } catch (error) {
      throw error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? diskFull() : error
    } finally {
      await sink.settled()
      await disk.flushing
      await file.close()
    }
  }

  async truncateTo(videoId: string, length: number): Promise<void> {
    this.#followed.get(videoId)?.following.abandon()
    this.#forget(videoId)
    await truncate(this.getPath(videoId), length)
  }

  async seal(videoId: string, size: number): Promise<string> {
    const following = this.#follow(videoId)
    try {
      const [sha256] = await Promise.all([following.finish(size), syncFile(this.getPath(videoId))])
      return sha256
    } finally {
      this.#forget(videoId)
    }
  }

  async listOlderThan(ageMs: number): Promise<string[]> {
    const names = await readdir(this.path).catch((error: unknown) => {
      if (isMissing(error)) return []
      throw error
    })
    const old: string[] = []
    for (const name of names) {
      const file = uuid.test(name) ? await this.received(name) : null
      if (file && Date.now() - file.changedAt.getTime() > ageMs) old.push(name)
    }
    return old
  }

  async discard(videoId: string): Promise<void> {
    this.#followed.get(videoId)?.following.abandon()
    this.#forget(videoId)
    await rm(this.getPath(videoId), { force: true })
  }

  close(): void {
    for (const [videoId, { following }] of this.#followed) {
      following.abandon()
      this.#forget(videoId)
    }
  }

  #follow(videoId: string): Following {
    const known = this.#followed.get(videoId)
    if (known) {
      known.idle.refresh()
      return known.following
    }
    const following = this.#hasher.follow(this.getPath(videoId))
    const idle = setTimeout(() => {
      following.abandon()
      this.#followed.delete(videoId)
    }, idleMs)
    idle.unref()
    this.#followed.set(videoId, { following, idle })
    return following
  }

  #forget(videoId: string): void {
    clearTimeout(this.#followed.get(videoId)?.idle)
    this.#followed.delete(videoId)
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const diskFull = (): Refusal =>
  new Refusal('no_space', 'The server’s disk is full. Ask the operator to free space, then resume the upload.')

/** Bytes to buffer while a write is in progress. A few large writes are much cheaper than many small ones. */
const gatherBytes = 4 * 1024 * 1024

/**
 * Writes a stream into an open file at `at`. `beforeWrite` can throw. `onWritten` receives the new length after each write and can reject, for
 * example if the disk is full.
 */
class FileSink extends Writable {
  readonly #file: FileHandle
  readonly #beforeWrite: () => void
  readonly #onWritten: (length: number) => void | Promise<void>
  #at: number
  #writing: Promise<void> = Promise.resolve()

  constructor(
    file: FileHandle,
    at: number,
    beforeWrite: () => void,
    onWritten: (length: number) => void | Promise<void>,
  ) {
    super({ highWaterMark: gatherBytes })
    this.#file = file
    this.#at = at
    this.#beforeWrite = beforeWrite
    this.#onWritten = onWritten
  }

  get length(): number {
    return this.#at
  }

  /** Resolves when no write is in progress. Await this before closing the file or relying on its length. */
  settled(): Promise<void> {
    return this.#writing
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    void this.#put([chunk], done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    const buffers = chunks.map((each) => each.chunk)
    void this.#put(buffers, done)
  }

  async #put(buffers: Buffer[], done: (error?: Error | null) => void): Promise<void> {
    const writing = this.#writeAll(buffers)
    this.#writing = writing.catch(() => {})
    try {
      await writing
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
      return
    }
    done()
  }

  async #writeAll(buffers: Buffer[]): Promise<void> {
    let rest = buffers
    while (rest.length > 0) {
      this.#beforeWrite()
      const { bytesWritten } = await this.#file.writev(rest, this.#at)
      this.#at += bytesWritten
      rest = dropWritten(rest, bytesWritten)
    }
    await this.#onWritten(this.#at)
  }
}

function dropWritten(buffers: Buffer[], bytes: number): Buffer[] {
  let skip = bytes
  const first = buffers.findIndex((buffer) => {
    if (buffer.length > skip) return true
    skip -= buffer.length
    return false
  })
  if (first === -1) return []
  return [buffers[first]!.subarray(skip), ...buffers.slice(first + 1)]
}
