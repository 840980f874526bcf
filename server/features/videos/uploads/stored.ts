import { createHash, hash } from 'node:crypto'
import { Writable } from 'node:stream'
import { ERRORS } from '@tus/server'
import type { Db } from '#server/platform/db.ts'
import { isMissing, Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { isOlderServing } from '#server/platform/nodes.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { PartStore } from '#server/platform/storage.ts'
import {
  addPart,
  addPiece,
  addUpload,
  countReceived,
  deleteUnchanged,
  findUpload,
  listEndedUploads,
  listParts,
  listPieces,
  type Part,
  type Piece,
  resetUpload,
  setMultipartId,
  type StoredUpload,
  takePartNumber,
  truncateUpload,
} from './stored.queries.ts'
import { originalKey, videoPrefix } from '../videos.table.ts'

const smallestPartBytes = 8 * 1024 * 1024
/** Earlier versions can resume uploads only from DATA_DIR. */
const sinceSchema = '0069'

type Owner = { id: string; firmId: string }

/**
 * Writes uploads directly to S3 storage. Bytes are acknowledged only after they are stored and counted in the database,
 * so any server can continue an upload without a shared disk.
 */
export class StoredUploads {
  readonly #parts: Pick<Parts, 'database' | 'storage'>

  constructor(parts: Pick<Parts, 'database' | 'storage'>) {
    this.#parts = parts
  }

  async isUsed(): Promise<boolean> {
    return this.#parts.storage.parts !== null && !(await isOlderServing(this.#db, sinceSchema))
  }

  async create(tx: Db, { id, firmId }: Owner, sizeBytes: number): Promise<void> {
    // Leaves half of the part numbers for parts that must be sent again.
    const partBytes = Math.max(smallestPartBytes, Math.ceil(sizeBytes / (this.#store.mostParts / 2)))
    await addUpload(tx, { videoId: id, firmId, partBytes })
  }

  async received(videoId: string): Promise<{ bytes: number; changedAt: Date } | null> {
    const upload = this.#parts.storage.parts && (await findUpload(this.#db, videoId))
    return upload && { bytes: upload.receivedBytes, changedAt: upload.changedAt }
  }

  async append(
    videoId: string,
    at: number,
    pour: (sink: Writable) => Promise<void>,
    beforeWrite: () => void,
  ): Promise<number> {
    const upload = await this.#require(videoId)
    if (upload.receivedBytes !== at) throw ERRORS.INVALID_OFFSET
    const sink = new PartSink(at, upload.partBytes, async (start, bytes) => {
      beforeWrite()
      const isWhole = (start + bytes.length) % upload.partBytes === 0
      await (isWhole
        ? this.#storePart(videoId, upload, start, bytes).catch((error: unknown) => this.#restartIfLost(upload, error))
        : this.#storePiece(videoId, upload, start, bytes))
    })
    try {
      await pour(sink)
    } catch (error) {
      await sink.flush().catch(() => {})
      throw error
    }
    return sink.length
  }

  /** This is possible because received parts are kept until the upload ends. */
  async truncateTo(videoId: string, length: number): Promise<void> {
    const upload = await this.#require(videoId)
    await this.#db.transaction((tx) => truncateUpload(tx, upload, length))
  }

  /**
   * Completes the file, then reads it once to compute its hash and compare each part with what was received. Safe to
   * repeat.
   */
  async complete(video: Owner): Promise<{ sizeBytes: number; sha256: string }> {
    const key = originalKey(video)
    const upload = await this.#require(video.id)
    const sizeBytes = upload.receivedBytes
    const parts = await listParts(this.#db, video.id)
    const pieces = await listPieces(this.#db, video.id, parts.length * upload.partBytes)
    if ((await this.#parts.storage.size(key)) !== sizeBytes)
      await this.#assemble(upload, key, { parts, pieces }).catch((error: unknown) => this.#restartIfLost(upload, error))
    const expected = [...parts.map(({ sha256 }) => ({ bytes: upload.partBytes, sha256 })), ...pieces]
    return { sizeBytes, sha256: await this.#hashWhole(key, expected) }
  }

  async #assemble(
    { videoId, multipartId, receivedBytes }: StoredUpload,
    key: string,
    { parts, pieces }: { parts: readonly Part[]; pieces: readonly Piece[] },
  ): Promise<void> {
    const tail = await this.#readBytes(pieces)
    if (parts.length === 0) {
      await this.#parts.storage.put(key, tail, receivedBytes)
      return
    }
    const id = multipartId!
    const last = tail.length === 0 ? [] : [await this.#store.send(key, id, await this.#takeNumber(videoId), tail)]
    await this.#store.complete(key, id, [...parts, ...last], receivedBytes)
  }

  /** Backups don't include uploads in progress, so after a restore, the counted bytes may be gone. */
  async #restartIfLost(upload: StoredUpload, error: unknown): Promise<never> {
    if (!isMissing(error) && !(error instanceof Refusal && error.code === 'gone')) throw error
    await this.#db.transaction((tx) => resetUpload(tx, upload))
    throw new Refusal(
      'conflict',
      'The file storage lost what it received, so the upload must start over. Request the current offset and resume from there.',
    )
  }

  /** Removes everything except the file itself, even if a sender is still writing. Call this after the upload has ended. */
  async remove(videoId: string): Promise<void> {
    for (let isGone = false; !isGone;) {
      const upload = await findUpload(this.#db, videoId)
      if (!upload) return
      const video = { id: videoId, firmId: upload.firmId }
      if (upload.multipartId !== null) await this.#parts.storage.parts?.abort(originalKey(video), upload.multipartId)
      await this.#parts.storage.removeAll(pieceFolder(video))
      isGone = await deleteUnchanged(this.#db, upload)
    }
  }

  listEnded(): Promise<string[]> {
    return listEndedUploads(this.#db)
  }

  get #db(): Db {
    return this.#parts.database.db
  }

  get #store(): PartStore {
    const { parts } = this.#parts.storage
    if (!parts) throw new Error('this storage doesn’t receive uploads in parts')
    return parts
  }

  async #require(videoId: string): Promise<StoredUpload> {
    const upload = await findUpload(this.#db, videoId)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }

  async #storePart(videoId: string, upload: StoredUpload, start: number, bytes: Buffer): Promise<void> {
    const key = originalKey({ id: videoId, firmId: upload.firmId })
    const partStart = start - (start % upload.partBytes)
    const pieces = await listPieces(this.#db, videoId, partStart, start)
    const body = pieces.length === 0 ? bytes : Buffer.concat([await this.#readBytes(pieces), bytes])
    if (body.length !== upload.partBytes) throw ERRORS.INVALID_OFFSET
    upload.multipartId ??= await this.#begin(videoId, key)
    const sent = await this.#store.send(key, upload.multipartId, await this.#takeNumber(videoId), body)
    await this.#advance(videoId, start, bytes.length, (tx) =>
      addPart(tx, { videoId, start: partStart, sha256: hash('sha256', body), ...sent }),
    )
  }

  async #storePiece(videoId: string, { firmId }: StoredUpload, start: number, bytes: Buffer): Promise<void> {
    const key = `${pieceFolder({ id: videoId, firmId })}${newId()}`
    await this.#parts.storage.put(key, bytes, bytes.length)
    await this.#advance(videoId, start, bytes.length, (tx) =>
      addPiece(tx, { videoId, start, bytes: bytes.length, sha256: hash('sha256', bytes), key }),
    ).catch(async (error: unknown) => {
      // The upload has ended, or another sender was first, so nothing refers to these bytes.
      if (error === ERRORS.INVALID_OFFSET) await this.#parts.storage.remove(key)
      throw error
    })
  }

  /** If two clients send to the same offset, even on two servers, only the first one succeeds. */
  async #advance(videoId: string, start: number, bytes: number, record: (tx: Db) => Promise<unknown>): Promise<void> {
    await this.#db.transaction(async (tx) => {
      if (!(await countReceived(tx, videoId, start, bytes))) throw ERRORS.INVALID_OFFSET
      await record(tx)
    })
  }

  async #begin(videoId: string, key: string): Promise<string> {
    const id = await this.#store.begin(key)
    const first = await setMultipartId(this.#db, videoId, id)
    if (first !== id) await this.#store.abort(key, id)
    if (first === null) throw ERRORS.FILE_NOT_FOUND
    return first
  }

  async #takeNumber(videoId: string): Promise<number> {
    const number = await takePartNumber(this.#db, videoId)
    if (number === null) throw ERRORS.FILE_NOT_FOUND
    return number
  }

  async #readBytes(pieces: readonly Piece[]): Promise<Buffer> {
    const read = []
    for (const { key, sha256 } of pieces) {
      const chunks: Buffer[] = []
      await this.#store.read(key, (chunk) => chunks.push(Buffer.from(chunk)))
      const found = Buffer.concat(chunks)
      if (hash('sha256', found) !== sha256) throw changedBytes()
      read.push(found)
    }
    return Buffer.concat(read)
  }

  async #hashWhole(key: string, expected: readonly { bytes: number; sha256: string }[]): Promise<string> {
    const whole = createHash('sha256')
    let [at, left] = [0, expected[0]?.bytes ?? 0]
    let each = createHash('sha256')
    await this.#store.read(key, (chunk) => {
      whole.update(chunk)
      for (let rest = chunk; rest.length > 0;) {
        const taken = rest.subarray(0, left)
        each.update(taken)
        left -= taken.length
        rest = rest.subarray(taken.length)
        if (left > 0) continue
        if (each.digest('hex') !== expected[at]?.sha256) throw changedBytes()
        each = createHash('sha256')
        left = expected[++at]?.bytes ?? Infinity
      }
    })
    if (at !== expected.length) throw changedBytes()
    return whole.digest('hex')
  }
}

class PartSink extends Writable {
  readonly #partBytes: number
  readonly #store: (start: number, bytes: Buffer) => Promise<void>
  #gathered: Uint8Array[] = []
  #gatheredBytes = 0
  #at: number
  #storing: Promise<void> = Promise.resolve()

  /** `store` receives consecutive bytes. They are split at the end of each part. */
  constructor(at: number, partBytes: number, store: (start: number, bytes: Buffer) => Promise<void>) {
    super()
    this.#at = at
    this.#partBytes = partBytes
    this.#store = store
  }

  get length(): number {
    return this.#at
  }

  async flush(): Promise<void> {
    await this.#pass()
    await this.#storing
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    void settle(this.#gather(chunk), done)
  }

  override _final(done: (error?: Error | null) => void): void {
    void settle(this.flush(), done)
  }

  async #gather(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0;) {
      const room = this.#partBytes - (this.#at % this.#partBytes) - this.#gatheredBytes
      const taken = rest.subarray(0, room)
      this.#gathered.push(taken)
      this.#gatheredBytes += taken.length
      rest = rest.subarray(taken.length)
      if (taken.length === room) await this.#pass()
    }
  }

  async #pass(): Promise<void> {
    await this.#storing
    if (this.#gatheredBytes === 0) return
    const [start, bytes] = [this.#at, Buffer.concat(this.#gathered, this.#gatheredBytes)]
    this.#at += bytes.length
    this.#gathered = []
    this.#gatheredBytes = 0
    this.#storing = this.#store(start, bytes)
    this.#storing.catch(() => {})
  }
}

async function settle(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  try {
    await work
  } catch (error) {
    // The tus library's errors are plain objects with a status.
    done(error instanceof Error ? error : Object.assign(new Error('The bytes couldn’t be stored.'), error))
    return
  }
  done()
}

const pieceFolder = (video: Owner): string => `${videoPrefix(video)}incoming/`

const changedBytes = (): Refusal =>
  new Refusal('gone', 'The file storage changed what it received. Upload the file again.')
