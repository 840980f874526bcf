import { join } from 'node:path'
import type { SpeechActivity } from '#contract/videos/analysis.ts'
import type { Stage } from '../stage.ts'
import { regionSettings, type SpeechSettings, type Watch } from '../voice/activity.ts'
import { askApart } from '../voice/apart.ts'

/** Where somebody speaks. Its reading of the audio bounds what the later stages listen to. */
export const speechStage: Stage<'speech'> = {
  name: 'speech',
  weight: 20,
  version: 1,
  reads: ['audio'],
  async run(context) {
    const { file } = context.artifact('audio')
    if (file === null) return { detector: 'none', regions: [], speechMs: 0 }
    return detectApart(join(context.folder, file), regionSettings, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
  },
}

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
