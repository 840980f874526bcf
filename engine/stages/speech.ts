import { join } from 'node:path'
import type { Stage } from '../stage.ts'
import { regionSettings } from '../voice/activity.ts'
import { detectApart } from './speech.detect.ts'

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
