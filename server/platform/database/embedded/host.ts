import { Worker } from 'node:worker_threads'
import { Refusal } from '../../errors.ts'
import { explainFailedStart } from './damage.ts'
import type { FromWorker, ToWorker, WorkerStart } from './messages.ts'

type Waiting = { onBytes(bytes: Uint8Array): void; resolve(): void; reject(error: Error): void }
type Request = { kind: 'bytes'; bytes: Uint8Array } | { kind: 'reset' | 'close' }

/** Crash recovery replays at most max_wal_size (1 GB), so a longer start means the thread is stuck. */
const startSeconds = 300

/**
 * Runs and monitors the database thread. If it is silent for `answerSeconds`, pending requests fail and a new thread
 * starts. Otherwise, a full disk would hang the program.
 */
export class EmbeddedHost {
  readonly #start: WorkerStart
  readonly #answerSeconds: number
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #starting: Promise<Worker> | null = null
  #timer: NodeJS.Timeout | null = null
  #patience = 0
  // IDs are never reused, so a late response can't reach another client.
  #lastId = 0
  readonly lost = new Set<(error: Error) => void>()

  constructor(start: WorkerStart, answerSeconds: number) {
    this.#start = start
    this.#answerSeconds = answerSeconds
  }

  async ready(): Promise<void> {
    this.#starting ??= this.#launch().catch((error: unknown) => {
      this.#starting = null
      throw error
    })
    await this.#starting
  }

  async ask(request: Request, onBytes: (bytes: Uint8Array) => void = () => {}): Promise<void> {
    await this.ready()
    const worker = this.#worker
    if (!worker) throw lostThread()
    const id = ++this.#lastId
    await new Promise<void>((resolve, reject) => {
      this.#waiting.set(id, { onBytes, resolve, reject })
      worker.postMessage({ ...request, id } satisfies ToWorker)
      this.#watch()
    })
  }

  async patiently<T>(work: () => Promise<T>): Promise<T> {
    this.#patience++
    this.#watch()
    try {
      return await work()
    } finally {
      this.#patience--
      this.#watch()
    }
  }

  get isPatient(): boolean {
    return this.#patience > 0
  }

  async close(): Promise<void> {
    // A restarting thread would keep the process alive, so wait for it first.
    await this.#starting?.catch(() => {})
    if (!this.#worker) return
    await this.ask({ kind: 'close' }).catch(() => {})
    const worker = this.#worker
    this.#worker = null
    if (this.#timer) clearTimeout(this.#timer)
    await worker?.terminate()
  }

  async #launch(): Promise<Worker> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: this.#start,
    })
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => {
        void worker.terminate()
        reject(new Refusal('unavailable', `The database did not start within ${startSeconds} seconds.`))
      }, startSeconds * 1000)
      const settle = (error?: Error): void => {
        clearTimeout(late)
        if (error) {
          void worker.terminate()
          reject(error)
        } else resolve()
      }
      const fail = (reason: string) => void explainFailedStart(this.#start.folder, reason).then(settle)
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'ready') settle()
        else if (message.kind === 'failed') fail(message.reason)
        else this.#receive(worker, message)
      })
      worker.once('error', (error) => fail(error instanceof Error ? error.message : String(error)))
      worker.once('exit', () => fail('its thread stopped'))
    })
    this.#worker = worker
    worker.on('error', () => this.#lose(worker))
    worker.on('exit', () => this.#lose(worker))
    return worker
  }

  #receive(worker: Worker, message: FromWorker): void {
    if (message.kind === 'dead') return this.#lose(worker)
    if (message.kind !== 'bytes' && message.kind !== 'done') return
    const waiting = this.#waiting.get(message.id)
    if (message.kind === 'bytes') waiting?.onBytes(message.bytes)
    else {
      this.#waiting.delete(message.id)
      if (message.error) waiting?.reject(new Error(message.error))
      else waiting?.resolve()
    }
    this.#watch()
  }

  #watch(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    const worker = this.#worker
    if (this.#waiting.size === 0 || this.#patience > 0 || !worker) return
    this.#timer = setTimeout(() => this.#lose(worker), this.#answerSeconds * 1000)
  }

  #lose(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    // Terminate the old thread first because two threads on one folder would corrupt it.
    const ended = worker.terminate().then(() => this.#launch())
    this.#starting = ended.catch((error: unknown) => {
      this.#starting = null
      throw error
    })
    this.#starting.catch(() => {})
    if (this.#timer) clearTimeout(this.#timer)
    const error = lostThread()
    for (const each of this.#waiting.values()) each.reject(error)
    this.#waiting.clear()
    for (const tell of this.lost) tell(error)
  }
}

const lostThread = (): Refusal =>
  new Refusal('unavailable', 'The database didn’t respond and is restarting. Try again in a moment.', {
    retryAfterSeconds: 5,
  })
