import type { Stage } from '#engine/stage.ts'
import { findExchanges, hasCueTimes } from '#engine/findings/language/exchanges.ts'
import { withVoices } from '#engine/voice/overlaps.ts'

export const exchangesStage: Stage<'exchanges'> = {
  name: 'exchanges',
  weight: 0.002,
  version: 3,
  reads: ['speech', 'align', 'speakers'],
  run(context) {
    context.signal.throwIfAborted()
    const transcript = context.artifact('align')
    return Promise.resolve(
      findExchanges(withVoices(transcript.turns, context.artifact('speakers')), {
        cueTimes: hasCueTimes(transcript),
        speech: context.artifact('speech').regions,
      }),
    )
  },
}
