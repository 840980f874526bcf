import { detectSpeech } from '../voice/activity.ts'
import { serveParent } from '../voice/apart.ts'
import type { Question } from './speech.ts'

const blocksPerCollection = 10

serveParent(({ wav, settings }: Question, report) => {
  let reported = 0
  const progress = (fraction: number) => {
    report(fraction)
    // V8 doesn't count the detector's sample buffers, so collect garbage after every 5 minutes of audio.
    if (++reported % blocksPerCollection === 0) globalThis.gc?.()
  }
  return detectSpeech(wav, settings, { signal: new AbortController().signal, progress })
})
