/** The process in which speech is found; `detectApart` starts it. */
import { detectSpeech } from '../voice/activity.ts'
import { answerApart } from '../voice/apart.ts'
import type { Question } from './speech.ts'

/** A block is half a minute of sound; a collection takes a few milliseconds. */
const blocksPerCollection = 10

answerApart(({ wav, settings }: Question, tell) => {
  let told = 0
  const progress = (fraction: number) => {
    tell(fraction)
    // The detector hands over the samples of what it found, which V8 does not count: it would let hours of them stand.
    if (++told % blocksPerCollection === 0) globalThis.gc?.()
  }
  return detectSpeech(wav, settings, { signal: new AbortController().signal, progress })
})
