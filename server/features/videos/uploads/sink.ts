import type { FileHandle } from 'node:fs/promises'
import { Writable } from 'node:stream'

/** Bytes to buffer while a write is in progress. A few large writes are much cheaper than many small ones. */
const gatherBytes = 4 * 1024 * 1024

/**
 * Writes a stream into an open file at `at`. `beforeWrite` can throw. `onWritten` receives the new length after each write and can reject, for
 * example if the disk is full.
 */
export class FileSink extends Writable {
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
      rest = after(rest, bytesWritten)
    }
    await this.#onWritten(this.#at)
  }
}

function after(buffers: Buffer[], bytes: number): Buffer[] {
  let skip = bytes
  const first = buffers.findIndex((buffer) => {
    if (buffer.length > skip) return true
    skip -= buffer.length
    return false
  })
  if (first === -1) return []
  return [buffers[first]!.subarray(skip), ...buffers.slice(first + 1)]
}
