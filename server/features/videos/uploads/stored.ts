import { createHash, hash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { ERRORS } from '@tus/server'
import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db.ts'
import { Refusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { isOlderServing } from '#server/platform/nodes.ts'
import type { Parts } from '#server/platform/parts.ts'
import type { PartStore, StoredPart } from '#server/platform/storage.ts'
import { PartSink } from './parts.sink.ts'
import { originalKey, videoPrefix } from '../videos.table.ts'

const smallestPartBytes = 8 * 1024 * 1024
/** Earlier versions can resume uploads only from DATA_DIR. */
const sinceSchema = '0069'

type Upload = {
  firmId: string
  partBytes: number
  receivedBytes: number
  multipartId: string | null
  changedAt: Date
}
type Piece = { start: number; bytes: number; sha256: string; key: string }
type Part = StoredPart & { start: number; sha256: string }
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
    await tx.execute(
      sql`insert into stored_uploads (video_id, firm_id, part_bytes) values (${id}, ${firmId}, ${partBytes})`,
    )
  }

  async received(videoId: string): Promise<{ bytes: number; changedAt: Date } | null> {
    const upload = this.#parts.storage.parts && (await this.#find(videoId))
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
      if ((start + bytes.length) % upload.partBytes === 0) await this.#storePart(videoId, upload, start, bytes)
      else await this.#storePiece(videoId, upload, start, bytes)
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
    const { partBytes } = await this.#require(videoId)
    await this.#db.transaction(async (tx) => {
      await tx.execute(sql`update stored_uploads set received_bytes = ${length} where video_id = ${videoId}`)
      await tx.execute(
        sql`delete from stored_upload_parts where video_id = ${videoId} and start + ${partBytes} > ${length}`,
      )
      await tx.execute(sql`delete from stored_upload_pieces where video_id = ${videoId} and start >= ${length}`)
    })
  }

  /**
   * Completes the file, then reads it once to compute its hash and compare each part with what was received. Safe to
   * repeat.
   */
  async complete(video: Owner): Promise<{ sizeBytes: number; sha256: string }> {
    const key = originalKey(video)
    const upload = await this.#require(video.id)
    const sizeBytes = upload.receivedBytes
    const parts = await this.#readParts(video.id)
    const pieces = await this.#readPieces(video.id, parts.length * upload.partBytes)
    if ((await this.#parts.storage.size(key)) !== sizeBytes) {
      const tail = await this.#readBytes(pieces)
      if (parts.length === 0) await this.#parts.storage.put(key, tail, sizeBytes)
      else {
        const id = upload.multipartId!
        const last = tail.length === 0 ? [] : [await this.#store.send(key, id, await this.#takeNumber(video.id), tail)]
        await this.#store.complete(key, id, [...parts, ...last], sizeBytes)
      }
    }
    const expected = [...parts.map(({ sha256 }) => ({ bytes: upload.partBytes, sha256 })), ...pieces]
    return { sizeBytes, sha256: await this.#hashWhole(key, expected) }
  }

  /** Removes everything except the file itself. Call this after the upload has ended. */
  async remove(videoId: string): Promise<void> {
    const upload = await this.#find(videoId)
    if (!upload) return
    const video = { id: videoId, firmId: upload.firmId }
    if (upload.multipartId !== null) await this.#parts.storage.parts?.abort(originalKey(video), upload.multipartId)
    await this.#parts.storage.removeAll(pieceFolder(video))
    await this.#db.execute(sql`delete from stored_uploads where video_id = ${videoId}`)
  }

  async listEnded(): Promise<string[]> {
    const { rows } = await this.#db.execute<{ id: string }>(sql`
      select video_id as id from stored_uploads where not exists (
        select from videos where id = video_id and received_at is null)`)
    return rows.map(({ id }) => id)
  }

  get #db(): Db {
    return this.#parts.database.db
  }

  get #store(): PartStore {
    const { parts } = this.#parts.storage
    if (!parts) throw new Error('this storage doesn’t receive uploads in parts')
    return parts
  }

  async #find(videoId: string): Promise<Upload | null> {
    const { rows } = await this.#db.execute<Omit<Upload, 'changedAt'> & { changedAt: string }>(sql`
      select firm_id as "firmId", part_bytes::float8 as "partBytes", received_bytes::float8 as "receivedBytes",
        multipart_id as "multipartId", changed_at as "changedAt"
      from stored_uploads where video_id = ${videoId}`)
    const [row] = rows
    return row ? { ...row, changedAt: new Date(row.changedAt) } : null
  }

  async #require(videoId: string): Promise<Upload> {
    const upload = await this.#find(videoId)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    return upload
  }

  async #storePart(videoId: string, upload: Upload, start: number, bytes: Buffer): Promise<void> {
    const key = originalKey({ id: videoId, firmId: upload.firmId })
    const partStart = start - (start % upload.partBytes)
    const pieces = await this.#readPieces(videoId, partStart, start)
    const body = pieces.length === 0 ? bytes : Buffer.concat([await this.#readBytes(pieces), bytes])
    if (body.length !== upload.partBytes) throw ERRORS.INVALID_OFFSET
    upload.multipartId ??= await this.#begin(videoId, key)
    const { number, etag, checksum } = await this.#store.send(
      key,
      upload.multipartId,
      await this.#takeNumber(videoId),
      body,
    )
    await this.#advance(videoId, start, bytes.length, (tx) =>
      tx.execute(sql`insert into stored_upload_parts (video_id, start, number, sha256, etag, checksum)
        values (${videoId}, ${partStart}, ${number}, ${hash('sha256', body)}, ${etag}, ${checksum})`),
    )
  }

  async #storePiece(videoId: string, { firmId }: Upload, start: number, bytes: Buffer): Promise<void> {
    const key = `${pieceFolder({ id: videoId, firmId })}${newId()}`
    await this.#parts.storage.put(key, bytes, bytes.length)
    await this.#advance(videoId, start, bytes.length, (tx) =>
      tx.execute(sql`insert into stored_upload_pieces (video_id, start, bytes, sha256, key)
        values (${videoId}, ${start}, ${bytes.length}, ${hash('sha256', bytes)}, ${key})`),
    ).catch(async (error: unknown) => {
      // The upload has ended, or another sender was first, so nothing refers to these bytes.
      if (error === ERRORS.INVALID_OFFSET) await this.#parts.storage.remove(key)
      throw error
    })
  }

  /** If two clients send to the same offset, even on two servers, only the first one succeeds. */
  async #advance(videoId: string, start: number, bytes: number, record: (tx: Db) => Promise<unknown>): Promise<void> {
    await this.#db.transaction(async (tx) => {
      const { rows } = await tx.execute(sql`
        update stored_uploads set received_bytes = ${start + bytes}, changed_at = now()
        where video_id = ${videoId} and received_bytes = ${start} returning 1`)
      if (rows.length === 0) throw ERRORS.INVALID_OFFSET
      await record(tx)
    })
  }

  async #begin(videoId: string, key: string): Promise<string> {
    const id = await this.#store.begin(key)
    const { rows } = await this.#db.execute<{ id: string }>(sql`
      update stored_uploads set multipart_id = coalesce(multipart_id, ${id}) where video_id = ${videoId}
      returning multipart_id as id`)
    if (rows[0]?.id !== id) await this.#store.abort(key, id)
    if (!rows[0]) throw ERRORS.FILE_NOT_FOUND
    return rows[0].id
  }

  async #takeNumber(videoId: string): Promise<number> {
    const { rows } = await this.#db.execute<{ number: number }>(sql`
      update stored_uploads set last_number = last_number + 1 where video_id = ${videoId}
      returning last_number as number`)
    if (!rows[0]) throw ERRORS.FILE_NOT_FOUND
    return rows[0].number
  }

  async #readParts(videoId: string): Promise<Part[]> {
    const { rows } = await this.#db.execute<Part>(sql`
      select start::float8 as start, number, sha256, etag, checksum from stored_upload_parts
      where video_id = ${videoId} order by start`)
    return rows
  }

  async #readPieces(videoId: string, from: number, to = Number.MAX_SAFE_INTEGER): Promise<Piece[]> {
    const { rows } = await this.#db.execute<Piece>(sql`
      select start::float8 as start, bytes::float8 as bytes, sha256, key from stored_upload_pieces
      where video_id = ${videoId} and start >= ${from} and start < ${to} order by start`)
    return rows
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

export async function readStoredBytes(db: Db, videoId: string): Promise<number> {
  const { rows } = await db.execute<{ bytes: number }>(
    sql`select received_bytes::float8 as bytes from stored_uploads where video_id = ${videoId}`,
  )
  return rows[0]?.bytes ?? 0
}

const pieceFolder = (video: Owner): string => `${videoPrefix(video)}incoming/`

const changedBytes = (): Refusal =>
  new Refusal('gone', 'The file storage changed what it received. Upload the file again.')
