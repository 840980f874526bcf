import { Duplex } from 'node:stream'
import type { EmbeddedHost } from './host.ts'

const terminate = 0x58 // 'X' is ignored because the thread keeps running

export class EmbeddedStream extends Duplex {
  readonly #host: EmbeddedHost
  readonly #onLost = (error: Error): void => void this.destroy(error)

  constructor(host: EmbeddedHost) {
    super({ writableHighWaterMark: 1 << 20 })
    this.#host = host
  }

  connect(): this {
    void this.#open()
    return this
  }

  async #open(): Promise<void> {
    try {
      await this.#host.ask({ kind: 'reset' })
      this.#host.lost.add(this.#onLost)
      if (!this.destroyed) this.emit('connect')
    } catch (error) {
      this.destroy(asError(error))
    }
  }

  async #send(bytes: Buffer, done: (error?: Error | null) => void): Promise<void> {
    let failure: Error | null = null
    try {
      if (bytes[0] !== terminate)
        await this.#host.ask({ kind: 'bytes', bytes }, (answer) => {
          if (!this.destroyed) this.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength))
        })
    } catch (error) {
      failure = asError(error)
    }
    done(failure)
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    void this.#send(bytes, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    void this.#send(Buffer.concat(chunks.map((each) => each.chunk)), done)
  }

  override _read(): void {}

  override _final(done: () => void): void {
    done()
    this.push(null)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#host.lost.delete(this.#onLost)
    done(error)
  }

  // The driver expects these socket methods.
  setNoDelay(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  ref(): this {
    return this
  }
  unref(): this {
    return this
  }
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))
