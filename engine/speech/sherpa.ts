import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Word } from '#contract/videos/transcript.ts'
import { Transient, Unprocessable } from '#engine/stage.ts'
import type { Answer, Result } from './sherpa.messages.ts'
import type { Model } from './sherpa.model.ts'
import { joinPieces } from './sherpa.words.ts'
import type { Transcriber } from './transcriber.ts'

/** Reading three gigabytes from a slow disk. */
const loadMs = 180_000
/** A large model on two old cores needs a few times the length of its 28 seconds. */
const chunkMs = 600_000

/** A model of sherpa-onnx in a process of its own, loaded at the first chunk. It runs on this machine alone. */
export function sherpaTranscriber(model: Model, threads: number): Transcriber {
  let process: ModelProcess | null = null
  return {
    id: `sherpa ${model.family} ${model.name}`,
    source: 'local_model',
    reason: [`The model ${model.name} on this machine wrote down what was said.`, model.about]
      .filter(Boolean)
      .join(' '),
    concurrency: 1,
    async transcribe(chunk, { signal }): Promise<{ words: Word[] }> {
      signal.throwIfAborted()
      process ??= new ModelProcess(model, threads)
      const running = process
      const stop = (): void => running.end()
      signal.addEventListener('abort', stop, { once: true })
      try {
        const result = await running.recognize(chunk)
        return { words: joinPieces(result, chunk) }
      } catch (error) {
        process = null
        running.end()
        signal.throwIfAborted()
        throw error
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
    close() {
      process?.end()
      process = null
      return Promise.resolve()
    },
  }
}

class ModelProcess {
  private readonly child: ChildProcess
  private readonly ready: Promise<void>
  private readonly waiting = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>()
  private isReady = false
  private stderr = ''
  private lastId = 0

  constructor(model: Model, threads: number) {
    this.child = fork(fileURLToPath(new URL('sherpa.child.ts', import.meta.url)), {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    })
    this.child.stderr?.on('data', (part: Buffer) => (this.stderr = (this.stderr + part.toString()).slice(-4000)))
    this.ready = new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.end(), loadMs)
      const fail = (): void => {
        clearTimeout(timer)
        const damaged = new Unprocessable(
          `The model ${model.name} cannot be loaded; its files are damaged or of another version. Copy them again.`,
          { cause: this.stderr },
        )
        const stopped = new Transient(
          'The recogniser on this machine stopped in the middle; it may have run out of memory.',
          { cause: this.stderr },
        )
        reject(damaged)
        for (const waiting of this.waiting.values()) waiting.reject(this.isReady ? stopped : damaged)
        this.waiting.clear()
      }
      this.child.once('error', fail)
      this.child.once('close', fail)
      this.child.on('message', (answer: Answer) => {
        if ('ready' in answer) {
          clearTimeout(timer)
          this.isReady = true
          resolve()
          return
        }
        const waiting = this.waiting.get(answer.id)
        this.waiting.delete(answer.id)
        if ('fault' in answer)
          waiting?.reject(new Transient('The recogniser could not read the audio.', { cause: answer.fault }))
        else waiting?.resolve(answer)
      })
    })
    // Whoever waits is told through `recognize`; without this a model that fails before that would end the engine.
    this.ready.catch(() => undefined)
    this.child.send({ config: model.config, threads })
  }

  async recognize(chunk: { wav: string; startMs: number; endMs: number }): Promise<Result> {
    await this.ready
    const id = ++this.lastId
    const timer = setTimeout(() => this.end(), chunkMs)
    try {
      return await new Promise<Result>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject })
        this.child.send({ id, wav: chunk.wav, startMs: chunk.startMs, endMs: chunk.endMs })
      })
    } finally {
      clearTimeout(timer)
    }
  }

  end(): void {
    this.child.kill('SIGKILL')
  }
}
