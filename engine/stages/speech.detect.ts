import type { SpeechActivity } from '#contract/videos/analysis.ts'
import { askApart } from '../voice/apart.ts'
import type { SpeechSettings, Watch } from '../voice/silero.ts'

/** What the child is asked, once. */
export type Question = { wav: string; settings: SpeechSettings }

const child = {
  file: new URL('speech.child.ts', import.meta.url),
  options: ['--expose-gc'],
  stopped: 'The detection of speech stopped in the middle; the machine may have run out of memory.',
}

/** Answers as `detectSpeech` does, from a process of its own; a detector that dies is worth a retry. */
export const detectApart = (wav: string, settings: SpeechSettings, watch: Watch): Promise<SpeechActivity> =>
  askApart<SpeechActivity>(child, { wav, settings } satisfies Question, watch)
