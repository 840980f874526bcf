import { join } from 'node:path'
import type { Stage } from '../stage.ts'
import { listenToVoices } from '../voice/listen.ts'
import { writePrints } from '../voice/prints.ts'
import { isNamed } from './speakers.ts'

const file = 'voices.prints'

export const voicesStage: Stage<'voices'> = {
  name: 'voices',
  weight: 4,
  version: 4,
  reads: ['audio', 'align'],
  dependsOn: ({ recognition }) => recognition.modelFolder ?? '',
  async run(context) {
    const { file: audio } = context.artifact('audio')
    if (audio === null || isNamed(context.artifact('align').turns))
      return { kind: 'none', model: null, file: null, width: 0, stretches: [], overlaps: [], mixture: null }
    const { recognition, threads } = context.options
    const listening = { modelFolder: recognition.modelFolder, threads }
    const prints = await listenToVoices(join(context.folder, audio), listening, {
      signal: context.signal,
      progress: (fraction) => context.progress(fraction),
    })
    return writePrints(join(context.folder, file), file, prints)
  },
}
