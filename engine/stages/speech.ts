import { join } from 'node:path'
import type { SpeechActivity } from '#contract/videos/analysis.ts'
import type { Stage } from '../stage.ts'
import { regionSettings, type SpeechSettings, type Watch } from '../voice/activity.ts'
import { runInChild } from '../voice/apart.ts'

export const speechStage: Stage<'speech'> = {
  name: 'speech',
  weight: 20,
  version: 1,
  reads: ['audio'],
  async run(context) {
    const { file } = context.artifact('audio')
    if (file === null) return { detector: 'none', regions: [], speechMs: 0 }
    return detectInChild(join(context.folder, file), regionSettings, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
  },
}

export type Question = { wav: string; settings: SpeechSettings }

const child = {
  file: new URL('speech.child.ts', import.meta.url),
  options: ['--expose-gc'],
  stopped: 'Speech detection stopped unexpectedly. The machine may have run out of memory.',
}

export const detectInChild = (wav: string, settings: SpeechSettings, watch: Watch): Promise<SpeechActivity> =>
  runInChild<SpeechActivity>(child, { wav, settings } satisfies Question, watch)
