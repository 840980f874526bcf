import { Writable } from 'node:stream'

export class PartSink extends Writable {
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
