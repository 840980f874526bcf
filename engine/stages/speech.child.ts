/** The process in which speech is found; `detectApart` starts it. */
import { Unprocessable } from '../stage.ts'
import { detectSpeech } from '../voice/activity.ts'
import type { Question, Telling } from './speech.detect.ts'

/** A block is half a minute of sound; a collection takes a few milliseconds. */
const blocksPerCollection = 10
const send = (telling: Telling, then = () => {}): void => void process.send?.(telling, then)

process.once('disconnect', () => process.exit(0))
process.once('message', ({ wav, settings }: Question) => {
  let told = 0
  const progress = (fraction: number) => {
    send({ fraction })
    // The detector hands over the samples of what it found, which V8 does not count: it would let hours of them stand.
    if (++told % blocksPerCollection === 0) globalThis.gc?.()
  }
  const watch = { signal: new AbortController().signal, progress }
  detectSpeech(wav, settings, watch).then(
    (activity) => send({ activity }, () => process.exit(0)),
    (error: unknown) =>
      send(error instanceof Unprocessable ? { refusal: error.message } : { fault: String(error) }, () =>
        process.exit(1),
      ),
  )
})
