/** The process in which speech is found; `detectApart` starts it. */
import { Unprocessable } from '../stage.ts'
import { detectSpeech } from '../voice/activity.ts'
import type { Question, Telling } from './speech.detect.ts'

const send = (telling: Telling, then = () => {}): void => void process.send?.(telling, then)

process.once('disconnect', () => process.exit(0))
process.once('message', ({ wav, settings }: Question) => {
  const watch = { signal: new AbortController().signal, progress: (fraction: number) => send({ fraction }) }
  detectSpeech(wav, settings, watch).then(
    (activity) => send({ activity }, () => process.exit(0)),
    (error: unknown) =>
      send(error instanceof Unprocessable ? { refusal: error.message } : { fault: String(error) }, () =>
        process.exit(1),
      ),
  )
})
