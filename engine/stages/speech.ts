import { join } from 'node:path'
import type { Stage } from '../stage.ts'
import { detectSpeech, regionSettings } from '../voice/activity.ts'

/** Where somebody speaks. Its reading of the audio bounds what the later stages listen to. */
export const speechStage: Stage<'speech'> = {
  name: 'speech',
  weight: 4,
  version: 1,
  reads: ['audio'],
  async run(context) {
    const { file } = context.artifact('audio')
    if (file === null) return { detector: 'none', regions: [], speechMs: 0 }
    return detectSpeech(join(context.folder, file), regionSettings, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
  },
}
